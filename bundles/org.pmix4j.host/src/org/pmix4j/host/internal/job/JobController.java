// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.LocalJob;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;

// Long because one object takes a job through all its stages, which change on one thread.
/**
 * The course of one job: plans and registers it, starts its ranks, and follows each of them to its end; {@link JobEnd} does the rest.
 * Owned by its {@link JobHandle}; changed on the host's thread only, state, ranks and futures may be read from any thread.
 */
public final class JobController implements LaunchListener, JobFamily.Member {
	private final HostContext host;
	private final LaunchRequest request;
	private final JobHandle job;
	private final JobRelations ties;
	private final JobProgress progress;
	private final RankTally tally;
	private final JobEvents events;
	private final DebugStop hold;
	private final ExecStop execStop;
	private final JobEnd end;
	private final StartGate gate;
	private final JobCommands orders;
	private final JobNotifier news;
	private final JobRestarts restarts;
	private final JobTimeouts timeouts;
	/** Changed on the host's thread; read on another one if that has failed. */
	private volatile Optional<JobStarter> launch = Optional.empty();

	/** Prepares the course; on the host's thread if a process has spawned the job. */
	JobController(HostContext shared, JobHandle job, LaunchRequest request, Optional<JobHandle> relative) {
		host = shared.failing(problem -> end().broken(problem));
		this.request = request;
		this.job = job;
		ties = new JobRelations(this, host, request, relative);
		news = new JobNotifier(job, List.of(ties.family().listener(), host.listener()));
		progress = new JobProgress(job.nspace(), news);
		tally = progress.tally();
		events = new JobEvents(host.server(), job.nspace(), request, news,
				new JobReports(job.spec().options(), this::tellOfJob, new JobLog(host, job, request.news().log(), news)));
		hold = new DebugStop(host.server(), job, news, ties.spawner());
		execStop = new ExecStop(thread(), request, hold, this::tellOfJob);
		end = new JobEnd(host, job, progress, news, ties, events);
		timeouts = new JobTimeouts(thread(), job, progress, news, end);
		gate = new StartGate(thread(), tally);
		orders = new JobCommands(thread(), progress, gate, hold, end, news, job.spec());
		restarts = new JobRestarts(job.spec(), progress, thread(), end,
				text -> tell(ties.spawner().isEmpty() ? text : "job " + job.number() + ": " + text));
	}

	JobProgress progress() {
		return progress;
	}

	/** @return the host's thread for tasks of this job, which ends if one of them fails: an event of the job may be lost with the task */
	public HostThread thread() {
		return host.thread();
	}

	/** @return passes on what happens to the job */
	public JobNotifier news() {
		return news;
	}

	JobTimeouts timeouts() {
		return timeouts;
	}

	/** Returns the exit code of the first failure. */
	OptionalInt exitCode() {
		return end.exitCode();
	}

	/** @return completes on the host's thread as {@link LocalJob#started()} does */
	public CompletableFuture<Boolean> started() {
		return progress.started();
	}

	/** @return completes on the host's thread as {@link LocalJob#ended()} does */
	public CompletableFuture<JobResult> ended() {
		return end.ended();
	}

	JobRelations ties() {
		return ties;
	}

	@Override
	public String nspace() {
		return job.nspace();
	}

	@Override
	public LocalJob job() {
		return job;
	}

