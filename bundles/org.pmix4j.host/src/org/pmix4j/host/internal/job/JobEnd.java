// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.fate.JobVerdict;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.Status;

/**
 * Brings one job to its end: records its first failure, ends the ranks if the policy says so, and when all have ended cleans up and
 * publishes the result. Owned by its {@link JobController}, used on the host's thread.
 */
final class JobEnd {
	/** Time after a second interrupt before unread output is discarded. */
	private static final Duration IN_A_HURRY = Duration.ofSeconds(1);

	private final HostContext host;
	private final Job job;
	private final JobProgress progress;
	private final JobNotifier news;
	private final JobRelations ties;
	private final JobEvents events;
	private final OutputLinger held;
	private final Alarm hurry;
	private final JobVerdict verdict = new JobVerdict();
	private final CompletableFuture<JobResult> ended = new CompletableFuture<>();
	private Optional<JobStarter> launch = Optional.empty();
	private boolean ending;
	private boolean hastened;
	private boolean gone;
	private boolean concluded;
	private boolean broken;

	JobEnd(HostContext host, Job job, JobProgress progress, JobNotifier news, JobRelations ties, JobEvents events) {
		this.host = host;
		this.job = job;
		this.progress = progress;
		this.news = news;
		this.ties = ties;
		this.events = events;
		hurry = new Alarm(host.thread());
		held = new OutputLinger(host.thread(), progress, news, () -> launch.filter(JobStarter::isOutputBehind).isPresent());
	}

	/** Takes the launch, which can end the ranks and clean up. */
	void begun(JobStarter begun) {
		launch = Optional.of(begun);
	}

	/** Completes with the result when nothing of the job is left. */
	CompletableFuture<JobResult> ended() {
		return ended;
	}

	/** Returns the exit code of the first failure. */
	OptionalInt exitCode() {
		return verdict.exitCode();
	}

	/** Returns whether the ranks are being ended, or all have gone. */
	boolean isEnding() {
		return ending || gone;
	}

	/** Returns whether the ranks are being ended. */
	boolean isForced() {
		return ending;
	}

	/** Records a failure if it is the first, and ends the job if the failure is fatal or the policy says so. */
	void fail(JobFailure what, boolean fatal) {
		assert host.thread().inThread();
		if (isEnding()) {
			return;
		}
		verdict.note(what);
		progress.fail(stageOf(what.status()));
		ties.failing();
		if (fatal || job.spec().errorPolicy() == ErrorPolicy.TERMINATE) {
			ending = true;
			held.cancel();
			launch.ifPresent(begun -> {
				events.ending(what.status(), progress.ranks(), true);
				begun.end(progress.ranks(), what.culprit().isPresent());
			});
			ties.gone(false);
			ties.failed();
		}
	}

	/** Records a failure that ends no process, if it is the first. */
	void note(JobFailure what) {
		assert host.thread().inThread();
		if (!isEnding()) {
			verdict.note(what);
		}
	}

	/** Tells a lack of slots while ranks are placed from a lack of processes or descriptors while they start. */
	private JobStage stageOf(Status status) {
		boolean unplaced = status.equals(Status.ERR_JOB_INSUFFICIENT_RESOURCES) || status.equals(Status.ERR_BAD_PARAM);
		return unplaced && progress.stage() == JobStage.MAP ? JobStage.MAP_FAILED : JobStage.ofFailure(status);
	}

	/** Fails the job because its output cannot be written, even if the last process has exited already. */
	void outputLost(IOException reason) {
		JobFailure failure = JobFailure.outputLost(reason);
		verdict.note(failure);
		progress.fail(stageOf(failure.status()));
		fail(failure, true);
	}

	/** Ends the job and all jobs that it has spawned, at the user's request. */
	void cancel() {
		fail(JobFailure.canceled(), true);
		ties.unwanted();
	}

	/** Runs the kill sequence on ranks. */
	void kill(List<RankRun> targets) {
		assert host.thread().inThread();
		launch.ifPresent(begun -> {
			events.ending(Status.ERR_PROC_KILLED_BY_CMD, targets, false);
			begun.end(targets, false);
		});
	}

	/** Kills the ranks of a job that is being ended a moment later; the next time, or if that does not help, immediately without output. */
	void hasten() {
		assert host.thread().inThread();
		if (hastened) {
			killNow();
		} else if (!concluded) {
			hastened = true;
			launch.ifPresent(JobStarter::killSoon);
			hurry.set(IN_A_HURRY, this::killNow);
		}
	}

