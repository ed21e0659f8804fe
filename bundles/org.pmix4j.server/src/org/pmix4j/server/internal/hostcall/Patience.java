// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.hostcall;

import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * How long the server waits for the answer to a call. Most calls are a matter of the host alone and have the server's limit for its
 * host. A call that lasts until other processes have done something, such as a lookup that waits, lasts as long as its requester wants:
 * until the host has had the usual time after the requester's own timeout, or without a limit if the requester has none.
 *
 * @param open whether other processes decide how long the call lasts
 * @param own  the timeout of the requester
 */
public record Patience(boolean open, Optional<Duration> own) {
	/** For a call that the host can answer by itself. */
	public static final Patience USUAL = new Patience(false, Optional.empty());
	/** For a call that lasts until processes have read, or have ended, and that has no timeout. */
	public static final Patience OPEN = new Patience(true, Optional.empty());

	/**
	 * For a call that lasts until other processes have done something.
	 *
	 * @param directives of the requester, perhaps with a timeout
	 * @return until the timeout, and a little longer
	 */
	public static Patience of(Infos directives) {
		return new Patience(true, timeout(directives, KeyValueAttributes.TIMEOUT).or(() -> timeout(directives, SpawnAttributes.SPAWN_TIMEOUT)));
	}

	/** One that cannot be read is the host's to refuse. */
	private static Optional<Duration> timeout(Infos directives, Attribute<Integer> attribute) {
		try {
			return directives.get(attribute).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
		} catch (PmixException e) {
			return Optional.empty();
		}
	}

	/** Returns the limit, given that for the host's own work; empty for none. */
	Optional<Duration> limit(Duration hostTimeout) {
		return open ? own.map(hostTimeout::plus) : Optional.of(hostTimeout);
	}
}
