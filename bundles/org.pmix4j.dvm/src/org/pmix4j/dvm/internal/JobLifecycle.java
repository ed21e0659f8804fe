// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.pmix4j.client.IofOutput;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;

/**
 * The life of a job in a server: requests its launch, passes on its output and input, takes over what the server reports, and completes its
 * result. Owned by its job; all methods are called on the engine's thread, if they do not say otherwise, and the fields that others read
 * are volatile.
 */
// Long because one object owns all states of a job, which change on one thread.
public final class JobLifecycle {
	private static final int TIMED_OUT = 110;
	/** The pauses between looks at a job that starts, in milliseconds, which double. */
	private static final long FIRST_PAUSE = 10;
	private static final long LAST_PAUSE = 640;
	/** The time for the server to report the end of a job whose processes are gone. */
	private static final Duration REPORT_LIMIT = Duration.ofSeconds(1);
	/** The longest time that the refusal of a job waits for the reason. */
	private static final Duration REASON_LIMIT = Duration.ofSeconds(3);
	private static final JobOutcome ON_REQUEST = JobOutcome.failure(Status.ERR_JOB_CANCELED, 1, "the job was ended on request");
	/** Refusals that the user expects. */
	private static final Set<Status> MOOT = Set.of(Status.ERR_NOT_FOUND, Status.ERR_UNREACH);
	private static final Executor OFF_THREAD = Thread::startVirtualThread;
	private static final System.Logger LOG = System.getLogger(JobLifecycle.class.getName());

	private final ServerJob job;
	private final ServerLink link;
	private final JobSpec spec;
	private final boolean owned;
	private final List<JobListener> listeners;
	private final CompletableFuture<String> named = new CompletableFuture<>();
	/** As the one above, but also completes for a job that was refused; on the engine's thread. */
	private final CompletableFuture<String> known = new CompletableFuture<>();
	private final CompletableFuture<Boolean> started = new CompletableFuture<>();
	private final CompletableFuture<JobResult> ended = new CompletableFuture<>();
	private final Optional<JobStreams> streams;
	private final EndWatch watch;
	private final RankTable table;
	private volatile String nspace = "";
	private volatile JobStage stage = JobStage.INIT;
	private volatile Optional<JobResult> result = Optional.empty();
	private volatile Optional<String> heldAt = Optional.empty();
	private volatile boolean isWatched;
	/** The reason of an end that the engine itself has caused, which counts in place of the server's report. */
	private Optional<JobOutcome> cause = Optional.empty();
	private boolean onRequest;
	private boolean ran;
	/** Whether the server has refused the job, and its reason may still come. */
	private boolean isUnexplained;
	private boolean looking;
	private boolean ending;

	JobLifecycle(ServerJob job, ServerLink link, JobSpec spec, boolean owned, List<JobListener> listeners) {
		this.job = job;
		this.link = link;
		this.spec = spec;
		this.owned = owned;
		this.listeners = List.copyOf(listeners);
		watch = new EndWatch(link.server().nspace(), pid -> ProcessHandle.of(pid).isPresent());
		table = new RankTable(job, link);
		streams = owned ? Optional.of(new JobStreams(this, link, spec)) : Optional.empty();
	}

	/**
	 * Requests the launch. Called on the engine's thread.
	 *
	 * @param more directives in addition to those of the specification
	 */
	public void launch(Infos more) {
		new LaunchRequest(this, link, spec, more).send();
	}

	/** Ends a job that the server has refused; PRRTE explains that by an event or a message, which may come a moment later. */
	void refused(String name, JobOutcome refusal, Supplier<Optional<String>> reasons) {
		nspace = name;
		cause = Optional.of(refusal);
		isUnexplained = true;
		if (link.dialect().isComplete()) {
			explain(refusal, reasons);
		} else {
			link.later(REASON_LIMIT, () -> explain(refusal, reasons));
			CompletableFuture.anyOf(link.router().reason(), ended).thenRun(() -> link.execute(() -> explain(refusal, reasons)));
		}
		known.complete(name);
	}

	/** Ends a job that the server has refused, unless that has been done. */
	private void explain(JobOutcome refusal, Supplier<Optional<String>> reasons) {
		if (isUnexplained) {
			isUnexplained = false;
			cause = Optional.of(refusal.explainedBy(reasons.get(), spec));
			end(refusal);
		}
	}

