// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Whom a {@link Listener} tells of connections. All methods are called on the loop. */
@FunctionalInterface
public interface AcceptListener {
	/**
	 * Some came in together.
	 *
	 * @param batch all of them, to be opened or closed every one
	 */
	void accepted(List<Transport> batch);

	/** @return how many more may come in now */
	default int capacity() {
		return Integer.MAX_VALUE;
	}

	/**
	 * Others wait who cannot be taken, as there is no room or for want of file descriptors.
	 *
	 * @return when to try again: at once if a connection was closed for them, or after the time that those who are in still have; empty
	 *         if nobody is going to leave
	 */
	default Optional<Duration> makeRoom() {
		return Optional.empty();
	}
}
