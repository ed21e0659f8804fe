// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.attached;

import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.eclipse.debug.core.model.IProcess;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.output.BufferedOutput;
import org.pmix4e.core.internal.output.OutputBuffer;
import org.pmix4e.core.internal.server.RankWaits;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.FirstFailure;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobEvent;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4j.client.IofOutput;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.Wait;

/** A job of others. Owned by its session; changed by the reader of the server and by handlers of the tool, read on any thread. */
final class AttachedNamespace implements NamespaceElement {
	private static final int SIGCONT = 18;
	private static final int SIGSTOP = 19;

	private final AttachedSession session;
	private final String name;
	private final int number;
	private final Instant seenAt = Instant.now();
	private final List<AttachedApp> apps = new ArrayList<>();
	private final Map<Rank, AttachedRank> ranks;
	private final BufferedOutput output = new BufferedOutput(new OutputBuffer(PmixPreferences.outputBytes()), StandardCharsets.UTF_8,
			Optional::empty);
	private volatile @Nullable Instant ended;
	private volatile @Nullable Status status;
	private volatile @Nullable FirstFailure failure;
	private volatile RankWaits waits = RankWaits.NONE;
	private volatile @Nullable String note;

	/** @param processes of the job */
	AttachedNamespace(AttachedSession session, String name, int number, List<ProcInfo> processes) {
		this.session = session;
		this.name = name;
		this.number = number;
		Map<String, List<ProcInfo>> programs = new LinkedHashMap<>();
		List<ProcInfo> sorted = processes.stream().sorted(Comparator.comparing(ProcInfo::proc)).toList();
		sorted.forEach(process -> programs.computeIfAbsent(process.executable(), program -> new ArrayList<>()).add(process));
		programs.forEach((program, members) -> apps.add(new AttachedApp(this, apps.size(), program, members)));
		ranks = apps.stream().flatMap(app -> app.ranks().stream()).sorted(Comparator.comparingInt(AttachedRank::rank))
				.collect(Collectors.toMap(rank -> Rank.of(rank.rank()), rank -> rank, (one, other) -> one, LinkedHashMap::new));
	}

	/** Takes over the process table, and returns the elements that have changed. */
	List<JobElement> update(Collection<ProcInfo> processes) {
		List<JobElement> changed = new ArrayList<>();
		for (ProcInfo process : processes) {
			AttachedRank rank = ranks.get(process.proc().rank());
			if (rank != null && rank.update(process)) {
				changed.add(rank);
				noteFailure(rank);
			}
		}
		return changed;
	}

	private void noteFailure(AttachedRank rank) {
		if (failure == null && rank.state() == ElementState.FAILED) {
			Instant now = Instant.now();
			failure = new FirstFailure(rank, rank.reason().orElse(""), now, Duration.between(seenAt, now));
		}
	}

	/** Takes over the reason of the end, which an event tells. */
	void ended(Optional<Status> how) {
		how.ifPresent(known -> status = known);
		if (ended == null) {
			ended = Instant.now();
			waits = RankWaits.NONE;
		}
		session.server().model().changed(this);
	}

	/** Ends with its server. */
	void lost() {
		if (ended == null) {
			note = Messages.AttachedNamespace_lost;
			ended(Optional.empty());
		}
		endOutput();
	}

	boolean hasEnded() {
		return ended != null;
	}

	/** Adds output; called by handlers of the tool. */
	void output(IofOutput piece) {
		if (!piece.isEnd()) {
			boolean isError = !piece.channel().equals(IofChannel.STDOUT);
			output.buffer().add(new OutputChunk(name, piece.source().rank().value(), isError, piece.data().toByteArray()));
		}
	}

	/** Shows a message in the output. */
	void outputRefused(Throwable problem) {
		output.message(MessageFormat.format(Messages.AttachedNamespace_noOutput, text(problem)));
	}

	void endOutput() {
		output.buffer().end();
	}

	void refused(String action, Throwable problem) {
		note = MessageFormat.format(Messages.AttachedNamespace_refused, action, text(problem));
		session.server().model().changed(this);
	}

	private static String text(Throwable problem) {
		Throwable cause = problem.getCause() instanceof PmixException known ? known : problem;
		return String.valueOf(cause.getMessage());
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(session);
	}

	@Override
	public AttachedSession session() {
		return session;
	}

	@Override
	public Optional<RankElement> spawner() {
		return Optional.empty();
	}