	/** Notes its namespace, and begins to pass on its output and input. Called on the engine's thread. */
	public void begin(String name) {
		nspace = name;
		// a listener that takes output, too, must know the job before it
		inform(listener -> listener.jobChanged(job, JobState.LAUNCH_UNDERWAY));
		if (streams.isPresent()) {
			link.router().named(name, streams.get());
			streams.get().begin(name);
		}
		enter(JobStage.LAUNCH_APPS);
		if (owned && !link.dialect().isComplete()) {
			// it replies when all ranks run
			running();
			limit(spec.timeout());
		}
		OFF_THREAD.execute(() -> named.complete(name));
		known.complete(name);
	}

	private void limit(Duration time) {
		if (time.isPositive()) {
			link.later(time, () -> {
				if (!ending) {
					cause = Optional.of(JobOutcome.failure(Status.ERR_TIMEOUT, TIMED_OUT,
							"the job ran into its time limit of " + time.toSeconds() + " s"));
					control(link.dialect().termination(), Proc.wildcard(nspace));
				}
			});
		}
	}

	/**
	 * Asks the server for the processes of the job, and takes over the answer.
	 *
	 * @return completes when that is done
	 */
	public CompletableFuture<Void> look() {
		return ServerTables.processes(link, nspace).thenCombine(ServerTables.stops(link, nspace),
				(processes, stops) -> CompletableFuture.runAsync(() -> update(processes, stops), link::execute))
				.thenCompose(taken -> taken);
	}

	/**
	 * Takes over its process table. Called on the engine's thread.
	 *
	 * @param processes its ranks; none if the server does not know the job
	 * @param stops     the ranks that are stopped by a signal
	 */
	public void update(List<ProcInfo> processes, Map<Proc, RankStop> stops) {
		if (ending || processes.isEmpty()) {
			return;
		}
		for (ServerRank rank : table.update(processes, stops)) {
			inform(listener -> listener.onEvent(job, new EngineEvent.RankEntered(Instant.now(), rank.proc(), rank.stage())));
			inform(listener -> listener.rankChanged(job, rank));
		}
		if (table.all(rank -> rank.state() != RankState.PREPARED)) {
			running();
			enter(table.all(RankProcess::isSuspended) ? JobStage.SUSPENDED
					: table.all(rank -> rank.state() == RankState.CONNECTED) ? JobStage.REGISTERED : JobStage.RUNNING);
		}
		if (owned && !link.dialect().isComplete()) {
			switch (watch.look(processes, System.nanoTime())) {
				case LOST -> endUnreported();
				case SEARCH -> search(processes);
				case RUNS -> {
					// looked at again with the next table
				}
			}
		}
	}

	/** Ends a job none of whose processes runs, although the server does not report that. */
	private void endUnreported() {
		// no process is left, so this only frees the slots
		control(Info.of(JobControlAttributes.JOB_CTRL_KILL, true), Proc.wildcard(nspace));
		end(JobOutcome.failure(Status.ERROR, JobResult.HOST_FAILED,
				"the processes of the job have ended, but the server does not report its end; its exit code is unknown"
						+ " (PRRTE loses the ends of some jobs that last less than 0.1 s)"));
	}

	private void search(List<ProcInfo> processes) {
		NodeSearch.begin(link, nspace, processes).whenComplete((found, problem) -> {
			if (problem != null) {
				LOG.log(System.Logger.Level.DEBUG, "the nodes of job " + nspace + " were not searched: " + problem.getMessage());
			} else if (found.isEmpty()) {
				// the report may have been on its way
				link.later(REPORT_LIMIT, () -> {
					if (!ending) {
						endUnreported();
					}
				});
			} else if (found.size() < processes.size()) {
				watch.someGone();
			}
		});
	}

	private void running() {
		if (!ran) {
			ran = true;
			enter(JobStage.RUNNING);
			started.completeAsync(() -> true, OFF_THREAD);
		}
	}

	private void enter(JobStage next) {
		if (stage != next) {
			JobState before = state();
			stage = next;
			inform(listener -> listener.onEvent(job, new EngineEvent.JobEntered(Instant.now(), Proc.wildcard(nspace), next)));
			if (!before.equals(next.state())) {
				inform(listener -> listener.jobChanged(job, next.state()));
			}
		}
	}

	void inform(Consumer<JobListener> news) {
		for (JobListener listener : listeners) {
			try {
				news.accept(listener);
			} catch (Throwable e) { // also a checked exception, which other languages do not declare
				LOG.log(System.Logger.Level.ERROR, "a listener of a job failed", e);
			}
		}
	}

