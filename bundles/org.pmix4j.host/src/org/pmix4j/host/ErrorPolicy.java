// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

/**
 * What the failure of one rank means for the others. An abort that a rank asks for ends whom it names under either policy.
 *
 * @see "PMIx Standard, PMIX_JOB_CONTINUOUS; PRRTE, errmgr/dvm"
 */
public enum ErrorPolicy {
	/** The first failure ends the whole job. */
	TERMINATE,
	/** The others go on; those who registered for it are sent the event. */
	CONTINUE
}
