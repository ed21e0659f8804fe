// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.fate;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.ReaderGoneException;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.process.internal.process.SpawnException;

/**
 * A failure of a job. Immutable.
 *
 * @param status   of the job
 * @param exitCode the exit code of the launcher
 * @param culprit  the rank that has failed; empty if none has
 * @param text     formulates the failure for the user, given the number of ranks that were ended because of it; empty if there is
 *                 nothing to say
 */
public record JobFailure(Status status, int exitCode, Optional<RankProcess> culprit, IntFunction<Optional<String>> text) {
	/** The exit code of mpirun: ETIMEDOUT. */
	private static final int TIMED_OUT = 110;
	/** The exit code that a shell reports for a program killed by SIGPIPE. */
	private static final int BROKEN_PIPE = 128 + 13;

	/**
	 * Describes the failure of a rank.
	 *
	 * @param rank that has failed
	 * @param fate its fate
	 * @param size the number of ranks of the job
	 * @return the failure
	 */
	public static JobFailure of(RankProcess rank, ExitOutcome fate, int size) {
		return new JobFailure(fate.cause().jobStatus(), fate.exitCode(), Optional.of(rank),
				killed -> Optional.of(FailureText.failed(rank, fate.description(), killed, size)));
	}

	/**
	 * Describes an abort by a rank of the job.
	 *
	 * @param caller the rank
	 * @param abort  its call
	 * @param size   the number of ranks of the job
	 * @return the failure
	 */
	public static JobFailure aborted(RankProcess caller, AbortRequest abort, int size) {
		return of(caller, new ExitOutcome(ExitOutcome.Cause.ABORT, abort.exitCode(), ExitClassifier.aborted(abort)), size);
	}

	/**
	 * Describes an abort by a rank of the job that names processes which do not exist; it is reported to the user immediately.
	 *
	 * @param caller the rank
	 * @param abort  its call
	 * @return the failure
	 */
	public static JobFailure abortRefused(RankProcess caller, AbortRequest abort) {
		return new JobFailure(Status.ERR_JOB_ABORTED, abort.exitCode(), Optional.of(caller), killed -> Optional.empty());
	}

	/**
	 * Describes an abort by a tool or by a rank of another job.
	 *
	 * @param who   the caller, in words
	 * @param abort its call
	 * @return the failure
	 */
	public static JobFailure abortedFromOutside(String who, AbortRequest abort) {
		return plain(Status.ERR_JOB_ABORTED, abort.exitCode(), who + " " + ExitClassifier.aborted(abort));
	}

	/**
	 * Describes a program that could not be started.
	 *
	 * @param failure the reason
	 * @return the failure
	 */
	public static JobFailure notStarted(SpawnException failure) {
		Status status = switch (failure.reason()) {
			case NOT_FOUND -> Status.ERR_JOB_EXE_NOT_FOUND;
			case NOT_EXECUTABLE, BAD_FORMAT, BAD_INTERPRETER -> Status.ERR_JOB_APP_NOT_EXECUTABLE;
			case NO_DIRECTORY -> Status.ERR_JOB_WDIR_NOT_FOUND;
			case CLOSED_DIRECTORY -> Status.ERR_JOB_WDIR_NOT_ACCESSIBLE;
			case RESOURCES -> Status.ERR_JOB_INSUFFICIENT_RESOURCES;
			case TOO_LARGE -> Status.ERR_JOB_FAILED_TO_LAUNCH;
			case OTHER -> Status.ERR_JOB_SYS_OP_FAILED;
		};
		return plain(status, failure.exitCode(), String.valueOf(failure.getMessage()));
	}

	/**
	 * Describes the failure of a spawn of which the other ranks will never learn.
	 *
	 * @param failure of the spawn
	 * @return the failure
	 */
	public static JobFailure deafToSpawn(PmixException failure) {
		return plain(Status.ERR_JOB_FAILED_TO_LAUNCH, 1, "the job was ended, as Open MPI 4 reports a failed spawn to one rank only; "
				+ "the others would wait forever (" + failure.getMessage() + ")");
	}

