// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.events;

import java.util.List;

import org.pmix4j.model.JobState;
import org.pmix4j.model.Status;

/**
 * The stages of a job in the order in which it passes them, followed by its failures. Names and labels are those of PRRTE; the states of
 * PMIx have other numbers, so they are mapped.
 *
 * @see "PRRTE 3.0.8, src/mca/plm/plm_types.h and src/util/error_strings.c"
 */
public enum JobStage {
	/** Not begun. */
	UNDEF("UNDEFINED", JobState.UNDEF),
	/** Has no namespace yet. */
	INIT("PENDING INIT", JobState.LAUNCH_UNDERWAY),
	/** Has a namespace. */
	INIT_COMPLETE("INIT_COMPLETE", JobState.LAUNCH_UNDERWAY),
	/** Waits for nodes. */
	ALLOCATE("PENDING ALLOCATION", JobState.LAUNCH_UNDERWAY),
	/** Has nodes. */
	ALLOCATION_COMPLETE("ALLOCATION COMPLETE", JobState.LAUNCH_UNDERWAY),
	/** The nodes are being prepared. */
	LAUNCH_DAEMONS("PENDING DAEMON LAUNCH", JobState.LAUNCH_UNDERWAY),
	/** All nodes have answered. */
	DAEMONS_REPORTED("ALL DAEMONS REPORTED", JobState.LAUNCH_UNDERWAY),
	/** The nodes can run ranks. */
	VM_READY("VM READY", JobState.LAUNCH_UNDERWAY),
	/** The ranks are being placed. */
	MAP("PENDING MAPPING", JobState.LAUNCH_UNDERWAY),
	/** Each rank has a node. */
	MAP_COMPLETE("MAP COMPLETE", JobState.LAUNCH_UNDERWAY),
	/** Programs and directories are being prepared. */
	SYSTEM_PREP("PENDING FINAL SYSTEM PREP", JobState.LAUNCH_UNDERWAY),
	/** The server is learning about the job. */
	LAUNCH_APPS("PENDING APP LAUNCH", JobState.LAUNCH_UNDERWAY),
	/** The processes are being started. */
	SEND_LAUNCH_MSG("SENDING LAUNCH MSG", JobState.LAUNCH_UNDERWAY),
	/** The first process runs. */
	STARTED("JOB STARTED", JobState.LAUNCH_UNDERWAY),
	/** All processes run. */
	RUNNING("RUNNING", JobState.RUNNING),
	/** Signals have stopped all processes. */
	SUSPENDED("SUSPENDED", JobState.SUSPENDED),
	/** All processes have called PMIx_Init. */
	REGISTERED("SYNC REGISTERED", JobState.CONNECTED),
	/** All processes that stop for a debugger have stopped. */
	READY_FOR_DEBUG("READY FOR DEBUG", JobState.RUNNING),
	/** All processes have ended. */
	TERMINATED("NORMALLY TERMINATED", JobState.TERMINATED),
	/** The end of the job is being announced. */
	NOTIFY_COMPLETED("NOTIFY COMPLETED", JobState.TERMINATED),
	/** The end of the job was announced. */
	NOTIFIED("NOTIFIED", JobState.TERMINATED),
	/** Nothing is left of a job that was mapped only. */
	ALL_JOBS_COMPLETE("ALL JOBS COMPLETE", JobState.TERMINATED),

	/** Ended on request, or at its time limit. */
	KILLED_BY_CMD("KILLED BY INTERNAL COMMAND", Status.ERR_JOB_CANCELED, Status.ERR_TIMEOUT),
	/** A program could not be started. */
	FAILED_TO_START("FAILED TO START", Status.ERR_JOB_EXE_NOT_FOUND, Status.ERR_JOB_APP_NOT_EXECUTABLE, Status.ERR_JOB_WDIR_NOT_FOUND,
			Status.ERR_JOB_WDIR_NOT_ACCESSIBLE, Status.ERR_JOB_INSUFFICIENT_RESOURCES, Status.ERR_JOB_SYS_OP_FAILED),
	/** A signal has ended a process. */
	ABORTED_BY_SIG("ABORTED BY SIGNAL", Status.ERR_JOB_ABORTED_BY_SIG),
	/** A process has exited without PMIx_Finalize. */
	ABORTED_WO_SYNC("TERMINATED WITHOUT SYNC", Status.ERR_JOB_TERM_WO_SYNC),
	/** A process has called PMIx_Abort. */
	CALLED_ABORT("PROC CALLED ABORT", Status.ERR_JOB_ABORTED),
	/** A process has exited with another code than 0. */
	NON_ZERO_TERM("AT LEAST ONE PROCESS EXITED WITH NON-ZERO STATUS", Status.ERR_EXIT_NONZERO_TERM),
	/** The job could not be launched. */
	FAILED_TO_LAUNCH("FAILED TO LAUNCH", Status.ERR_JOB_FAILED_TO_LAUNCH),
	/** There are no nodes for the job. */
	ALLOC_FAILED("ALLOCATION FAILED", Status.ERR_JOB_ALLOC_FAILED),
	/** The ranks cannot be placed. */
	MAP_FAILED("MAP FAILED", Status.ERR_JOB_FAILED_TO_MAP),
	/** Ended because of a failure that has no stage of its own. */
	ABORTED("ABORTED", Status.ERROR);

	private final String label;
	private final JobState state;
	private final List<Status> failures;

	JobStage(String label, JobState state) {
		this.label = label;
		this.state = state;
		failures = List.of();
	}

	JobStage(String label, Status... failures) {
		this.label = label;
		this.failures = List.of(failures);
		state = JobState.TERMINATED_WITH_ERROR;
	}

	/** {@return PRRTE's words for it} */
	public String label() {
		return label;
	}

	/** {@return the state in PMIx} */
	public JobState state() {
		return state;
	}

	/** {@return whether it is a failure} */
	public boolean isFailure() {
		return !failures.isEmpty();
	}

	/**
	 * {@return the stage of that failure}
	 *
	 * @param status of a job that has failed
	 */
	public static JobStage ofFailure(Status status) {
		for (JobStage stage : values()) {
			if (stage.failures.contains(status)) {
				return stage;
			}
		}
		return ABORTED;
	}
}
