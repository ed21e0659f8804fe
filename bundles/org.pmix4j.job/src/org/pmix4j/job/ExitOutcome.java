// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import org.pmix4j.job.events.RankStage;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Status;

/**
 * The way in which a rank ended. Immutable.
 *
 * @param cause       the kind of end
 * @param exitCode    the code that a launcher reports for it, 0 to 255
 * @param description a phrase for users: {@code died of SIGSEGV (core dumped)}
 * @param coreDumped  whether the engine has reported that the kernel dumped a core; only with a signal
 * @see "PRRTE, state/dvm and errmgr/dvm: from the end of a process to its state, event and job status"
 */
public record ExitOutcome(Cause cause, int exitCode, String description, boolean coreDumped) {

	/** The kinds of ends, with their codes in PMIx. */
	public enum Cause {
		/** Exited with 0 and, if it was a PMIx process, after PMIx_Finalize. */
		FINISHED(RankStage.TERMINATED, Status.EVENT_PROC_TERMINATED, Status.SUCCESS, false),
		/** Exited with 0 but without PMIx_Finalize, although it or another rank of its job had called PMIx_Init. */
		WITHOUT_FINALIZE(RankStage.TERM_WO_SYNC, Status.ERR_PROC_TERM_WO_SYNC, Status.ERR_JOB_TERM_WO_SYNC, true),
		/** Exited with a code other than 0. */
		NON_ZERO_EXIT(RankStage.TERM_NON_ZERO, Status.ERR_EXIT_NONZERO_TERM, Status.ERR_EXIT_NONZERO_TERM, true),
		/** Ended by a signal that the engine did not send. */
		SIGNAL(RankStage.ABORTED_BY_SIG, Status.ERR_PROC_ABORTED_BY_SIG, Status.ERR_JOB_ABORTED_BY_SIG, true),
		/** Called PMIx_Abort, or was named by another rank's call. */
		ABORT(RankStage.CALLED_ABORT, Status.ERR_PROC_REQUESTED_ABORT, Status.ERR_JOB_ABORTED, true),
		/** Ended on request, or because of another rank's failure. */
		KILLED(RankStage.KILLED_BY_CMD, Status.ERR_PROC_KILLED_BY_CMD, Status.ERR_JOB_CANCELED, false),
		/** Never ran. */
		FAILED_TO_START(RankStage.FAILED_TO_START, Status.ERR_PROC_FAILED_TO_START, Status.ERR_JOB_FAILED_TO_LAUNCH, true),
		/** Ended in a way that the engine does not report; its exit code counts as 0. */
		UNKNOWN(RankStage.TERMINATED, Status.EVENT_PROC_TERMINATED, Status.SUCCESS, false);

		private final RankStage stage;
		private final Status event;
		private final Status jobStatus;
		private final boolean failure;

		Cause(RankStage stage, Status event, Status jobStatus, boolean failure) {
			this.stage = stage;
			this.event = event;
			this.jobStatus = jobStatus;
			this.failure = failure;
		}

		/** {@return the stage of a process that has ended in this way} */
		public RankStage stage() {
			return stage;
		}

		/** {@return the state of a process that has ended in this way} */
		public ProcState state() {
			return stage.state();
		}

		/** {@return the event that the survivors receive} */
		public Status event() {
			return event;
		}

		/** {@return the status of a job that ended because of it} */
		public Status jobStatus() {
			return jobStatus;
		}

		/** {@return whether it is a failure of the job} */
		public boolean isFailure() {
			return failure;
		}
	}

	/**
	 * Accepts the exit codes of a shell, 0 to 255.
	 *
	 * @throws IllegalArgumentException if the exit code is not 0 to 255, or if a core was dumped without a signal
	 */
	public ExitOutcome {
		if (exitCode < 0 || exitCode > 255) {
			throw new IllegalArgumentException("exit code " + exitCode + " is not in 0..255");
		}
		if (coreDumped && cause != Cause.SIGNAL) {
			throw new IllegalArgumentException("a core is dumped for a signal only, not for " + cause);
		}
	}

	/**
	 * An end without a core, as far as the engine reports that.
	 *
	 * @param cause       the kind of end
	 * @param exitCode    the code that a launcher reports for it, 0 to 255
	 * @param description a phrase for users
	 * @throws IllegalArgumentException if the exit code is not 0 to 255
	 */
	public ExitOutcome(Cause cause, int exitCode, String description) {
		this(cause, exitCode, description, false);
	}
}