	/**
	 * Describes another obstacle to the start.
	 *
	 * @param reason in words
	 * @return the failure
	 */
	public static JobFailure notLaunched(String reason) {
		return plain(Status.ERR_JOB_FAILED_TO_LAUNCH, 1, "the job could not be started: " + reason);
	}

	/**
	 * Describes an exception of the host while it worked for the job, after which the job cannot go on.
	 *
	 * @param problem the exception
	 * @return the failure
	 */
	public static JobFailure broken(RuntimeException problem) {
		return plain(Status.ERR_JOB_ABORTED, JobResult.HOST_FAILED, "the job was ended, as a task of the host for it failed: " + problem);
	}

	/**
	 * Describes standard input that cannot be passed on.
	 *
	 * @param reason in words
	 * @return the failure
	 */
	public static JobFailure inputLost(String reason) {
		return plain(Status.ERR_JOB_INSUFFICIENT_RESOURCES, 1, "the job was ended, as its standard input cannot be read: " + reason);
	}

	/**
	 * Describes a job that cannot be run as it was ordered.
	 *
	 * @param reason with the status of the job
	 * @return the failure
	 */
	public static JobFailure refused(PmixException reason) {
		return plain(reason.status(), 1, "the job could not be started: " + reason.getMessage());
	}

	/**
	 * Describes a job that took too long.
	 *
	 * @param limit how long it was allowed to take
	 * @return the failure
	 */
	public static JobFailure timedOut(Duration limit) {
		return new JobFailure(Status.ERR_TIMEOUT, TIMED_OUT, Optional.empty(), killed -> Optional.of(FailureText.timedOut(limit, killed)));
	}

	/**
	 * Describes a job that took too long to start.
	 *
	 * @param limit how long its start was allowed to take
	 * @return the failure
	 */
	public static JobFailure startTimedOut(Duration limit) {
		return new JobFailure(Status.ERR_TIMEOUT, TIMED_OUT, Optional.empty(),
				killed -> Optional.of(FailureText.startTimedOut(limit, killed)));
	}

	/** @return the failure of a job that the user has interrupted */
	public static JobFailure canceled() {
		return new JobFailure(Status.ERR_JOB_CANCELED, 1, Optional.empty(), killed -> Optional.of(FailureText.canceled(killed)));
	}

	/** @return the end of a job that a process has requested, or that ends with its parent; the user gets no message of it */
	public static JobFailure requested() {
		return new JobFailure(Status.ERR_JOB_CANCELED, 0, Optional.empty(), killed -> Optional.empty());
	}

	/**
	 * Describes output that cannot be written. A reader that leaves early, as head(1) does, is no problem and causes no message.
	 *
	 * @param failure of the sink
	 * @return the failure
	 */
	public static JobFailure outputLost(IOException failure) {
		if (failure instanceof ReaderGoneException) {
			return new JobFailure(Status.ERR_IOF_FAILURE, BROKEN_PIPE, Optional.empty(), killed -> Optional.empty());
		}
		return plain(Status.ERR_IOF_FAILURE, 1, "the job was ended, as its output cannot be written: " + FileFailure.line(failure));
	}

	/**
	 * Describes output that other processes held open for too long after the last rank had exited, so that they are killed.
	 *
	 * @param holders in words: {@code process 4711 (tee), which holds the output of rank 0}
	 * @param limit   how long they were allowed to
	 * @return the failure
	 */
	public static JobFailure outputHeld(String holders, Duration limit) {
		return plain(Status.ERR_TIMEOUT, 1,
				"killed " + holders + ", as the orphan timeout of " + FailureText.seconds(limit) + " has passed since the last rank exited");
	}

	/**
	 * Describes processes that resist being killed.
	 *
	 * @param ranks that have not ended
	 * @return the failure
	 */
	public static JobFailure notEnded(List<? extends RankProcess> ranks) {
		return plain(Status.ERR_JOB_CANCELED, 1, FailureText.notEnded(ranks));
	}

	private static JobFailure plain(Status status, int exitCode, String text) {
		return new JobFailure(status, exitCode, Optional.empty(), killed -> Optional.of(text));
	}
}
