// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.ErrorPolicy;
import org.pmix4j.host.Fate;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.RankState;
import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.fate.JobVerdict;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.plan.JobPlanner;
import org.pmix4j.host.internal.posix.ExitStatus;
import org.pmix4j.host.internal.posix.Signals;
import org.pmix4j.host.internal.process.ChildProcess;
import org.pmix4j.host.internal.process.SpawnException;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;

/**
 * The way of one job from its order to its result: plan, register, start all ranks; count exits and ends; when all have ended, clean
 * up and tell the result. Owned by its {@link JobRun}; changed on the host's thread only, state, ranks and futures can be read from
 * any.
 */
public final class JobCourse implements LaunchListener, Kin {
	private final HostContext host;
	private final SessionRun session;
	private final Job job;
	private final JobNews news;
	private final JobTies ties;
	private final JobEvents events;
	private final HeldOutput held;
	private final JobHold hold;
	private final JobVerdict verdict = new JobVerdict();
	private final RankTally tally = new RankTally();
	private final JobSignals signals = new JobSignals(tally, this::suspendedOrResumed);
	private final CompletableFuture<Boolean> started = new CompletableFuture<>();
	private final CompletableFuture<JobResult> ended = new CompletableFuture<>();
	private final CompletableFuture<Void> allGone = new CompletableFuture<>();
	private volatile JobState state = JobState.UNDEF;
	private volatile List<RankRun> ranks = List.of();

	private final List<Runnable> early = new ArrayList<>();
	private Optional<JobLaunch> launch = Optional.empty();
	private boolean ending;

	/** Nothing is done yet; on the host's thread if there is an origin. */
	JobCourse(HostContext host, Job job, JobRequest request) {
		this.host = host;
		session = request.session();
		this.job = job;
		ties = new JobTies(this, host.thread(), request);
		news = new JobNews(job, List.of(host.listener(), ties.family().listener()));
		events = new JobEvents(host.server(), job.nspace(), request.origin(),
				new JobReports(job.spec().launch().reports(), text -> tell("job " + job.number() + ": " + text)));
		hold = new JobHold(host.server(), job, news, ties.spawner());
		held = new HeldOutput(host.thread(), () -> launch.filter(JobLaunch::isOutputBehind).isPresent(), this::closeHeldOutput);
	}

	JobState state() {
		return state;
	}

	/** @return completes on the host's thread as {@link Job#started()} does */
	public CompletableFuture<Boolean> started() {
		return started;
	}

	/** @return completes on the host's thread as {@link Job#ended()} does */
	public CompletableFuture<JobResult> ended() {
		return ended;
	}

	JobTies ties() {
		return ties;
	}

	@Override
	public String nspace() {
		return job.nspace();
	}

	/** @return all ranks, in their order; none before the job was planned */
	public List<RankRun> ranks() {
		return ranks;
	}

	/**
	 * @param number of a rank
	 * @return the rank; empty if the job has no such rank, or was not planned yet
	 */
	public Optional<RankRun> rank(Rank number) {
		return number.isProcess() && Integer.compareUnsigned(number.value(), ranks.size()) < 0 ? Optional.of(ranks.get(number.value()))
				: Optional.empty();
	}

	/** @return looks after ranks that stop for a debugger */
	public JobHold hold() {
		return hold;
	}

	/** Begins; once. */
	void start() {
		become(JobState.LAUNCH_UNDERWAY);
		try {
			JobPlan plan = JobPlanner.plan(host, session, job.nspace(), job.spec(), ties.origin());
			events.reports().planned(plan.map(), session);
			ranks = plan.map().ranks().stream().map(placement -> new RankRun(plan.nspace(), placement, session.on(placement.node()).agent())).toList();
			JobLaunch begun = new JobLaunch(host, plan, ranks, ties, this);
			launch = Optional.of(begun);
			ties.limit(job.spec().timeout());
			begun.register();
		} catch (SpawnException e) {
			fail(JobFailure.notStarted(e), true);
			finishIfDone();
		} catch (RuntimeException e) {
			fail(JobFailure.notLaunched(String.valueOf(e.getMessage())), true);
			finishIfDone();
		}
	}

	/** The server knows the job, or does not want it; now its processes are started, unless somebody has changed his mind. */
	@Override
	public void registered(Optional<String> problem) {
		problem.ifPresent(reason -> fail(JobFailure.notLaunched(reason), true));
		if (ending || !job.spec().launch().started()) {
			started.complete(!ending);
			finishIfDone();
		} else {
			tally.starting(ranks.size());
			launch.ifPresent(JobLaunch::spawn);
		}
	}

	@Override
	public void rankStarted(RankRun rank, ChildProcess child) {
		tally.started();
		rank.started(child);
		news.changed(rank);
		events.started();
		child.exit().thenAcceptAsync(exit -> onceAllAreStarted(() -> rankExited(rank, exit)), host.thread()::execute);
		child.ended().thenRunAsync(() -> onceAllAreStarted(() -> rankEnded(rank)), host.thread()::execute);
		if (ending) {
			kill(List.of(rank));
		}
		launchedIfDone();
	}

	/** The other ranks are ended under any policy, as a job is whole or not at all. */
	@Override
	public void rankNotStarted(RankRun rank, JobFailure reason) {
		tally.notStarted();
		rank.notStarted(reason);
		news.changed(rank);
		fail(reason, true);
		launchedIfDone();
	}

