// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

/** Follows the sessions of a host. Called on the host's thread. */
@FunctionalInterface
public interface SessionListener {
	/**
	 * Called when a session was opened, when its state or its resources have changed, and when a job in it has ended.
	 *
	 * @param session the session
	 */
	void changed(SessionRun session);
}