	@Override
	public void timedOut(Duration limit) {
		timeouts.timedOut(limit);
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
	public DebugStop hold() {
		return hold;
	}

	/** @return carries out orders of users and processes */
	public JobCommands orders() {
		return orders;
	}

	/** Begins the course; to be called once. The nodes are there already, so the stages that prepare them pass immediately. */
	void start() {
		assert host.thread().inThread();
		timeouts.starting();
		new JobWatch(host, job, progress, news).begin(ended());
		progress.enter(JobStage.INIT, JobStage.INIT_COMPLETE, JobStage.ALLOCATE, JobStage.ALLOCATION_COMPLETE);
		if (!job.spec().get(JobOptions.DO_NOT_LAUNCH)) {
			progress.enter(JobStage.LAUNCH_DAEMONS);
		}
		progress.enter(JobStage.DAEMONS_REPORTED, JobStage.VM_READY, JobStage.MAP);
		try {
			ties.family().reserve(this, job.spec());
		} catch (PmixException e) {
			refuse(JobFailure.refused(e));
			return;
		}
		JobPreparation.begin(host, job.session(), request, job.nspace(), this::mapped, this::prepared, this::refuse);
	}

	private void mapped(JobMap map) {
		ties.placed(map.ranks().get(map.ranks().size() - 1).node());
		progress.enter(JobStage.MAP_COMPLETE, JobStage.SYSTEM_PREP);
	}

	/** Ends the job before its ranks start, because it cannot be run as requested. */
	void refuse(JobFailure reason) {
		assert host.thread().inThread();
		end.fail(reason, true);
		end.finishIfDone();
	}

	private void prepared(JobPreparation preparation) {
		assert host.thread().inThread();
		progress.enter(JobStage.LAUNCH_APPS);
		MapDisplay.show(host.thread(), preparation.plan(), this::tellOfJob, () -> begin(preparation));
	}

	private void begin(JobPreparation preparation) {
		JobPlan plan = preparation.plan();
		progress.planned(RankRun.of(plan), plan.offset());
		JobStarter begun;
		try {
			begun = new JobStarter(host, plan, ranks(), ties, execStop, orders.terminals(), this);
		} catch (OutOfMemoryError e) {
			// no memory, or no thread for its output: that concerns this job alone
			thread().whenDone(preparation.undo(host), (done, never) -> refuse(JobFailure.notLaunched(String.valueOf(e.getMessage()))));
			return;
		}
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
		if (!end.isForced()) {
			progress.enter(JobStage.SEND_LAUNCH_MSG);
		}
		if (end.isForced() || job.spec().get(JobOptions.DO_NOT_LAUNCH)) {
			started().complete(!end.isForced());
			end.finishIfDone();
		} else {
			tally.starting(ranks().size());
			launch.ifPresent(JobStarter::spawn);
		}
	}

	@Override
	public void rankStarted(RankRun rank, ChildProcess child) {
		tally.started();
		rank.started(child);
		orders.follow(rank, child);
		progress.changed(rank, RankStage.RUNNING);
		if (progress.stage() == JobStage.SEND_LAUNCH_MSG) {
			progress.enter(JobStage.STARTED);
		}
		events.started();
		host.thread().whenDone(child.exit(), (exit, never) -> gate.pass(() -> rankExited(rank, exit)));
		host.thread().whenDone(child.ended(), (exit, never) -> gate.pass(() -> rankEnded(rank)));
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
		progress.changed(rank, RankStage.FAILED_TO_START);
		end.fail(reason, true);
		launchedIfDone();
	}

	private void launchedIfDone() {
		assert host.thread().inThread();
		if (tally.areAllStarted()) {
			if (!end.isForced() && !started().isDone()) {
				progress.enter(JobStage.RUNNING);
				launch.ifPresent(begun -> begun.allRun(news));
				execStop.begin();
				events.launched(ranks());
				started().complete(true);
				connectedIfDone();
			}
			gate.open();
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
		progress.changed(rank, RankStage.REGISTERED);
		connectedIfDone();
	}

	/** Called at each connection and when all ranks run: a rank may connect before its start is reported. */
	private void connectedIfDone() {
		if (progress.stage() == JobStage.RUNNING && progress.running() == JobStage.REGISTERED) {
			progress.enter(JobStage.REGISTERED);
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

	/** Shows the user a text about a subject, unless its family of jobs has shown one before; always, if the job wants that. */
	public void tellOnce(String subject, String text) {
		if (ties.family().isNew(subject) || !job.spec().get(ReportOptions.AGGREGATE)) {
			tell(text);
		}
	}

	/** Notes that the process that has spawned the job has gone: it no longer reads output, writes input or debugs ranks. */
	public void spawnerLost() {
		assert host.thread().inThread();
		hold.spawnerLost();
		ties.spawnerLost();
		launch.filter(begun -> job.spec().stdin().isPushed()).ifPresent(JobStarter::endInput);
	}

	/**
	 * Notes that a rank has ended while it was connected with others.
	 *
	 * @param rank of this job
	 */
	public void leftConnected(Proc rank) {
		events.leftConnected(rank);
	}

	/** Returns whether the rank is a tool, such as the daemon of a debugger, which connects to the server by PMIx_tool_init. */
	private boolean isTool(RankRun rank) {
		return job.spec().apps().get(rank.appNumber()).options().get(SpawnOptions.TOOLS);
	}

	private void rankExited(RankRun rank, ExitStatus exit) {
		tally.exited();
		ExitOutcome fate = rank.exited(exit, tally.initialized() > 0 && !isTool(rank), !job.spec().get(JobOptions.NON_ZERO_IS_FAILURE));
		if (fate.cause().isFailure()) {
			progress.changed(rank, fate.cause().stage(), RankStage.WAITPID_FIRED);
			if (end.isForced() || !restarts.claim(rank, fate)) {
				end.fail(JobFailure.of(rank, fate, ranks().size()), false);
			}
		} else {
			progress.changed(rank, RankStage.WAITPID_FIRED);
		}
		if (!end.isForced()) {
			events.lost(rank, fate, job.spec());
		}
		events.ended(rank, fate);
		end.exited();
	}

	private void rankEnded(RankRun rank) {
		tally.ended();
		rank.ended();
		ties.rankEnded(rank.proc());
		progress.changed(rank, RankStage.IOF_COMPLETE, RankStage.TERMINATED);
		if (!end.isForced()) {
			launch.ifPresent(begun -> begun.forget(rank));
			if (restarts.isDue(rank)) {
				restarts.begin(rank, () -> launch.ifPresent(begun -> begun.spawnAgain(rank)));
			} else {
				launch.ifPresent(begun -> begun.ended(rank));
			}
		}
		end.finishIfDone();
	}

	@Override
	public void outputComplete() {
		news.onEvent(new EngineEvent.OutputComplete(Instant.now(), Proc.wildcard(job.nspace())));
	}

	@Override
	public void outputLost(IOException reason) {
		end.outputLost(reason);
	}

	@Override
	public void end(JobFailure because) {
		end.fail(because, true);
	}

	/** Returns what brings the job to its end, for orders of its user. */
	JobEnd end() {
		return end;
	}

	/** Completes the futures and ends the output thread without the host's thread, which may have ended. */
	void hostFailed(String reason) {
		end.complete(new JobResult(job.nspace(), Status.ERR_JOB_ABORTED, JobResult.HOST_FAILED, Optional.empty(), Optional.of(reason)));
		launch.ifPresent(JobStarter::endOutput);
	}

	private void tellOfJob(String text) {
		tell("job " + job.number() + ": " + text);
	}

	/** @return whether the ranks are being ended, or all have gone */
	@Override
	public boolean isEnding() {
		return end.isEnding();
	}

	@Override
	public void tell(String text) {
		news.tell(text);
	}
}
