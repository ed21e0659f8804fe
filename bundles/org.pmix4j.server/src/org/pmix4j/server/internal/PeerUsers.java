// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.wire.loop.Transport;

/** Knows whose process is at the other end of a connection, without asking that process. Called on the loop. */
@FunctionalInterface
public interface PeerUsers {
	/**
	 * @param connections that came together, so that a costly look is taken once for all of them
	 * @return the user ids at the other ends. One that is missing is held by nobody any more, which is no reason to trust its word.
	 *         Empty if this platform does not tell
	 */
	Optional<Map<Transport, Integer>> of(List<Transport> connections);
}
