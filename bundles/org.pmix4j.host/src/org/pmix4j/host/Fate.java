// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import org.pmix4j.model.ProcState;
import org.pmix4j.model.Status;

/**
 * How a rank ended. Immutable.
 *
 * @param cause       the kind of end
 * @param exitCode    the code that a launcher reports for it, 0 to 255
 * @param description a phrase for people: {@code died of SIGSEGV (core dumped)}
 * @see "PRRTE, state/dvm and errmgr/dvm: from the end of a process to its state, event and job status"
 */
public record Fate(Cause cause, int exitCode, String description) {

	/** The kinds of ends, with the codes that PMIx has for them. */
	public enum Cause {
		/** Exited with 0 and, if it was a PMIx process, had finalized. */
		FINISHED(ProcState.TERMINATED, Status.EVENT_PROC_TERMINATED, Status.SUCCESS, false),
		/** Exited with 0, but it or one of its siblings had called PMIx_Init and it had not called PMIx_Finalize. */
		WITHOUT_FINALIZE(ProcState.TERM_WO_SYNC, Status.ERR_PROC_TERM_WO_SYNC, Status.ERR_JOB_TERM_WO_SYNC, true),
		/** Exited with another code than 0. */
		NON_ZERO_EXIT(ProcState.TERM_NON_ZERO, Status.ERR_EXIT_NONZERO_TERM, Status.ERR_EXIT_NONZERO_TERM, true),
		/** A signal ended it that did not come from us. */
		SIGNAL(ProcState.ABORTED_BY_SIG, Status.ERR_PROC_ABORTED_BY_SIG, Status.ERR_JOB_ABORTED_BY_SIG, true),
		/** It called PMIx_Abort, or another rank did and named it. */
		ABORT(ProcState.CALLED_ABORT, Status.ERR_PROC_REQUESTED_ABORT, Status.ERR_JOB_ABORTED, true),
		/** It was ended on request, or because of another rank's failure. */
		KILLED(ProcState.KILLED_BY_CMD, Status.ERR_PROC_KILLED_BY_CMD, Status.ERR_JOB_CANCELED, false),
		/** It never ran. */
		FAILED_TO_START(ProcState.FAILED_TO_START, Status.ERR_PROC_FAILED_TO_START, Status.ERR_JOB_FAILED_TO_LAUNCH, true);

		private final ProcState state;
		private final Status event;
		private final Status jobStatus;
		private final boolean failure;

		Cause(ProcState state, Status event, Status jobStatus, boolean failure) {
			this.state = state;
			this.event = event;
			this.jobStatus = jobStatus;
			this.failure = failure;
		}

		/** @return the state of a process that ended so */
		public ProcState state() {
			return state;
		}

		/** @return the event that tells the survivors */
		public Status event() {
			return event;
		}

		/** @return the status of a job that ended because of it */
		public Status jobStatus() {
			return jobStatus;
		}

		/** @return whether it counts against the job */
		public boolean isFailure() {
			return failure;
		}
	}

	/** @throws IllegalArgumentException if the exit code is not 0 to 255 */
	public Fate {
		if (exitCode < 0 || exitCode > 255) {
			throw new IllegalArgumentException("exit code " + exitCode + " is not in 0..255");
		}
	}
}
