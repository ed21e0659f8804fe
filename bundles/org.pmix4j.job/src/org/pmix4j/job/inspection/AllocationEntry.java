// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.inspection;

import org.pmix4j.model.Proc;

/**
 * An allocation of a server, or a request that waits for one. Immutable.
 *
 * @param name      of the allocation
 * @param request   the name that the requester gave to the request; empty if it gave none
 * @param state     WAITING, or the state of the session
 * @param requester the process or tool that requested it
 * @param owned     whether a job or tool still owns it; otherwise it stays until someone releases it, its time is up, or its last job ends
 * @param cpus      the number of processors; 0 if a waiting request does not state it
 * @param nodes     their names, separated by commas; empty if a waiting request does not name them
 */
public record AllocationEntry(String name, String request, String state, Proc requester, boolean owned, long cpus, String nodes) {
	/** The state of a request that waits. */
	public static final String WAITING = "WAITING";

	/** {@return whether it is a request that waits} */
	public boolean isWaiting() {
		return state.equals(WAITING);
	}
}
