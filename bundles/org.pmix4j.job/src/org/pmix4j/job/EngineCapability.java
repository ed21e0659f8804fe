// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

/** An ability of an engine beyond those that every engine has: to start jobs, end them and report their results. */
public enum EngineCapability {
	/** Passes the standard input of a job on to its ranks. */
	INPUT,
	/** Sends a signal to all ranks of a job. */
	SIGNALS,
	/** Sends a signal to some ranks of a job, and ends some of them. */
	RANK_SIGNALS,
	/** Reports how each rank has ended, and not only the job. */
	RANK_OUTCOMES,
	/** Runs the ranks as processes of this machine, so that their process ids can be used here, for instance to read their stacks. */
	LOCAL_PROCESSES,
	/** Stops the ranks for a debugger, and lets them continue. */
	DEBUGGER_STOPS,
	/** Reports what ranks wait for. */
	WAITS,
	/** Shows the values that ranks have stored. */
	STORED_VALUES
}
