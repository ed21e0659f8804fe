// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.eclipse.debug.core.model.IProcess;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.output.BufferedOutput;
import org.pmix4e.core.internal.output.OutputBuffer;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.FirstFailure;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobEvent;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.output.JobOutput;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.Wait;

// Long because it implements the whole model of a job.
/** A job, launched from this workbench or only watched. Owned by its session; changed on the engine's thread, read on any. */
final class NamespaceNode implements NamespaceElement {
	private final SessionNode session;
	private final Job job;
	private final Optional<LaunchedJob> launched;
	private final Optional<RankNode> spawner;
	private final Instant orderedAt = Instant.now();
	private final JobHistory history = new JobHistory();
	private final List<AppNode> apps;
	private volatile List<RankNode> ranks;
	private boolean isMapped;
	private volatile boolean isTerminationRequested;
	/** The output of a watched job; that of the others belongs to their launches. */
	private final Optional<BufferedOutput> watchedOutput;
	private volatile @Nullable FirstFailure failure;
	private volatile RankWaits waits = RankWaits.NONE;
	private volatile @Nullable JobResult result;
	private volatile @Nullable String note;
	private volatile @Nullable Instant ended;
	private volatile @Nullable DebuggedJob debugged;

	/**
	 * @param launched the process of the launch that this job belongs to
	 * @param spawner  the rank that has spawned it
	 */
	NamespaceNode(SessionNode session, Job job, Optional<LaunchedJob> launched, Optional<RankNode> spawner) {
		this.session = session;
		this.job = job;
		this.launched = launched;
		this.spawner = spawner;
		watchedOutput = job.isOwned() ? Optional.empty()
				: Optional.of(new BufferedOutput(new OutputBuffer(PmixPreferences.outputBytes()), StandardCharsets.UTF_8, Optional::empty));
		List<AppNode> made = new ArrayList<>();
		int first = 0;
		for (AppSpec app : job.spec().apps()) {
			made.add(new AppNode(this, made.size(), app, first));
			first += app.ranks();
		}
		apps = List.copyOf(made);
		ranks = apps.stream().flatMap(app -> app.ranks().stream()).collect(Collectors.toUnmodifiableList());
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(session);
	}

	@Override
	public SessionNode session() {
		return session;
	}

	@Override
	public Optional<RankElement> spawner() {
		return spawner.map(RankElement.class::cast);
	}

	@Override
	public List<AppElement> children() {
		return List.copyOf(apps);
	}

	@Override
	public List<RankElement> ranks() {
		return List.copyOf(ranks);
	}

	RankNode rank(int number) {
		return ranks.get(number);
	}

	@Override
	public String name() {
		return job.nspace();
	}

	@Override
	public int number() {
		return job.number();
	}

	@Override
	public ElementState state() {
		JobResult known = result;
		if (known != null) {
			return endState(known);
		}
		JobState state = job.state();
		if (state.equals(JobState.CONNECTED)) {
			return ElementState.CONNECTED;
		}
		if (state.equals(JobState.SUSPENDED)) {
			return ElementState.SUSPENDED;
		}
		return state.equals(JobState.LAUNCH_UNDERWAY) || state.equals(JobState.UNDEF) ? ElementState.STARTING : ElementState.RUNNING;
	}

	private ElementState endState(JobResult known) {
		if (isWatched() && failure != null) {
			// a server need not report that a watched job has failed
			return isTerminated(known) ? ElementState.KILLED : ElementState.FAILED;
		}
		if (isWatched() && known.status().equals(Status.ERR_LOST_CONNECTION)) {
			return ElementState.ENDED;
		}
		return known.isSuccess() ? ElementState.FINISHED : isTerminated(known) ? ElementState.KILLED : ElementState.FAILED;
	}

	/** Returns the state of a rank whose end was not reported. */
	ElementState unreportedEnd() {
		ElementState state = state();
		return state == ElementState.FINISHED || state == ElementState.ENDED ? state : ElementState.KILLED;
	}

	/** Returns whether the job, or the first rank that did not end successfully, was terminated on request. */
	private boolean isTerminated(JobResult known) {
		return isTerminationRequested || known.status().equals(Status.ERR_JOB_CANCELED)
				|| failure == null && ranks.stream().anyMatch(RankNode::isTerminatedOnRequest);
	}

	/** Returns the process of the launch that has ordered this job; a spawned job has none. */
	Optional<LaunchedJob> ordered() {
		return job.spawner().isEmpty() ? launched : Optional.empty();
	}

	/** Returns the process of the launch that this job belongs to, because it has ordered the job or one of its ranks has spawned it. */
	Optional<LaunchedJob> launched() {
		return launched;
	}

	@Override
	public Optional<IProcess> process() {
		return ordered().<IProcess>map(process -> process).or(() -> debugged());
	}

	/** Returns the process that stands for it since a debugger was attached, unless a launch has ordered it. */
	Optional<DebuggedJob> debugged() {
		return Optional.ofNullable(debugged);
	}

	/** Notes the process that stands for it while it is debugged, if no launch has ordered it. */
	void debuggedBy(DebuggedJob process) {
		debugged = process;
	}

	@Override
	public Optional<JobOutput> output() {
		return launched.map(JobProcess::output).or(() -> watchedOutput);
	}

	@Override
	public CompletableFuture<List<KeyValue>> keyValues(int most) {
		return session.server().keyValues(Proc.wildcard(name()), most);
	}

	CompletableFuture<List<KeyValue>> keyValues(int rank, int most) {
		return session.server().keyValues(Proc.of(name(), rank), most);
	}

