// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.util.Optional;

import org.pmix4j.model.Status;

/**
 * The result of a job. Immutable.
 *
 * @param nspace   the job's namespace
 * @param status   {@link Status#SUCCESS}, or the status of the first failure
 * @param exitCode the code that a launcher exits with, 0 to 255: that of the rank that failed first; 128 + n if signal n ended it;
 *                 1 if a rank exited without finalize or the job was ended on request; 110 after a timeout, as mpirun; 127 if a
 *                 program was not found and 126 if it could not be started; 141 if the reader of the output has gone, as shells
 *                 report it
 * @param culprit  the rank that failed first; empty if none has
 * @param message  one line for the user that names rank, node, process id and cause; empty after success, or if the reader of the
 *                 output has gone
 */
public record JobResult(String nspace, Status status, int exitCode, Optional<RankProcess> culprit, Optional<String> message) {
	/** The exit code of a launcher, and of all its jobs, if the engine itself fails: EX_SOFTWARE of sysexits.h. */
	public static final int HOST_FAILED = 70;

	/**
	 * Accepts the exit codes of a shell, 0 to 255.
	 *
	 * @throws IllegalArgumentException if the exit code is not 0 to 255
	 */
	public JobResult {
		if (exitCode < 0 || exitCode > 255) {
			throw new IllegalArgumentException("exit code " + exitCode + " is not in 0..255");
		}
	}

	/** {@return whether the job has succeeded} */
	public boolean isSuccess() {
		return status.equals(Status.SUCCESS);
	}
}
