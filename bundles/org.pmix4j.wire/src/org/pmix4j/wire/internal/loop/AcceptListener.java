// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Receives the connections of a {@link Listener}. All methods are called on the loop. */
@FunctionalInterface
public interface AcceptListener {
	/**
	 * Takes over connections that were accepted together.
	 *
	 * @param batch the connections; each must be opened or closed
	 */
	void accepted(List<Transport> batch);

	/** @return number of further connections that may be accepted now */
	default int capacity() {
		return Integer.MAX_VALUE;
	}

	/**
	 * Called when connections wait that cannot be accepted, because the capacity is used up or file descriptors are exhausted.
	 *
	 * @return zero if a connection was closed to make room, otherwise the time until one can be closed; empty if none can
	 */
	default Optional<Duration> makeRoom() {
		return Optional.empty();
	}
}