	@Override
	public Instant orderedAt() {
		return orderedAt;
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
		JobResult known = result;
		if (known != null && state() == ElementState.KILLED) {
			return Optional.of(TerminationText.of(ranks, isTerminationRequested));
		}
		if (known == null || job.isOwned()) {
			return Optional.ofNullable(known).flatMap(JobResult::message).or(() -> Optional.ofNullable(note));
		}
		return known.isSuccess() ? Optional.ofNullable(note)
				: known.message().or(() -> Optional.of(MessageFormat.format(Messages.NamespaceNode_ended, known.status())));
	}

	/** Takes over a message about a job that is only watched; its row and its output show it. */
	void message(String text) {
		note = text;
		watchedOutput.ifPresent(output -> output.message(MessageFormat.format(Messages.JobProcess_message, text)));
	}

	/** Returns the buffer for the output of a watched job. */
	Optional<OutputBuffer> watchedOutput() {
		return watchedOutput.map(BufferedOutput::buffer);
	}

	/** Ends the output of a watched job. */
	void endOutput() {
		watchedOutput().ifPresent(OutputBuffer::end);
	}

	boolean isWatched() {
		return !job.isOwned();
	}

	/** Returns whether the engine can do that. */
	boolean can(EngineCapability capability) {
		return session.server().can(capability);
	}

	@Override
	public boolean hasLocalProcesses() {
		return can(EngineCapability.LOCAL_PROCESSES);
	}

	@Override
	public OptionalInt exitCode() {
		JobResult known = result;
		return known == null || isWatched() ? OptionalInt.empty() : OptionalInt.of(known.exitCode());
	}

	@Override
	public int startedRanks() {
		return (int) ranks.stream().filter(rank -> rank.pid().isPresent()).count();
	}

	@Override
	public int connectedRanks() {
		return (int) ranks.stream().filter(RankNode::isConnected).count();
	}

	@Override
	public List<JobEvent> events() {
		return history.events(rank -> rank < ranks.size() && ranks.get(rank).state() == ElementState.KILLED);
	}

	/** Records an event; on the engine's thread. */
	void onEvent(EngineEvent event) {
		history.add(event);
	}

	@Override
	public boolean isHeld() {
		return heldAt().isPresent();
	}

	@Override
	public Optional<String> heldAt() {
		return canRelease() ? job.heldAt() : Optional.empty();
	}

	@Override
	public boolean canRelease() {
		return result == null && job.awaitsRelease();
	}

	@Override
	public void release() {
		job.release();
	}

	@Override
	public void signal(int signal, RankSet chosen) {
		Set<Integer> numbers = chosen.within(ranks.size()).stream().boxed().collect(Collectors.toUnmodifiableSet());
		if (can(EngineCapability.RANK_SIGNALS)) {
			job.signal(signal, numbers);
		} else if (ranks.stream().allMatch(rank -> numbers.contains(rank.rank()) || rank.state().isEnded())) {
			job.signal(signal);
		} else {
			message(Messages.NamespaceNode_wholeOnly);
			session.server().model().changed(this);
		}
	}

	@Override
	public boolean canTerminate() {
		return result == null;
	}

	@Override
	public void terminate() {
		if (result == null && failure == null) {
			isTerminationRequested = true;
		}
		ranks.stream().filter(rank -> !rank.state().isEnded()).forEach(RankNode::terminationRequested);
		job.terminate();
	}

	/**
	 * Takes over the programs of all ranks, which the engine knows once it has mapped the job, and ranks of a watched job that its server has
	 * not listed before; on the engine's thread.
	 *
	 * @return the ranks that are new or belong to another program than before
	 */
	List<RankNode> place(RankProcess changed) {
		boolean isLate = changed.proc().rank().value() >= ranks.size();
		if (!isLate && (isMapped || apps.size() == 1)) {
			return List.of();
		}
		isMapped = true;
		List<RankNode> moved = new ArrayList<>();
		List<RankNode> known = new ArrayList<>(ranks);
		for (RankProcess each : job.ranks()) {
			int number = each.proc().rank().value();
			AppNode app = apps.get(Math.min(each.appNumber(), apps.size() - 1));
			if (number == known.size()) {
				RankNode late = new RankNode(app, number);
				late.bind(each);
				known.add(late);
				moved.add(late);
			} else if (number >= 0 && number < known.size() && known.get(number).app() != app) {
				known.get(number).moveTo(app);
				moved.add(known.get(number));
			}
		}
		ranks = List.copyOf(known);
		apps.forEach(app -> app.mapped(known.stream().filter(rank -> rank.app() == app).toList()));
		return moved;
	}

	/** Takes over the state of a rank; on the engine's thread. Returns nothing for one that is unknown. */
	Optional<RankNode> rankChanged(RankProcess changed) {
		int number = changed.proc().rank().value();
		if (number >= ranks.size()) {
			return Optional.empty();
		}
		RankNode rank = rank(number);
		rank.bind(changed);
		Optional<ExitOutcome> fate = changed.fate().filter(found -> found.cause().isFailure());
		if (failure == null && fate.isPresent() && !rank.isTerminatedOnRequest()) {
			Instant now = Instant.now();
			failure = new FirstFailure(rank, fate.get().description(), now, Duration.between(orderedAt, now));
		}
		return Optional.of(rank);
	}

	/** Takes over what ranks wait for, and returns the elements that have changed. */
	List<JobElement> waits(List<Wait> now) {
		RankWaits before = waits;
		RankWaits known = result == null ? RankWaits.of(name(), now) : RankWaits.NONE;
		waits = known;
		List<JobElement> changed = new ArrayList<>();
		if (known != before) {
			changed.add(this);
			known.changed(before, ranks.size()).forEach(rank -> changed.add(rank(rank)));
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

	/** Records how the job ended. */
	void ended(JobResult how) {
		waits = RankWaits.NONE;
		ended = Instant.now();
		result = how;
		debugged().ifPresent(DebuggedJob::gone);
	}
}
