// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.bytes.Signals;

/** The ranks of one job that its server has reported. Owned by the job; changed on the engine's thread, read on any. */
final class RankTable {
	private static final int SIGNALED = 128;

	private final ServerJob job;
	private final ServerLink link;
	/** The ranks that a signal of this engine has stopped, of a server that does not report them. */
	private final Map<Proc, RankStop> stopped = new HashMap<>();
	private volatile Map<Proc, ServerRank> byProc = Map.of();
	private volatile List<ServerRank> ranks = List.of();

	RankTable(ServerJob job, ServerLink link) {
		this.job = job;
		this.link = link;
	}

	/** Takes over the server's process table, and returns the ranks that have changed. */
	List<ServerRank> update(List<ProcInfo> table, Map<Proc, RankStop> stops) {
		Map<Proc, ServerRank> now = new HashMap<>();
		List<ServerRank> order = new ArrayList<>(table.size());
		List<ServerRank> changed = new ArrayList<>();
		for (ProcInfo info : table) {
			ServerRank known = byProc.get(info.proc());
			ServerRank rank = known == null ? new ServerRank(job, info, link.node(info.hostname())) : known;
			boolean isNew = rank.update(info, link.node(info.hostname())) || known == null;
			if (rank.update(Optional.ofNullable(stops.getOrDefault(info.proc(), stopped.get(info.proc())))) || isNew) {
				changed.add(rank);
			}
			now.put(info.proc(), rank);
			order.add(rank);
		}
		byProc = now;
		ranks = List.copyOf(order);
		return changed;
	}

	/** Notes that the server has sent a signal; the next update shows ranks that it has stopped or continued. */
	void signaled(int signal, List<Proc> targets) {
		List<Proc> hit = ranks.stream().map(ServerRank::proc).filter(proc -> targets.stream().anyMatch(target -> target.covers(proc))).toList();
		if (signal == Signals.CONT) {
			stopped.keySet().removeAll(hit);
		} else if (signal == Signals.STOP || signal == Signals.TSTP) {
			hit.forEach(proc -> stopped.put(proc, new RankStop(signal, Instant.now())));
		}
	}

	/** Notes the end of the job, also of ranks that were never seen. */
	void end(String nspace, int size, JobOutcome outcome, boolean isKnown) {
		if (ranks.isEmpty() && !nspace.isEmpty()) {
			List<ProcInfo> unseen = new ArrayList<>(size);
			for (int rank = 0; rank < size; rank++) {
				unseen.add(new ProcInfo(Proc.of(nspace, rank), "", "", 0, ProcState.UNDEF));
			}
			update(unseen, Map.of());
		}
		ranks.forEach(rank -> rank.ended(fate(rank, outcome, isKnown)));
	}

	/** Servers report the end of the job only, and perhaps the rank that failed first. */
	private static ExitOutcome fate(ServerRank rank, JobOutcome outcome, boolean isKnown) {
		if (outcome.isSuccess() && isKnown) {
			return new ExitOutcome(ExitOutcome.Cause.FINISHED, 0, "finished");
		}
		if (outcome.culprit().filter(rank.proc()::equals).isEmpty()) {
			return new ExitOutcome(ExitOutcome.Cause.UNKNOWN, 0, "ended; the server does not report how");
		}
		int code = outcome.exitCode();
		return code > SIGNALED && code <= SIGNALED + Signals.MAX
				? new ExitOutcome(ExitOutcome.Cause.SIGNAL, code, "died of " + Signals.name(code - SIGNALED))
				: new ExitOutcome(ExitOutcome.Cause.NON_ZERO_EXIT, code, "exited with code " + code);
	}

	/** Describes the failure that the server has not described; empty after success. To be called behind {@link #end}. */
	static Optional<String> description(JobOutcome outcome, Optional<RankProcess> culprit) {
		if (outcome.isSuccess()) {
			return Optional.empty();
		}
		int code = outcome.exitCode();
		String how = code > SIGNALED && code <= SIGNALED + Signals.MAX ? "died of " + Signals.name(code - SIGNALED) : "exited with code " + code;
		return Optional.of(culprit.map(rank -> "rank " + rank.proc().rank() + (rank.pid().isEmpty() ? ""
				: " on " + rank.node().name() + " (pid " + Integer.toUnsignedString(rank.pid().getAsInt()) + ")")).orElse("a rank") + " " + how);
	}

	/** Returns whether there are ranks, all of which satisfy the condition. */
	boolean all(Predicate<ServerRank> condition) {
		return !ranks.isEmpty() && ranks.stream().allMatch(condition);
	}

	List<ServerRank> ranks() {
		return ranks;
	}

	Optional<RankProcess> find(Proc proc) {
		return Optional.ofNullable(byProc.get(proc));
	}

	/** Returns the name of the node of a rank. */
	String host(Proc proc) {
		return find(proc).map(rank -> rank.node().name()).orElse("?");
	}

	/** Returns node and process id of a rank, as detailed tags show them. */
	String place(Proc proc) {
		return host(proc) + ":" + Integer.toUnsignedString(find(proc).map(rank -> rank.pid().orElse(0)).orElse(0));
	}

	/** Returns how many ranks are in which state, for users. */
	String summary() {
		StringBuilder text = new StringBuilder();
		for (RankState state : RankState.values()) {
			long count = ranks.stream().filter(rank -> rank.state() == state).count();
			if (count > 0) {
				text.append(", ").append(count).append(count == 1 ? " rank " : " ranks ").append(state.name().toLowerCase(Locale.ROOT));
			}
		}
		return text.toString();
	}
}
