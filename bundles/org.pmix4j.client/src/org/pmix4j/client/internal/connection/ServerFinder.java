// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import org.pmix4j.model.PmixException;

/** Finds the server that a role connects to. Called once, on the thread that opens the session; may read files. */
@FunctionalInterface
public interface ServerFinder {
	/**
	 * Finds the server.
	 *
	 * @return the server and, if it is known, the identity of this process
	 * @throws PmixException {@code ERR_UNREACH} if there is no server, {@code ERR_BAD_PARAM} if the variable or file that should name
	 *                       it is malformed, {@code ERR_NOT_SUPPORTED} if its protocol is not supported
	 */
	ServerContact find() throws PmixException;
}