	/**
	 * Keeps what comes while the job starts until all ranks run: the end of one does not make it a job that could not be started, and a
	 * signal reaches each of them.
	 */
	private void onceAllAreStarted(Runnable event) {
		if (tally.areAllStarted()) {
			event.run();
		} else {
			early.add(event);
		}
	}

	private void launchedIfDone() {
		if (tally.areAllStarted()) {
			if (!ending) {
				become(JobState.RUNNING);
				launch.ifPresent(JobLaunch::feedInput);
				events.launched(ranks.size());
				started.complete(true);
			}
			early.forEach(Runnable::run);
			early.clear();
			finishIfDone();
		}
	}

	/**
	 * A rank has called PMIx_Init.
	 *
	 * @param rank of this job
	 */
	public void rankConnected(RankRun rank) {
		tally.initialized(rank.isInitialized());
		rank.connected();
		news.changed(rank);
		if (state.equals(JobState.RUNNING) && tally.initialized() == ranks.size()) {
			become(JobState.CONNECTED);
		}
	}

	/**
	 * A rank has called PMIx_Finalize.
	 *
	 * @param rank of this job
	 */
	public void rankFinalized(RankRun rank) {
		rank.finalized();
		news.changed(rank);
	}

	/** The process that has spawned the job is no more: it reads no output, writes no input, and debugs nobody. */
	public void spawnerLost() {
		hold.spawnerLost();
		ties.spawnerLost();
		launch.filter(begun -> job.spec().stdin().isPushed()).ifPresent(JobLaunch::endInput);
	}

	/**
	 * A rank has ended while it was connected with others.
	 *
	 * @param rank of this job
	 */
	public void leftConnected(Proc rank) {
		events.leftConnected(rank);
	}

	/**
	 * Somebody has called PMIx_Abort and names whom to end. It is the job's failure, and the caller is to blame, whomever it named.
	 *
	 * @param reason  as the job fails
	 * @param request who called, and with what
	 * @param targets ranks of this job
	 * @return completes when they have ended
	 */
	public CompletableFuture<Void> abort(JobFailure reason, AbortRequest request, List<RankRun> targets) {
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

	/**
	 * Somebody who may do so wants an end of some ranks. That is no failure.
	 *
	 * @param targets ranks of this job
	 * @param atOnce  whether they may not end in order
	 * @return completes when they have ended
	 */
	public CompletableFuture<Void> end(List<RankRun> targets, boolean atOnce) {
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
		tally.exited();
		Fate fate = rank.exited(exit, tally.initialized() > 0, job.spec().launch().anyCode());
		news.changed(rank);
		if (fate.cause().isFailure()) {
			fail(JobFailure.of(rank, fate, ranks.size()), false);
			if (!ending) {
				events.failed(rank, fate);
			}
		}
		events.ended(rank, fate);
		if (tally.isOutputLeft() && !ending) {
			held.await();
		}
	}

	private void rankEnded(RankRun rank) {
		tally.ended();
		rank.ended();
		ties.rankEnded(rank.proc());
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

	/** That counts also if it is found out only after the last process has gone. */
	@Override
	public void outputLost(IOException reason) {
		JobFailure failure = JobFailure.outputLost(reason);
		verdict.note(failure);
		fail(failure, true);
	}

	@Override
	public void end(JobFailure because) {
		fail(because, true);
	}

	/** The user wants an end of it and of all that it has brought about. */
	void cancel() {
		fail(JobFailure.canceled(), true);
		ties.unwanted();
	}

	/** Notes what went wrong, if it is the first thing, and ends the job if that is the policy or cannot be helped. */
	private void fail(JobFailure what, boolean fatal) {
		if (isEnding()) {
			return;
		}
		events.reports().failing(job, what);
		verdict.note(what);
		ties.failing();
		if (fatal || job.spec().errorPolicy() == ErrorPolicy.TERMINATE) {
			ending = true;
			kill(ranks);
			ties.gone(false);
		}
	}

	/** @return whether the job comes to its end, or is at it */
	@Override
	public boolean isEnding() {
		return ending || allGone.isDone();
	}

	private void kill(List<RankRun> targets) {
		launch.ifPresent(begun -> begun.end(targets));
	}

	/** Ends the ranks at once, and throws away what they have written and nobody has taken. */
	void killNow() {
		launch.ifPresent(JobLaunch::killNow);
	}

	/**
	 * Delivers a signal to some of the ranks, once all run; what concerns all of them changes the state of the job.
	 *
	 * @param signal  its number
	 * @param targets ranks of this job
	 */
	public void deliver(int signal, List<RankRun> targets) {
		boolean toAll = targets.size() == ranks.size();
		onceAllAreStarted(() -> {
			// a job that failed to start has nobody to be signalled
			if (started.getNow(false)) {
				signals.send(signal, targets, toAll);
			}
		});
	}

	private void suspendedOrResumed() {
		become(signals.isSuspended() ? JobState.SUSPENDED : tally.initialized() == ranks.size() ? JobState.CONNECTED : JobState.RUNNING);
	}

	private void finishIfDone() {
		if (!tally.isOver() || allGone.isDone()) {
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
		JobResult result = verdict.result(job.nspace(), ranks);
		become(result.isSuccess() ? JobState.TERMINATED : JobState.TERMINATED_WITH_ERROR);
		ties.origin().flatMap(from -> result.message()).ifPresent(text -> tell("job " + job.number() + ": " + text));
		events.over(result, ties.taken());
		ended.complete(result);
		ties.over(result);
	}

	private void become(JobState next) {
		state = next;
		news.changed(next);
	}

	@Override
	public void tell(String text) {
		news.tell(text);
	}
}
