// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

/**
 * The effect of one rank's failure on the other ranks of its job. PMIx_Abort ends the processes that it names under either policy.
 *
 * @see "PMIx Standard, PMIX_JOB_CONTINUOUS; PRRTE, errmgr/dvm"
 */
public enum ErrorPolicy {
	/** The first failure ends the whole job. */
	TERMINATE,
	/** The other ranks continue; those that have registered for the event receive it. */
	CONTINUE
}