	@Override
	public List<AppElement> children() {
		return List.copyOf(apps);
	}

	@Override
	public List<RankElement> ranks() {
		return List.copyOf(ranks.values());
	}

	@Override
	public String name() {
		return name;
	}

	@Override
	public int number() {
		return number;
	}

	@Override
	public ElementState state() {
		Status known = status;
		if (ended != null) {
			return failure != null || known != null && !known.isSuccess() ? ElementState.FAILED : ElementState.FINISHED;
		}
		ElementState least = ElementState.ofAll(ranks.values().stream().map(AttachedRank::state).toList());
		return least.isEnded() ? ElementState.RUNNING : least;
	}

	@Override
	public Optional<IProcess> process() {
		return Optional.empty();
	}

	@Override
	public Optional<JobOutput> output() {
		return Optional.of(output);
	}

	@Override
	public Instant orderedAt() {
		return seenAt;
	}

	@Override
	public Optional<Instant> endedAt() {
		return Optional.ofNullable(ended);
	}

	@Override
	public Optional<FirstFailure> firstFailure() {
		return Optional.ofNullable(failure);
	}

	@Override
	public Optional<String> message() {
		Status known = status;
		return Optional.ofNullable(note)
				.or(() -> known != null && !known.isSuccess() ? Optional.of(MessageFormat.format(Messages.AttachedNamespace_ended, known))
						: Optional.empty());
	}

	@Override
	public OptionalInt exitCode() {
		return OptionalInt.empty();
	}

	@Override
	public int startedRanks() {
		return (int) ranks.values().stream().filter(rank -> rank.pid().isPresent()).count();
	}

	@Override
	public int connectedRanks() {
		return (int) ranks.values().stream().filter(rank -> rank.state() == ElementState.CONNECTED).count();
	}

	@Override
	public List<JobEvent> events() {
		return List.of();
	}

	@Override
	public CompletableFuture<List<KeyValue>> keyValues(int most) {
		return session.server().keyValues(Proc.wildcard(name), most);
	}

	/** Takes over what ranks wait for, and returns the elements that have changed. */
	List<JobElement> waits(List<Wait> now) {
		RankWaits before = waits;
		RankWaits known = ended == null ? RankWaits.of(name, now) : RankWaits.NONE;
		waits = known;
		List<JobElement> changed = new ArrayList<>();
		if (known != before) {
			changed.add(this);
			ranks.values().stream().filter(rank -> !known.of(rank.rank()).equals(before.of(rank.rank()))).forEach(changed::add);
		}
		return changed;
	}

	/** Takes over which processes a signal has stopped, and returns the elements that have changed. */
	List<JobElement> stops(Map<Proc, RankStop> now) {
		List<JobElement> changed = new ArrayList<>();
		ranks.values().stream().filter(rank -> rank.stop(Optional.ofNullable(now.get(rank.proc())))).forEach(changed::add);
		if (!changed.isEmpty()) {
			changed.add(this);
		}
		return changed;
	}

	@Override
	public List<String> waits() {
		return waits.lines();
	}

	Optional<String> waiting(int rank) {
		return waits.of(rank);
	}

	/** Returns false: what a tool can ask does not tell whether ranks have stopped for a debugger. */
	@Override
	public boolean isHeld() {
		return false;
	}

	/** Returns false as {@link #isHeld} does. */
	@Override
	public boolean canRelease() {
		return false;
	}

	@Override
	public void release() {
		// see canRelease
	}

	@Override
	public void signal(int signal, RankSet chosen) {
		List<AttachedRank> targets = ranks.values().stream().filter(rank -> chosen.contains(rank.rank()) && !rank.state().isEnded()).toList();
		if (!targets.isEmpty()) {
			session.server().signal(this, targets, signal);
		}
	}

	/** Takes over that a signal was sent. */
	void signaled(int signal, List<AttachedRank> targets) {
		if (signal == SIGSTOP || signal == SIGCONT) {
			targets.forEach(rank -> rank.suspended(signal == SIGSTOP));
			targets.forEach(session.server().model()::changed);
			session.server().model().changed(this);
		}
	}

	@Override
	public boolean canTerminate() {
		return ended == null;
	}

	@Override
	public void terminate() {
		terminate(Proc.wildcard(name));
	}

	/** Terminates the job or one of its ranks, as far as the server does that. */
	void terminate(Proc target) {
		session.server().terminate(this, target);
	}
}