	/**
	 * Ends the job after an exception in a task for it. The end of a rank, for instance, may be lost with the task, so that from now on the
	 * processes count, and not what is known of the ranks.
	 */
	void broken(RuntimeException problem) {
		assert host.thread().inThread();
		JobFailure failure = JobFailure.broken(problem);
		verdict.note(failure);
		if (gone) {
			JobResult result = verdict.result(job.nspace(), progress.ranks());
			complete(result);
			ties.over(result, progress.started().getNow(false));
		} else if (!broken) {
			broken = true;
			try {
				fail(failure, true);
			} catch (RuntimeException e) {
				HostLog.log(Level.ERROR, "job " + job.number() + " cannot be ended in order", e);
				killNow();
			}
			host.thread().whenDone(RankRun.gone(progress.ranks()), (done, never) -> finish());
		}
	}

	/** Completes all futures of the job, which may have been done for some. Callable from any thread. */
	void complete(JobResult result) {
		progress.started().complete(false);
		ended.complete(result);
		ties.familyOver().complete(result);
	}

	/** Kills all ranks immediately and discards output that is not written yet. */
	void killNow() {
		assert host.thread().inThread();
		launch.ifPresent(JobStarter::killNow);
	}

	/** Waits for output that other processes hold open, if all ranks have exited. */
	void exited() {
		assert host.thread().inThread();
		if (progress.tally().isOutputLeft() && !ending) {
			held.await(job.spec().get(JobOptions.ORPHAN_TIMEOUT), this::heldTooLong);
		}
	}

	/** Kills the processes that hold output open, or lets go of the output alone if they are to live on. */
	private void heldTooLong(JobFailure failure) {
		if (job.spec().get(JobOptions.KEEP_ORPHANS)) {
			launch.ifPresent(JobStarter::closeOutputs);
		} else {
			fail(failure, true);
		}
	}

	/** Cleans up, once, if nothing of any rank is left. */
	void finishIfDone() {
		assert host.thread().inThread();
		if (progress.tally().isOver()) {
			finish();
		}
	}

	private void finish() {
		if (gone) {
			return;
		}
		held.cancel();
		gone = true;
		progress.started().complete(false);
		ties.gone(verdict.isGood());
		if (launch.isPresent()) {
			host.thread().whenDone(launch.get().cleanUp(), (done, problem) -> conclude());
		} else {
			conclude();
		}
	}

	/** Publishes a result without cleaning up, as some ranks survive SIGKILL; the host closes and cleans up. */
	void giveUp() {
		assert host.thread().inThread();
		List<RankRun> left = progress.ranks().stream().filter(rank -> rank.fate().isEmpty()).toList();
		if (!left.isEmpty()) {
			verdict.giveUp(JobFailure.notEnded(left));
			progress.fail(JobStage.KILLED_BY_CMD);
		}
		held.cancel();
		gone = true;
		progress.started().complete(false);
		ties.gone(false);
		launch.ifPresent(JobStarter::endOutput);
		conclude();
		publish(verdict.result(job.nspace(), progress.ranks()));
	}

	/** Publishes the result when the events of the job are logged, so that the launcher does not exit before. */
	private void conclude() {
		assert host.thread().inThread();
		if (concluded) {
			return;
		}
		concluded = true;
		hurry.cancel();
		JobResult result = verdict.result(job.nspace(), progress.ranks());
		boolean isDry = isDry(result);
		progress.enter(isDry ? JobStage.ALL_JOBS_COMPLETE : JobStage.TERMINATED);
		if (ties.spawner().isPresent() || !ties.isEldest()) {
			result.message().ifPresent(text -> news.tell("job " + job.number() + ": " + text));
		}
		events.reports().over(result);
		CompletableFuture<Void> logged = events.reports().logged();
		if (logged.isDone()) {
			publish(result);
		} else {
			host.thread().whenDone(logged, (done, never) -> publish(result));
		}
	}

	private boolean isDry(JobResult result) {
		return result.isSuccess() && job.spec().get(JobOptions.DO_NOT_LAUNCH);
	}

	private void publish(JobResult result) {
		if (ended.isDone()) {
			return;
		}
		boolean isDry = isDry(result);
		if (!isDry) {
			progress.enter(JobStage.NOTIFY_COMPLETED);
		}
		events.over(result, ties.taken());
		if (!isDry) {
			progress.enter(JobStage.NOTIFIED);
		}
		ended.complete(result);
		ties.over(result, progress.started().getNow(false));
	}
}
