// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.fate;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;

import org.pmix4j.host.Fate;
import org.pmix4j.host.RankProcess;
import org.pmix4j.host.ReaderGoneException;
import org.pmix4j.host.internal.process.SpawnException;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/**
 * Why a job did not do what it should. The first one counts. Immutable.
 *
 * @param status   the job's
 * @param exitCode what the launcher exits with
 * @param culprit  the rank that failed, if one did
 * @param text     words it for the user, given how many ranks were ended because of it; gives nothing if there is nothing to say
 */
public record JobFailure(Status status, int exitCode, Optional<RankProcess> culprit, IntFunction<Optional<String>> text) {
	/** What mpirun exits with: ETIMEDOUT. */
	private static final int TIMED_OUT = 110;
	/** What a shell says of a program that wrote into a pipe without a reader. */
	private static final int BROKEN_PIPE = 128 + 13;

	/**
	 * A rank ended in a way that counts against the job.
	 *
	 * @param rank that failed
	 * @param fate how it ended
	 * @param size how many ranks the job has
	 * @return the failure
	 */
	public static JobFailure of(RankProcess rank, Fate fate, int size) {
		return new JobFailure(fate.cause().jobStatus(), fate.exitCode(), Optional.of(rank),
				killed -> Optional.of(FailureText.failed(rank, fate.description(), killed, size)));
	}

	/**
	 * A rank of the job called abort.
	 *
	 * @param caller the rank
	 * @param abort  what it wanted
	 * @param size   how many ranks the job has
	 * @return the failure
	 */
	public static JobFailure aborted(RankProcess caller, AbortRequest abort, int size) {
		return of(caller, new Fate(Fate.Cause.ABORT, abort.exitCode(), FateJudge.aborted(abort)), size);
	}

	/**
	 * A tool, or a rank of another job, called abort.
	 *
	 * @param who   it was, in words
	 * @param abort what it wanted
	 * @return the failure
	 */
	public static JobFailure abortedFromOutside(String who, AbortRequest abort) {
		return plain(Status.ERR_JOB_ABORTED, abort.exitCode(), who + " " + FateJudge.aborted(abort));
	}

	/**
	 * A program could not be started.
	 *
	 * @param failure why
	 * @return the failure
	 */
	public static JobFailure notStarted(SpawnException failure) {
		Status status = switch (failure.reason()) {
			case NOT_FOUND -> Status.ERR_JOB_EXE_NOT_FOUND;
			case NOT_EXECUTABLE, BAD_FORMAT, BAD_INTERPRETER -> Status.ERR_JOB_APP_NOT_EXECUTABLE;
			case BAD_DIRECTORY -> Status.ERR_JOB_WDIR_NOT_FOUND;
			case RESOURCES -> Status.ERR_JOB_INSUFFICIENT_RESOURCES;
			case TOO_LARGE, OTHER -> Status.ERR_JOB_FAILED_TO_LAUNCH;
		};
		return plain(status, failure.exitCode(), String.valueOf(failure.getMessage()));
	}

	/**
	 * A rank could not spawn, and the others will never hear of it.
	 *
	 * @param failure what stood in the way
	 * @return the failure
	 */
	public static JobFailure deafToSpawn(PmixException failure) {
		return plain(Status.ERR_JOB_FAILED_TO_LAUNCH, 1, "the job was ended, as Open MPI 4 tells only one rank that a spawn failed; "
				+ "the others would wait for ever (" + failure.getMessage() + ")");
	}

	/**
	 * Something else stood in the way of the start.
	 *
	 * @param reason in words
	 * @return the failure
	 */
	public static JobFailure notLaunched(String reason) {
		return plain(Status.ERR_JOB_FAILED_TO_LAUNCH, 1, "the job could not be started: " + reason);
	}

	/**
	 * It took too long.
	 *
	 * @param limit how long it was allowed to take
	 * @return the failure
	 */
	public static JobFailure timedOut(Duration limit) {
		return new JobFailure(Status.ERR_TIMEOUT, TIMED_OUT, Optional.empty(), killed -> Optional.of(FailureText.timedOut(limit, killed)));
	}

	/** @return that somebody wanted it to end */
	public static JobFailure canceled() {
		return new JobFailure(Status.ERR_JOB_CANCELED, 1, Optional.empty(), killed -> Optional.of(FailureText.canceled(killed)));
	}

	/** @return that a process wanted it to end, or that it ends with its parent, which is nothing that the user must be told */
	public static JobFailure requested() {
		return new JobFailure(Status.ERR_JOB_CANCELED, 0, Optional.empty(), killed -> Optional.empty());
	}

	/**
	 * Nobody takes the output. A reader that left early, as head(1) does, is none of our business and not worth a word.
	 *
	 * @param failure of the sink
	 * @return the failure
	 */
	public static JobFailure outputLost(IOException failure) {
		if (failure instanceof ReaderGoneException) {
			return new JobFailure(Status.ERR_IOF_FAILURE, BROKEN_PIPE, Optional.empty(), killed -> Optional.empty());
		}
		return plain(Status.ERR_IOF_FAILURE, 1, "the job was ended, as its output cannot be written: " + failure.getMessage());
	}

	private static JobFailure plain(Status status, int exitCode, String text) {
		return new JobFailure(status, exitCode, Optional.empty(), killed -> Optional.of(text));
	}
}