	/** Ends the job because its output cannot be written. */
	void outputFailed(JobOutcome failure) {
		cause = cause.or(() -> Optional.of(failure));
		control(link.dialect().interruption(), Proc.wildcard(nspace));
	}

	/** Takes diagnostic output of the server: the end of the job, a report, or messages. */
	void diagnostics(IofOutput piece, String text) {
		Optional<JobOutcome> end = link.dialect().outcome(piece);
		if (end.isPresent()) {
			end(end.get());
		} else if (Submission.isReport(piece.infos())) {
			inform(listener -> listener.report(job, text));
		} else {
			(link.dialect().isComplete() ? text.lines() : ServerText.lines(text).stream()).forEach(this::say);
		}
	}

	/** Passes on a message about the job. Called on the engine's thread. */
	void say(String line) {
		inform(listener -> listener.message(job, line));
	}

	/**
	 * Ends the job because the server is lost. Called on the engine's thread.
	 *
	 * @param reasons the last lines that the server has written
	 */
	public void lost(List<String> reasons) {
		reasons.stream().filter(line -> !ending).forEach(this::say);
		endWithoutReport(JobOutcome.failure(Status.ERR_LOST_CONNECTION, JobResult.HOST_FAILED,
				"the server has ended before the job; " + link.afterLoss()));
	}

	/** Ends a job that a closing engine cannot end, without its output. Called on the engine's thread. */
	public void abandon() {
		streams.ifPresent(JobStreams::abandon);
		endWithoutReport(JobOutcome.failure(Status.ERR_JOB_CANCELED, JobResult.HOST_FAILED, "the engine was closed; " + link.afterLoss()));
	}

	private void endWithoutReport(JobOutcome outcome) {
		cause = cause.or(() -> Optional.of(outcome));
		end(outcome);
	}

	/** Ends a watched job that the server no longer lists. It counts as successful, but the outcomes of its ranks are unknown. */
	public void vanished() {
		end(new JobOutcome(Status.SUCCESS, 0, Optional.empty(), Optional.of("the end of the job was not reported")));
	}

	/**
	 * Notes the end that an event reports. Called on the engine's thread.
	 *
	 * @param event the end of this job
	 */
	public void endedBy(PmixEvent event) {
		JobOutcome outcome = JobOutcome.of(event);
		cause = cause.map(own -> ran ? own : own.explainedBy(outcome.message(), spec));
		// the event of a refusal may say nothing, and the reason come as a message behind it
		if (!isUnexplained || outcome.message().isPresent()) {
			end(outcome.explainedBy(Optional.empty(), spec));
		}
	}

	/** Notes the end that the server reports; the first report counts. Called on the engine's thread. */
	void end(JobOutcome reported) {
		if (ending) {
			return;
		}
		ending = true;
		// PRRTE reports success for a job that was killed
		JobOutcome outcome = cause.orElse(onRequest && reported.isSuccess() && !link.dialect().isComplete() ? ON_REQUEST : reported);
		CompletableFuture<Void> written = streams.map(JobStreams::end).orElseGet(() -> CompletableFuture.completedFuture(null));
		written.handle((done, never) -> outcome).thenCompose(this::orCancellation).thenAccept(end -> link.execute(() -> complete(end)));
	}

	/** Returns the end of the job, or that of its allocation if that has caused it. */
	private CompletableFuture<JobOutcome> orCancellation(JobOutcome end) {
		// also of a request: the resource manager may signal this process, too
		return end.isSuccess() || cause.isPresent() ? CompletableFuture.completedFuture(end)
				: link.cancellation().thenApply(found -> found
						.map(reason -> JobOutcome.failure(Status.ERR_JOB_CANCELED, JobResult.HOST_FAILED, reason)).orElse(end));
	}

