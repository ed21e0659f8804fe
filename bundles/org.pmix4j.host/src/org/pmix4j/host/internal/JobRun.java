// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.ErrorPolicy;
import org.pmix4j.host.Fate;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.RankProcess;
import org.pmix4j.host.RankState;
import org.pmix4j.host.process.ChildProcess;
import org.pmix4j.host.process.ExitStatus;
import org.pmix4j.host.process.Signals;
import org.pmix4j.host.process.SpawnException;
import org.pmix4j.model.JobState;

/**
 * One job from its order to its result. Owned by the host; all state lives on the host's thread, and what the interface tells can be
 * read from any. The way: plan, register, start all ranks; count exits and ends; when all have ended, clean up and tell the result.
 */
public final class JobRun implements Job {
	/** Between TERM and KILL; the time that PRRTE gives. */
	private static final Duration GRACE = Duration.ofMillis(250);
	/** How long output may stay open after the last process of the job has gone: somebody else holds it. */
	private static final Duration LINGER = Duration.ofSeconds(2);

	/** SIGTSTP, which a program may ignore. */
	private static final int TERMINAL_STOP = 20;

	private final HostContext host;
	private final int number;
	private final String nspace;
	private final JobSpec spec;
	private final JobNews news;
	private final JobVerdict verdict = new JobVerdict();
	private final CompletableFuture<Boolean> started = new CompletableFuture<>();
	private final CompletableFuture<JobResult> ended = new CompletableFuture<>();
	private final CompletableFuture<Void> allGone = new CompletableFuture<>();
	private volatile JobState state = JobState.UNDEF;
	private volatile List<RankRun> ranks = List.of();

	private Optional<JobLaunch> launch = Optional.empty();
	private @Nullable Future<?> timeout;
	private @Nullable Future<?> linger;
	private int starting;
	private int running;
	private int initialized;
	private int open;
	private boolean ending;
	private boolean suspended;

	/**
	 * Makes a job that does nothing yet.
	 *
	 * @param host   the host
	 * @param number of the job
	 * @param nspace its namespace
	 * @param spec   what was ordered
	 */
	public JobRun(HostContext host, int number, String nspace, JobSpec spec) {
		this.host = host;
		this.number = number;
		this.nspace = nspace;
		this.spec = spec;
		news = new JobNews(this, host.listener());
	}

	@Override
	public String nspace() {
		return nspace;
	}

	@Override
	public int number() {
		return number;
	}

	@Override
	public JobSpec spec() {
		return spec;
	}

	@Override
	public JobState state() {
		return state;
	}

	@Override
	public List<RankProcess> ranks() {
		return List.copyOf(ranks);
	}

	List<RankRun> rankRuns() {
		return ranks;
	}

	@Override
	public CompletableFuture<Boolean> started() {
		return started.copy();
	}

	@Override
	public CompletableFuture<JobResult> ended() {
		return ended.copy();
	}

	@Override
	public void signal(int signal) {
		host.thread().execute(() -> forward(signal));
	}

	@Override
	public void terminate() {
		host.thread().execute(() -> {
			if (!ending) {
				fail(JobFailure.canceled(), true);
			}
		});
	}

	@Override
	public void interrupt() {
		host.thread().execute(() -> {
			if (ending || allGone.isDone()) {
				killNow();
			} else {
				fail(JobFailure.canceled(), true);
			}
		});
	}

	@Override
	public String dump() {
		return JobDump.of(this);
	}

	@Override
	public String toString() {
		return nspace;
	}

	/** Begins; on the host's thread, once. */
	public void start() {
		become(JobState.LAUNCH_UNDERWAY);
		try {
			JobPlan plan = JobPlanner.plan(host, nspace, spec);
			ranks = plan.map().ranks().stream().map(placement -> new RankRun(this, placement)).toList();
			JobLaunch begun = new JobLaunch(host, this, plan);
			launch = Optional.of(begun);
			if (!spec.timeout().isZero()) {
				timeout = host.thread().schedule(spec.timeout(), () -> fail(JobFailure.timedOut(spec.timeout()), true));
			}
			begun.register();
		} catch (SpawnException e) {
			fail(JobFailure.notStarted(e), true);
			finishIfDone();
		} catch (IOException | RuntimeException e) {
			fail(JobFailure.notLaunched(String.valueOf(e.getMessage())), true);
			finishIfDone();
		}
	}

	/** The server knows the job, or does not want it; now its processes are started, unless somebody has changed his mind. */
	void registered(Optional<String> problem) {
		problem.ifPresent(reason -> fail(JobFailure.notLaunched(reason), true));
		if (ending) {
			finishIfDone();
		} else {
			starting = ranks.size();
			launch.ifPresent(JobLaunch::spawn);
		}
	}

	/** A rank runs. */
	void rankStarted(RankRun rank, ChildProcess child) {
		starting--;
		running++;
		open++;
		rank.started(child);
		news.changed(rank);
		child.exit().thenAcceptAsync(exit -> rankExited(rank, exit), host.thread()::execute);
		child.ended().thenRunAsync(() -> rankEnded(rank), host.thread()::execute);
		if (ending) {
			kill(List.of(rank));
		}
		launchedIfDone();
	}

	/** A rank cannot be started; the others are ended under any policy, as a job is whole or not at all. */
	void rankNotStarted(RankRun rank, JobFailure reason) {
		starting--;
		rank.notStarted(reason);
		news.changed(rank);
		fail(reason, true);
		launchedIfDone();
	}

	private void launchedIfDone() {
		if (starting == 0) {
			if (!ending) {
				become(JobState.RUNNING);
				launch.ifPresent(JobLaunch::feedInput);
				started.complete(true);
			}
			finishIfDone();
		}
	}

