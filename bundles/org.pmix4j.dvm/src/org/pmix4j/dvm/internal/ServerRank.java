// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;

/** A rank of a job in a server, as the server's process table shows it. Owned by its job; changed on the engine's thread. */
final class ServerRank implements RankProcess {
	private final ServerJob job;
	private final Proc proc;
	private volatile Node node;
	private volatile ProcInfo info;
	private volatile Optional<ExitOutcome> fate = Optional.empty();
	private volatile Optional<RankStop> stop = Optional.empty();

	ServerRank(ServerJob job, ProcInfo info, Node node) {
		this.job = job;
		this.info = info;
		this.node = node;
		proc = info.proc();
	}

	/** Takes over an entry of the process table, and returns whether the state is another one. */
	boolean update(ProcInfo now, Node where) {
		if (now.equals(info)) {
			// the new table can be forgotten
			return false;
		}
		RankState before = state();
		info = now;
		node = where;
		return before != state();
	}

	/** Takes over whether it is stopped, and returns whether that is new. */
	boolean update(Optional<RankStop> now) {
		boolean changed = !stop.map(RankStop::signal).equals(now.map(RankStop::signal));
		stop = now;
		return changed;
	}

	/** Notes its end. What the process table has said of it counts if nothing else does. */
	void ended(ExitOutcome how) {
		stop = Optional.empty();
		fate = Optional.of(how.cause() == ExitOutcome.Cause.UNKNOWN ? reported().orElse(how) : how);
	}

	/** Returns the end that the process table shows. Exit codes are not in it. */
	private Optional<ExitOutcome> reported() {
		ProcState state = info.state();
		if (state.code() < ProcState.ERROR.code()) {
			return state.code() < ProcState.TERMINATED.code() ? Optional.empty()
					: Optional.of(new ExitOutcome(ExitOutcome.Cause.FINISHED, 0, "finished"));
		}
		ExitOutcome.Cause cause = Arrays.stream(ExitOutcome.Cause.values()).filter(each -> each.state().equals(state)).findFirst()
				.orElse(ExitOutcome.Cause.ABORT);
		String name = state.constantName().map(each -> each.toLowerCase(Locale.ROOT).replace('_', ' '))
				.orElseGet(() -> "failed with state " + state.code());
		return Optional.of(new ExitOutcome(cause, 1, name));
	}

	@Override
	public Proc proc() {
		return proc;
	}

	@Override
	public int appNumber() {
		int first = 0;
		int number = 0;
		for (AppSpec app : job.spec().apps()) {
			first += app.ranks();
			if (proc.rank().value() < first) {
				return number;
			}
			number++;
		}
		return Math.max(0, number - 1);
	}

	@Override
	public Node node() {
		return node;
	}

	@Override
	public OptionalInt pid() {
		return info.pid() > 0 ? OptionalInt.of(info.pid()) : OptionalInt.empty();
	}

	/** Returns its state in the order of a rank's life; failures are ends. */
	@Override
	public RankState state() {
		if (fate.isPresent()) {
			return RankState.ENDED;
		}
		int code = info.state().code();
		if (code >= ProcState.TERMINATED.code()) {
			return RankState.ENDED;
		}
		if (code >= ProcState.UNTERMINATED.code()) {
			return RankState.EXITED;
		}
		if (code >= ProcState.CONNECTED.code()) {
			return RankState.CONNECTED;
		}
		return code >= ProcState.TERMINATE.code() ? RankState.STARTED : RankState.PREPARED;
	}

	@Override
	public Optional<ExitOutcome> fate() {
		return fate.isPresent() ? fate : reported();
	}

	@Override
	public Optional<RankStop> stop() {
		return stop;
	}

	@Override
	public void signal(int signal) {
		job.signal(signal, Set.of(proc.rank().value()));
	}

	@Override
	public void terminate() {
		job.terminate(this);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RankProcess rank && proc.equals(rank.proc());
	}

	@Override
	public int hashCode() {
		return proc.hashCode();
	}

	@Override
	public String toString() {
		return proc + " " + state();
	}
}
