// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import org.pmix4j.model.Status;

/** Follows the sessions of a host. Called on the host's thread. */
public interface SessionListener {
	/**
	 * Called when a session was opened, when its state or its resources have changed, and when a job in it has ended.
	 *
	 * @param session the session, not the default one
	 */
	void changed(SessionRun session);

	/**
	 * Called when a job of any session has ended and its slots are free, or when a tool has gone.
	 *
	 * @param nspace of the job or the tool
	 * @param status how the job ended
	 */
	void gone(String nspace, Status status);
}
