// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.Fate;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.posix.ExitStatus;
import org.pmix4j.host.internal.posix.Signals;
import org.pmix4j.host.internal.process.ChildProcess;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.options.JobOptions;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;

/**
 * The course of one job: plans and registers it, starts its ranks, and follows each of them to its end; {@link JobEnd} does the rest.
 * Owned by its {@link JobRun}; changed on the host's thread only, state, ranks and futures may be read from any thread.
 */
public final class JobCourse implements LaunchListener, Kin {
	private final HostContext host;
	private final SessionRun session;
	private final Job job;
	private final JobTies ties;
	private final JobProgress progress;
	private final RankTally tally;
	private final JobEvents events;
	private final JobHold hold;
	private final JobSignals signals;
	private final JobEnd end;
	private final List<Runnable> early = new ArrayList<>();
	private Optional<JobLaunch> launch = Optional.empty();

	/** Prepares the course; on the host's thread if a process has spawned the job. */
	JobCourse(HostContext host, Job job, JobOrder request) {
		this.host = host;
		session = request.session();
		this.job = job;
		ties = new JobTies(this, host.thread(), request);
		JobNews news = new JobNews(job, List.of(ties.family().listener(), host.listener()));
		progress = new JobProgress(news);
		tally = progress.tally();
		events = new JobEvents(host.server(), job.nspace(), request.origin(),
				new JobReports(job.spec().options(), text -> tell("job " + job.number() + ": " + text)));
		hold = new JobHold(host.server(), job, news, ties.spawner());
		signals = new JobSignals(tally, this::suspendedOrResumed);
		end = new JobEnd(host, job, progress, ties, events);
	}

	JobState state() {
		return progress.state();
	}

	/** @return completes on the host's thread as {@link Job#started()} does */
	public CompletableFuture<Boolean> started() {
		return progress.started();
	}

	/** @return completes on the host's thread as {@link Job#ended()} does */
	public CompletableFuture<JobResult> ended() {
		return end.ended();
	}

	JobTies ties() {
		return ties;
	}

	@Override
	public String nspace() {
		return job.nspace();
	}

	/** @return all ranks in their order; none before the job was planned */
	public List<RankRun> ranks() {
		return progress.ranks();
	}

	/**
	 * @param number of a rank
	 * @return the rank; empty if the job has no such rank, or was not planned yet
	 */
	public Optional<RankRun> rank(Rank number) {
		return progress.rank(number);
	}

	/** @return holds ranks that stop for a debugger */
	public JobHold hold() {
		return hold;
	}

	/** Begins the course; to be called once. */
	void start() {
		assert host.thread().inThread();
		progress.become(JobState.LAUNCH_UNDERWAY);
		JobPreparation.begin(host, session, job, ties.origin(), this::prepared, reason -> {
			end.fail(reason, true);
			end.finishIfDone();
		});
	}

	private void prepared(JobPreparation preparation) {
		assert host.thread().inThread();
		JobPlan plan = preparation.plan();
		events.reports().planned(plan.map(), session);
		progress.planned(plan.map().ranks().stream()
				.map(placement -> new RankRun(plan.nspace(), placement, session.on(placement.node()).agent())).toList());
		JobLaunch begun = new JobLaunch(host, plan, ranks(), ties, this);
		launch = Optional.of(begun);
		end.begun(begun);
		ties.limit(job.spec().timeout());
		begun.register(preparation.answers());
	}

	/** Starts the processes of the registered job, unless it was ended meanwhile or is not to be started. */
	@Override
	public void registered(Optional<String> problem) {
		assert host.thread().inThread();
		problem.ifPresent(reason -> end.fail(JobFailure.notLaunched(reason), true));
		if (end.isForced() || job.spec().get(JobOptions.DO_NOT_LAUNCH)) {
			started().complete(!end.isForced());
			end.finishIfDone();
		} else {
			tally.starting(ranks().size());
			launch.ifPresent(JobLaunch::spawn);
		}
	}

	@Override
	public void rankStarted(RankRun rank, ChildProcess child) {
		tally.started();
		rank.started(child);
		progress.changed(rank);
		events.started();
		host.thread().whenDone(child.exit(), (exit, never) -> onceAllAreStarted(() -> rankExited(rank, exit)));
		host.thread().whenDone(child.ended(), (exit, never) -> onceAllAreStarted(() -> rankEnded(rank)));
		if (end.isForced()) {
			end.kill(List.of(rank));
		}
		launchedIfDone();
	}

	/** Ends the other ranks under any policy: a job runs with all of its ranks or not at all. */
	@Override
	public void rankNotStarted(RankRun rank, JobFailure reason) {
		tally.notStarted();
		rank.notStarted(reason);
		progress.changed(rank);
		end.fail(reason, true);
		launchedIfDone();
	}

	/**
	 * Keeps an event that comes while the job starts until all ranks run: the end of one rank does not make the start fail, and a signal
	 * reaches each of them.
	 */
	private void onceAllAreStarted(Runnable event) {
		assert host.thread().inThread();
		if (tally.areAllStarted()) {
			event.run();
		} else {
			early.add(event);
		}
	}

	private void launchedIfDone() {
		assert host.thread().inThread();
		if (tally.areAllStarted()) {
			if (!end.isForced()) {
				progress.become(JobState.RUNNING);
				launch.ifPresent(JobLaunch::feedInput);
				events.launched(ranks().size());
				started().complete(true);
				connectedIfDone();
			}
			early.forEach(Runnable::run);
			early.clear();
			end.finishIfDone();
		}
	}

