// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.events;

import java.util.List;

import org.pmix4j.model.JobState;
import org.pmix4j.model.Status;

/**
 * The stages of a job in the order in which it passes them, followed by its failures. Names, numbers and labels are those of PRRTE; the
 * states of PMIx have other numbers, so they are mapped. PRRTE's stages DAEMONS_LAUNCHED, WAITING_FOR_DAEMONS and LOCAL_LAUNCH_COMPLETE
 * are missing, as those of PRRTE on one node are: no daemon is launched, and the launcher itself starts the ranks.
 *
 * @see "PRRTE 3.0.8, src/mca/plm/plm_types.h and src/util/error_strings.c"
 */
public enum JobStage {
	/** Not begun. */
	UNDEF(0, "UNDEFINED", JobState.UNDEF),
	/** Has no namespace yet. */
	INIT(1, "PENDING INIT", JobState.LAUNCH_UNDERWAY),
	/** Has a namespace. */
	INIT_COMPLETE(2, "INIT_COMPLETE", JobState.LAUNCH_UNDERWAY),
	/** Waits for nodes. */
	ALLOCATE(3, "PENDING ALLOCATION", JobState.LAUNCH_UNDERWAY),
	/** Has nodes. */
	ALLOCATION_COMPLETE(4, "ALLOCATION COMPLETE", JobState.LAUNCH_UNDERWAY),
	/** The nodes are being prepared. */
	LAUNCH_DAEMONS(8, "PENDING DAEMON LAUNCH", JobState.LAUNCH_UNDERWAY),
	/** All nodes have answered. */
	DAEMONS_REPORTED(10, "ALL DAEMONS REPORTED", JobState.LAUNCH_UNDERWAY),
	/** The nodes can run ranks. */
	VM_READY(11, "VM READY", JobState.LAUNCH_UNDERWAY),
	/** The ranks are being placed. */
	MAP(5, "PENDING MAPPING", JobState.LAUNCH_UNDERWAY),
	/** Each rank has a node. */
	MAP_COMPLETE(6, "MAP COMPLETE", JobState.LAUNCH_UNDERWAY),
	/** Programs and directories are being prepared. */
	SYSTEM_PREP(7, "PENDING FINAL SYSTEM PREP", JobState.LAUNCH_UNDERWAY),
	/** The server is learning about the job. */
	LAUNCH_APPS(12, "PENDING APP LAUNCH", JobState.LAUNCH_UNDERWAY),
	/** The processes are being started. */
	SEND_LAUNCH_MSG(13, "SENDING LAUNCH MSG", JobState.LAUNCH_UNDERWAY),
	/** The first process runs. */
	STARTED(20, "JOB STARTED", JobState.LAUNCH_UNDERWAY),
	/** All processes run. */
	RUNNING(14, "RUNNING", JobState.RUNNING),
	/** Signals have stopped all processes. */
	SUSPENDED(15, "SUSPENDED", JobState.SUSPENDED),
	/** All processes have called PMIx_Init. */
	REGISTERED(16, "SYNC REGISTERED", JobState.CONNECTED),
	/** All processes that stop for a debugger have stopped. */
	READY_FOR_DEBUG(19, "READY FOR DEBUG", JobState.RUNNING),
	/** All processes have ended. */
	TERMINATED(31, "NORMALLY TERMINATED", JobState.TERMINATED),
	/** The end of the job is being announced. */
	NOTIFY_COMPLETED(34, "NOTIFY COMPLETED", JobState.TERMINATED),
	/** The end of the job was announced. */
	NOTIFIED(35, "NOTIFIED", JobState.TERMINATED),
	/** Nothing is left of a job that was mapped only. */
	ALL_JOBS_COMPLETE(32, "ALL JOBS COMPLETE", JobState.TERMINATED),

	/** Ended on request, or at its time limit. */
	KILLED_BY_CMD(51, "KILLED BY INTERNAL COMMAND", Status.ERR_JOB_CANCELED, Status.ERR_TIMEOUT),
	/** A program could not be started. */
	FAILED_TO_START(53, "FAILED TO START", Status.ERR_JOB_EXE_NOT_FOUND, Status.ERR_JOB_APP_NOT_EXECUTABLE, Status.ERR_JOB_WDIR_NOT_FOUND,
			Status.ERR_JOB_WDIR_NOT_ACCESSIBLE, Status.ERR_JOB_INSUFFICIENT_RESOURCES, Status.ERR_JOB_SYS_OP_FAILED),
	/** A signal has ended a process. */
	ABORTED_BY_SIG(54, "ABORTED BY SIGNAL", Status.ERR_JOB_ABORTED_BY_SIG),
	/** A process has exited without PMIx_Finalize. */
	ABORTED_WO_SYNC(55, "TERMINATED WITHOUT SYNC", Status.ERR_JOB_TERM_WO_SYNC),
	/** A process has called PMIx_Abort. */
	CALLED_ABORT(58, "PROC CALLED ABORT", Status.ERR_JOB_ABORTED),
	/** A process has exited with another code than 0. */
	NON_ZERO_TERM(62, "AT LEAST ONE PROCESS EXITED WITH NON-ZERO STATUS", Status.ERR_EXIT_NONZERO_TERM),
	/** The job could not be launched. */
	FAILED_TO_LAUNCH(63, "FAILED TO LAUNCH", Status.ERR_JOB_FAILED_TO_LAUNCH),
	/** There are no nodes for the job. */
	ALLOC_FAILED(68, "ALLOCATION FAILED", Status.ERR_JOB_ALLOC_FAILED),
	/** The ranks cannot be placed. */
	MAP_FAILED(69, "MAP FAILED", Status.ERR_JOB_FAILED_TO_MAP),
	/** Ended because of a failure without its own stage. */
	ABORTED(52, "ABORTED", Status.ERROR);

	private final int number;
	private final String label;
	private final JobState state;
	private final List<Status> failures;

	JobStage(int number, String label, JobState state) {
		this.number = number;
		this.label = label;
		this.state = state;
		failures = List.of();
	}

	JobStage(int number, String label, Status... failures) {
		this.number = number;
		this.label = label;
		this.failures = List.of(failures);
		state = JobState.TERMINATED_WITH_ERROR;
	}

	/** {@return its number in PRRTE; not in the order of the stages} */
	public int number() {
		return number;
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