	/** A rank has called PMIx_Init. */
	void rankConnected(RankRun rank) {
		initialized += rank.isInitialized() ? 0 : 1;
		rank.connected();
		news.changed(rank);
		if (state.equals(JobState.RUNNING) && initialized == ranks.size()) {
			become(JobState.CONNECTED);
		}
	}

	/** A rank has called PMIx_Finalize. */
	void rankFinalized(RankRun rank) {
		rank.finalized();
		news.changed(rank);
	}

	/**
	 * A rank has called PMIx_Abort and names whom to end; returns when they have ended. It is the job's failure, and the caller is to
	 * blame, whomever it named.
	 */
	CompletableFuture<Void> abort(RankRun caller, AbortRequest request, List<RankRun> targets) {
		boolean all = targets.size() == ranks.size();
		if (!ending) {
			(all ? List.of(caller) : targets).forEach(rank -> rank.abortedBy(request));
			fail(JobFailure.aborted(caller, request, ranks.size()), all);
		}
		if (!ending) {
			kill(targets);
		}
		List<CompletableFuture<ExitStatus>> gone = targets.stream().flatMap(rank -> rank.child().stream())
				.map(child -> child.ended().toCompletableFuture()).toList();
		return CompletableFuture.allOf(gone.toArray(CompletableFuture[]::new));
	}

	private void rankExited(RankRun rank, ExitStatus exit) {
		running--;
		Fate fate = rank.exited(exit, initialized > 0);
		news.changed(rank);
		if (fate.cause().isFailure()) {
			fail(JobFailure.of(rank, fate, ranks.size()), false);
			if (!ending) {
				launch.ifPresent(begun -> begun.tellSurvivors(rank, fate));
			}
		}
		if (running == 0 && open > 0 && starting == 0 && !ending) {
			awaitOutput();
		}
	}

	private void awaitOutput() {
		linger = host.thread().schedule(LINGER, this::closeHeldOutput);
	}

	private void rankEnded(RankRun rank) {
		open--;
		rank.ended();
		news.changed(rank);
		if (!ending) {
			launch.ifPresent(begun -> begun.forget(rank));
		}
		finishIfDone();
	}

	/** All processes have exited, yet somebody holds the writing end of their output: a daemon, or what a shell left in the background. */
	private void closeHeldOutput() {
		if (launch.isPresent() && launch.get().isOutputBehind()) {
			awaitOutput();
			return;
		}
		List<RankRun> held = ranks.stream().filter(rank -> rank.state() == RankState.EXITED).toList();
		if (!held.isEmpty()) {
			tell("the output of rank " + FailureText.list(held.stream().map(rank -> rank.proc().rank().value()).toList())
					+ " is closed: another process held it open for " + LINGER.toSeconds() + " s after the last rank had exited");
			kill(held);
		}
	}

	/** Output cannot be written; that counts too if it is found out only after the last process has gone. */
	void outputLost(IOException reason) {
		JobFailure failure = JobFailure.outputLost(reason);
		verdict.note(failure);
		fail(failure, true);
	}

	/** Notes what went wrong, if it is the first thing, and ends the job if that is the policy or cannot be helped. */
	private void fail(JobFailure what, boolean fatal) {
		if (allGone.isDone() || ending) {
			return;
		}
		verdict.note(what);
		if (fatal || spec.errorPolicy() == ErrorPolicy.TERMINATE) {
			ending = true;
			kill(ranks);
		}
	}

	private void kill(List<RankRun> targets) {
		List<ChildProcess> children = new ArrayList<>();
		for (RankRun rank : targets) {
			if (rank.isRunning()) {
				rank.toBeKilled();
			}
			if (rank.state() != RankState.ENDED) {
				rank.child().ifPresent(children::add);
			}
		}
		if (!children.isEmpty()) {
			host.loop().terminate(children, GRACE);
		}
	}

	private void killNow() {
		for (RankRun rank : ranks) {
			rank.signal(Signals.KILL);
			rank.child().ifPresent(child -> child.closeOutputs(Duration.ZERO));
		}
		launch.ifPresent(JobLaunch::abandonOutput);
	}

	/** Gives up what stands in the way of the job's end; for a host that closes. */
	public void abandon() {
		host.thread().execute(() -> {
			fail(JobFailure.canceled(), true);
			killNow();
		});
	}

	private void forward(int signal) {
		int delivered = signal == TERMINAL_STOP ? Signals.STOP : signal;
		ranks.forEach(rank -> rank.signal(delivered));
		if (delivered == Signals.STOP && running > 0) {
			suspended = true;
			become(JobState.SUSPENDED);
		} else if (delivered == Signals.CONT && suspended) {
			suspended = false;
			become(initialized == ranks.size() ? JobState.CONNECTED : JobState.RUNNING);
		}
	}

	private void finishIfDone() {
		if (starting > 0 || open > 0 || allGone.isDone()) {
			return;
		}
		cancel(timeout);
		cancel(linger);
		allGone.complete(null);
		started.complete(false);
		if (launch.isPresent()) {
			launch.get().cleanUp().whenCompleteAsync((done, problem) -> conclude(), host.thread()::execute);
		} else {
			conclude();
		}
	}

	private void conclude() {
		JobResult result = verdict.result(nspace, ranks);
		become(result.isSuccess() ? JobState.TERMINATED : JobState.TERMINATED_WITH_ERROR);
		ended.complete(result);
	}

	private static void cancel(@Nullable Future<?> timer) {
		if (timer != null) {
			timer.cancel(false);
		}
	}

	private void become(JobState next) {
		state = next;
		news.changed(next);
	}

	/** Tells the user something. */
	void tell(String text) {
		news.tell(text);
	}
}