	/**
	 * Notes that a rank has called PMIx_Init.
	 *
	 * @param rank of this job
	 */
	public void rankConnected(RankRun rank) {
		assert host.thread().inThread();
		tally.initialized(rank.isInitialized());
		rank.connected();
		progress.changed(rank);
		connectedIfDone();
	}

	/** Called at each connection and when all ranks run: a rank may connect before its start is reported. */
	private void connectedIfDone() {
		if (state().equals(JobState.RUNNING) && progress.running().equals(JobState.CONNECTED)) {
			progress.become(JobState.CONNECTED);
		}
	}

	/**
	 * Notes that a rank has called PMIx_Finalize.
	 *
	 * @param rank of this job
	 */
	public void rankFinalized(RankRun rank) {
		assert host.thread().inThread();
		rank.finalized();
		progress.changed(rank);
	}

	/** Notes that the process that has spawned the job has gone: it reads no output, writes no input and debugs no rank any more. */
	public void spawnerLost() {
		assert host.thread().inThread();
		hold.spawnerLost();
		ties.spawnerLost();
		launch.filter(begun -> job.spec().stdin().isPushed()).ifPresent(JobLaunch::endInput);
	}

	/**
	 * Notes that a rank has ended while it was connected with others.
	 *
	 * @param rank of this job
	 */
	public void leftConnected(Proc rank) {
		events.leftConnected(rank);
	}

	/**
	 * Carries out PMIx_Abort. The job fails by it, and the caller counts as the culprit, whichever ranks it has named.
	 *
	 * @param reason  the failure of the job
	 * @param request the call
	 * @param targets ranks of this job
	 * @return completes when the targets have ended
	 */
	public CompletableFuture<Void> abort(JobFailure reason, AbortRequest request, List<RankRun> targets) {
		assert host.thread().inThread();
		boolean all = targets.size() == ranks().size();
		if (!end.isForced()) {
			targets.stream().filter(rank -> !all || rank.proc().equals(request.caller())).forEach(rank -> rank.abortedBy(request));
			end.fail(reason, all);
		}
		if (!end.isForced()) {
			end.kill(targets);
		}
		return RankRun.gone(targets);
	}

	/**
	 * Ends some ranks at the request of an authorized process, which does not count as a failure.
	 *
	 * @param targets ranks of this job
	 * @param atOnce  whether to kill them without a grace time
	 * @return completes when they have ended
	 */
	public CompletableFuture<Void> end(List<RankRun> targets, boolean atOnce) {
		assert host.thread().inThread();
		if (targets.size() == ranks().size()) {
			end.fail(JobFailure.requested(), true);
		} else {
			end.kill(targets);
		}
		if (atOnce) {
			targets.forEach(rank -> rank.signal(Signals.KILL));
		}
		return RankRun.gone(targets);
	}

	private void rankExited(RankRun rank, ExitStatus exit) {
		tally.exited();
		Fate fate = rank.exited(exit, tally.initialized() > 0, !job.spec().get(JobOptions.NON_ZERO_IS_FAILURE));
		progress.changed(rank);
		if (fate.cause().isFailure()) {
			end.fail(JobFailure.of(rank, fate, ranks().size()), false);
			if (!end.isForced()) {
				events.failed(rank, fate);
			}
		}
		events.ended(rank, fate);
		end.exited();
	}

	private void rankEnded(RankRun rank) {
		tally.ended();
		rank.ended();
		ties.rankEnded(rank.proc());
		progress.changed(rank);
		if (!end.isForced()) {
			launch.ifPresent(begun -> begun.forget(rank));
		}
		end.finishIfDone();
	}

	@Override
	public void outputLost(IOException reason) {
		end.outputLost(reason);
	}

	@Override
	public void end(JobFailure because) {
		end.fail(because, true);
	}

	/** Ends the job and all jobs that it has spawned, at the user's request. */
	void cancel() {
		end.cancel();
	}

	/** Kills all ranks at once and discards output that is not written yet. */
	void killNow() {
		assert host.thread().inThread();
		end.killNow();
	}

	/** Publishes a result that names the ranks that are left. */
	void giveUp() {
		end.giveUp();
	}

	/** Completes the futures without the host's thread, which may have ended. */
	void hostFailed(String reason) {
		JobResult result = new JobResult(job.nspace(), Status.ERR_JOB_ABORTED, JobResult.HOST_FAILED, Optional.empty(),
				Optional.of(reason));
		progress.started().complete(false);
		end.ended().complete(result);
		ties.familyOver().complete(result);
	}

	/** @return whether the ranks are being ended, or all have gone */
	@Override
	public boolean isEnding() {
		return end.isEnding();
	}

	/**
	 * Delivers a signal to some ranks once all ranks run; a signal to all of them may change the state of the job.
	 *
	 * @param signal  its number
	 * @param targets ranks of this job
	 */
	public void deliver(int signal, List<RankRun> targets) {
		onceAllAreStarted(() -> send(signal, targets));
	}

	/** Delivers a signal to all ranks once they run; they need not be known yet. Completes when those that run have got it. */
	CompletableFuture<Void> deliver(int signal) {
		assert host.thread().inThread();
		if (tally.areAllStarted()) {
			return send(signal, ranks());
		}
		early.add(() -> send(signal, ranks()));
		return CompletableFuture.allOf();
	}

	/** Does nothing for a job that failed to start, which has no rank to signal. */
	private CompletableFuture<Void> send(int signal, List<RankRun> targets) {
		return started().getNow(false) ? signals.send(signal, targets, targets.size() == ranks().size()) : CompletableFuture.allOf();
	}

	private void suspendedOrResumed() {
		progress.become(signals.isSuspended() ? JobState.SUSPENDED : progress.running());
	}

	@Override
	public void tell(String text) {
		progress.tell(text);
	}
}
