// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.events;

import org.pmix4j.model.ProcState;

/**
 * The stages of a rank in the order in which it passes them, followed by its failures. Names, numbers and labels are those of PRRTE; the
 * states of PMIx have other numbers, so they are mapped.
 *
 * @see "PRRTE 3.0.8, src/mca/plm/plm_types.h and src/util/error_strings.c"
 */
public enum RankStage {
	/** Placed on a node. */
	INIT(1, "INITIALIZED", ProcState.PREPPED),
	/** To be started again after a failure. */
	RESTART(2, "RESTARTING", ProcState.RESTART),
	/** Its program runs. */
	RUNNING(4, "RUNNING", ProcState.RUNNING),
	/** It has called PMIx_Init. */
	REGISTERED(5, "SYNC REGISTERED", ProcState.CONNECTED),
	/** It has stopped for a debugger. */
	READY_FOR_DEBUG(9, "READY FOR DEBUG", ProcState.CONNECTED),
	/** Its process has exited. */
	WAITPID_FIRED(7, "WAITPID FIRED", ProcState.UNTERMINATED),
	/** All its output is read. */
	IOF_COMPLETE(6, "IOF COMPLETE", ProcState.UNTERMINATED),
	/** Its process has exited, and all its output is read. */
	TERMINATED(20, "NORMALLY TERMINATED", ProcState.TERMINATED),

	/** Ended on request. */
	KILLED_BY_CMD(51, "KILLED BY INTERNAL COMMAND", ProcState.KILLED_BY_CMD),
	/** Could not be started. */
	FAILED_TO_START(53, "FAILED TO START", ProcState.FAILED_TO_START),
	/** Ended by a signal. */
	ABORTED_BY_SIG(54, "ABORTED BY SIGNAL", ProcState.ABORTED_BY_SIG),
	/** Exited without PMIx_Finalize. */
	TERM_WO_SYNC(55, "TERMINATED WITHOUT SYNC", ProcState.TERM_WO_SYNC),
	/** Has called PMIx_Abort, or was named by another rank's call. */
	CALLED_ABORT(58, "CALLED ABORT", ProcState.CALLED_ABORT),
	/** Exited with another code than 0. */
	TERM_NON_ZERO(62, "EXITED WITH NON-ZERO STATUS", ProcState.TERM_NON_ZERO);

	private final int number;
	private final String label;
	private final ProcState state;

	RankStage(int number, String label, ProcState state) {
		this.number = number;
		this.label = label;
		this.state = state;
	}

	/** {@return its number in PRRTE; not in the order of the stages} */
	public int number() {
		return number;
	}

	/** {@return PRRTE's words for it} */
	public String label() {
		return label;
	}

	/** {@return whether it is a failure} */
	public boolean isFailure() {
		return compareTo(TERMINATED) > 0;
	}

	/** {@return the state in PMIx} */
	public ProcState state() {
		return state;
	}
}