	private void complete(JobOutcome outcome) {
		link.jobEnded();
		link.router().ended(nspace);
		table.end(nspace, spec.size(), outcome, owned);
		if (outcome.isSuccess()) {
			running();
		} else if (!ran) {
			started.completeAsync(() -> false, OFF_THREAD);
		}
		named.completeExceptionally(new IllegalStateException("the job has ended"));
		Optional<RankProcess> culprit = outcome.culprit().flatMap(table::find);
		boolean isBare = outcome.message().isEmpty() && cause.isEmpty() && !link.dialect().isComplete();
		JobResult known = new JobResult(nspace, outcome.status(), outcome.exitCode(), culprit,
				isBare ? RankTable.description(outcome, culprit) : outcome.message());
		result = Optional.of(known);
		for (ServerRank rank : table.ranks()) {
			inform(listener -> listener.rankChanged(job, rank));
		}
		stage = JobStage.TERMINATED;
		JobStage last = outcome.isSuccess() ? stage : JobStage.ofFailure(outcome.status());
		inform(listener -> listener.onEvent(job, new EngineEvent.JobEntered(Instant.now(), Proc.wildcard(nspace), last)));
		inform(listener -> listener.jobChanged(job, state()));
		ended.completeAsync(() -> known, OFF_THREAD);
	}

	/**
	 * Does something on the engine's thread when the namespace is known; never if the launch fails.
	 *
	 * @param action gets the namespace
	 */
	public void whenNamed(Consumer<String> action) {
		named.thenAccept(name -> link.execute(() -> action.accept(name)));
	}

	/**
	 * Does something on the engine's thread when the server has named the job, even if it has refused it.
	 *
	 * @param action gets the namespace
	 */
	public void whenKnown(Consumer<String> action) {
		known.thenAccept(action);
	}

	/** Returns whether its end is known, although its output may not have been written. */
	boolean isOver() {
		return ending;
	}

	/** {@return whether its launch is under way, and its namespace not known yet} */
	public boolean isLaunching() {
		return nspace.isEmpty() && result.isEmpty();
	}

	/** {@return whether its end is known; from then on its engine does not list it} */
	public boolean hasEnded() {
		return result.isPresent();
	}

	/** {@return whether its process table must be read again and again} */
	public boolean isWatched() {
		return isWatched || !link.dialect().isComplete();
	}

	/** Reads the process table from now on, soon and often until all ranks run: no event reports that. */
	public void watch() {
		isWatched = true;
		whenNamed(name -> {
			if (!looking) {
				looking = true;
				lookAgain(FIRST_PAUSE);
			}
		});
	}

	private void lookAgain(long pause) {
		if (!ending && (table.ranks().isEmpty() || !ran)) {
			long begun = System.nanoTime();
			look().whenComplete((found, problem) -> link.later(ServerTables.pause(Duration.ofMillis(pause), begun),
					() -> lookAgain(Math.min(LAST_PAUSE, 2 * pause))));
		}
	}

	/** Notes that all ranks that stop for a debugger have stopped. Called on the engine's thread. */
	public void held() {
		String breakpoint = spec.get(JobOptions.STOP_IN_INIT) ? "pmix-init" : spec.get(JobOptions.BREAKPOINT);
		heldAt = Optional.of(breakpoint);
		// a debugger needs the nodes and process ids of the ranks
		look().whenComplete((table, unknown) -> link.execute(() -> inform(listener -> listener.readyForDebug(job, breakpoint))));
	}

	/** Requests control of processes. Returns whether the server has followed; a refusal becomes a message. */
	CompletableFuture<Boolean> control(Info directive, Proc... targets) {
		return link.control(List.of(targets), directive).handle((infos, problem) -> {
			// a job that has just ended is not found, and a lost server is reported otherwise
			if (problem instanceof PmixException refusal && !MOOT.contains(refusal.status())) {
				link.execute(() -> inform(listener -> listener.message(job, "the server did not follow an order: " + problem.getMessage())));
			}
			return problem == null;
		});
	}

	/** Gives the server an order that ends the job. A PRRTE server reports success for a job that it has killed. */
	void endOnRequest(Info directive) {
		whenNamed(name -> {
			onRequest = true;
			control(directive, Proc.wildcard(name));
		});
	}

	/** Returns the state of the job. Called on any thread. */
	JobState state() {
		return result.map(known -> known.isSuccess() ? JobState.TERMINATED : JobState.TERMINATED_WITH_ERROR).orElseGet(() -> stage.state());
	}

	String nspace() {
		return nspace;
	}

	JobStage stage() {
		return stage;
	}

	RankTable table() {
		return table;
	}

	Optional<JobResult> result() {
		return result;
	}

	Optional<String> heldAt() {
		return heldAt;
	}

	Optional<JobStreams> streams() {
		return streams;
	}

	CompletableFuture<String> named() {
		return named;
	}

	CompletableFuture<Boolean> started() {
		return started;
	}

	CompletableFuture<JobResult> ended() {
		return ended;
	}
}
