// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

/** A job as its session sees it. Its methods are called on the host's thread. */
public interface SessionMember {
	/** @return the namespace of the job */
	String nspace();

	/** Ends the job because its session ends; a stopped job is continued, so that it can act. */
	void endWithSession();

	/**
	 * Sends a signal to all ranks, those included that still start.
	 *
	 * @param signal 1 to 64
	 */
	void signalAll(int signal);
}
