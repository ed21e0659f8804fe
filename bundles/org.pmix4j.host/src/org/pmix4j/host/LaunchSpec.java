// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.util.Set;

/**
 * The finer points of running a job. Immutable.
 *
 * @param started   false if all is prepared and mapped, but no process is started: the job ends at once, in good order
 * @param indexed   whether argv[0] of each process is the program's name, a hyphen and its rank
 * @param anyCode   whether a process may exit with another code than 0 in good order
 * @param reports   what the host's listener is told in words
 * @see "PMIx Standard, chapter Process Management, PMIX_INDEX_ARGV; OpenPMIx, PMIX_DO_NOT_LAUNCH, PMIX_ABORT_NON_ZERO_TERM; PRRTE for
 *      their effects"
 */
public record LaunchSpec(boolean started, boolean indexed, boolean anyCode, Set<Report> reports) {
	/** All is as it is when nothing is said about it. */
	public static final LaunchSpec PLAIN = new LaunchSpec(true, false, false, Set.of());

	/** Copies the set. */
	public LaunchSpec {
		reports = Set.copyOf(reports);
	}

	/** What the host's listener can be told in words. */
	public enum Report {
		/** The nodes of the session and how many ranks fit. */
		ALLOCATION,
		/** Which ranks run where. */
		MAP,
		/** The same with all numbers of each rank. */
		DETAILED_MAP,
		/** Which processors each rank is bound to. */
		BINDINGS,
		/** That all processes run. */
		PROGRESS,
		/** What each rank did when the job's time was up. */
		STATES_AT_TIMEOUT,
		/** That the job starts, that all of it runs, and that it has ended. */
		JOB_EVENTS,
		/** How the job ended. */
		COMPLETION,
		/** How each process ended. */
		ENDS,
		/** How processes ended that failed. */
		FAILURES
	}
}
