// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

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
import org.pmix4j.model.Proc;

/**
 * One job from its order to its result. Owned by the host; all state lives on the host's thread, and what the interface tells can be
 * read from any. The way: plan, register, start all ranks; count exits and ends; when all have ended, clean up and tell the result.
 */
public final class JobRun implements Job {
	private final HostContext host;
	private final int number;
	private final String nspace;
	private final JobSpec spec;
	private final JobNews news;
	private final JobTies ties;
	private final JobEvents events;
	private final HeldOutput held;
	private final JobHold hold;
	private final JobSuspension suspension = new JobSuspension();
	private final JobVerdict verdict = new JobVerdict();
	private final CompletableFuture<Boolean> started = new CompletableFuture<>();
	private final CompletableFuture<JobResult> ended = new CompletableFuture<>();
	private final CompletableFuture<Void> allGone = new CompletableFuture<>();
	private volatile JobState state = JobState.UNDEF;
	private volatile List<RankRun> ranks = List.of();

	private Optional<JobLaunch> launch = Optional.empty();
	private int starting;
	private int running;
	private int initialized;
	private int open;
	private boolean ending;

	/**
	 * Makes a job that does nothing yet.
	 * @param host   the host
	 * @param number of the job
	 * @param nspace its namespace
	 * @param spec   what was ordered
	 * @param origin if a process has spawned it; then this is on the host's thread
	 */
	public JobRun(HostContext host, int number, String nspace, JobSpec spec, Optional<JobOrigin> origin) {
		this.host = host;
		this.number = number;
		this.nspace = nspace;
		this.spec = spec;
		news = new JobNews(this, host.listener());
		ties = new JobTies(this, host.thread(), origin);
		events = new JobEvents(host.server(), nspace, origin);
		hold = new JobHold(host.server(), this, news, ties.spawner());
		held = new HeldOutput(host.thread(), () -> launch.filter(JobLaunch::isOutputBehind).isPresent(), this::closeHeldOutput);
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

	JobHold hold() {
		return hold;
	}

	JobTies ties() {
		return ties;
	}

	@Override
	public Optional<Proc> spawner() {
		return ties.spawner();
	}

	@Override
	public CompletableFuture<JobResult> familyEnded() {
		return ties.familyOver().copy();
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
		host.thread().execute(() -> deliver(signal, ranks));
	}

	@Override
	public Optional<String> heldAt() {
		return hold.place();
	}

	@Override
	public void release() {
		host.thread().execute(hold::release);
	}

	@Override
	public void terminate() {
		host.thread().execute(() -> fail(JobFailure.canceled(), true));
	}

	@Override
	public void interrupt() {
		host.thread().execute(() -> {
			if (isEnding()) {
				launch.ifPresent(JobLaunch::killNow);
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
			JobPlan plan = JobPlanner.plan(host, nspace, spec, ties.origin());
			ranks = plan.map().ranks().stream().map(placement -> new RankRun(this, placement)).toList();
			JobLaunch begun = new JobLaunch(host, this, plan);
			launch = Optional.of(begun);
			ties.limit(spec.timeout());
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
		events.started();
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
				events.launched();
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
	 * Somebody has called PMIx_Abort and names whom to end; returns when they have ended. It is the job's failure, and the caller is to
	 * blame, whomever it named.
	 */
	CompletableFuture<Void> abort(JobFailure reason, AbortRequest request, List<RankRun> targets) {
		boolean all = targets.size() == ranks.size();
		if (!ending) {
			targets.stream().filter(rank -> !all || rank.proc().equals(request.caller())).forEach(rank -> rank.abortedBy(request));
			fail(reason, all);
		}
		if (!ending) {
			kill(targets);
		}
		return RankRun.gone(targets);
	}

	/** Somebody who may do so wants an end of these ranks, in order or at once; returns when they have ended. That is no failure. */
	CompletableFuture<Void> end(List<RankRun> targets, boolean atOnce) {
		if (targets.size() == ranks.size()) {
			fail(JobFailure.requested(), true);
		} else {
			kill(targets);
		}
		if (atOnce) {
			targets.forEach(rank -> rank.signal(Signals.KILL));
		}
		return RankRun.gone(targets);
	}

	private void rankExited(RankRun rank, ExitStatus exit) {
		running--;
		Fate fate = rank.exited(exit, initialized > 0);
		news.changed(rank);
		if (fate.cause().isFailure()) {
			fail(JobFailure.of(rank, fate, ranks.size()), false);
			if (!ending) {
				events.failed(rank, fate);
			}
		}
		events.ended(rank, fate);
		if (running == 0 && open > 0 && starting == 0 && !ending) {
			held.await();
		}
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
		List<RankRun> exited = ranks.stream().filter(rank -> rank.state() == RankState.EXITED).toList();
		if (!exited.isEmpty()) {
			tell(FailureText.heldOutput(exited, HeldOutput.LINGER));
			kill(exited);
		}
	}

	/** Output cannot be written; that counts too if it is found out only after the last process has gone. */
	void outputLost(IOException reason) {
		JobFailure failure = JobFailure.outputLost(reason);
		verdict.note(failure);
		fail(failure, true);
	}

	/** Notes what went wrong, if it is the first thing, and ends the job if that is the policy or cannot be helped. */
	void fail(JobFailure what, boolean fatal) {
		if (isEnding()) {
			return;
		}
		verdict.note(what);
		ties.failing();
		if (fatal || spec.errorPolicy() == ErrorPolicy.TERMINATE) {
			ending = true;
			kill(ranks);
			ties.gone(false);
		}
	}

	boolean isEnding() {
		return ending || allGone.isDone();
	}

	private void kill(List<RankRun> targets) {
		launch.ifPresent(begun -> begun.end(targets));
	}

	/** Gives up what stands in the way of the job's end; for a host that closes. */
	public void abandon() {
		host.thread().execute(() -> {
			fail(JobFailure.canceled(), true);
			launch.ifPresent(JobLaunch::killNow);
		});
	}

	/** Delivers a signal to some of the ranks; what concerns all of them changes the state of the job. */
	void deliver(int signal, List<RankRun> targets) {
		int delivered = signal == Signals.TSTP ? Signals.STOP : signal;
		targets.forEach(rank -> rank.signal(delivered));
		if (targets.size() == ranks.size() && running > 0 && suspension.changes(delivered)) {
			become(suspension.isOn() ? JobState.SUSPENDED : initialized == ranks.size() ? JobState.CONNECTED : JobState.RUNNING);
		}
	}

	private void finishIfDone() {
		if (starting > 0 || open > 0 || allGone.isDone()) {
			return;
		}
		held.cancel();
		allGone.complete(null);
		started.complete(false);
		ties.gone(verdict.isGood());
		if (launch.isPresent()) {
			launch.get().cleanUp().whenCompleteAsync((done, problem) -> conclude(), host.thread()::execute);
		} else {
			conclude();
		}
	}

	private void conclude() {
		JobResult result = verdict.result(nspace, ranks);
		become(result.isSuccess() ? JobState.TERMINATED : JobState.TERMINATED_WITH_ERROR);
		ties.origin().flatMap(from -> result.message()).ifPresent(text -> tell("job " + number + ": " + text));
		events.over(result);
		ended.complete(result);
		ties.over(result);
	}

	private void become(JobState next) {
		state = next;
		news.changed(next);
	}

	void tell(String text) {
		news.tell(text);
	}
}
