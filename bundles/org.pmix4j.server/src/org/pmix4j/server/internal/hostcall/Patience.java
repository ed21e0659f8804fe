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
 * Limit on the time that the server waits for an answer of the host. A call that depends on the host alone has the server's limit. An open
 * call lasts until other processes have acted, such as a lookup that waits: its limit is the requester's timeout plus the server's limit,
 * or none if the requester has no timeout. Immutable.
 *
 * @param open whether the duration of the call depends on other processes
 * @param own  the requester's timeout
 */
public record Patience(boolean open, Optional<Duration> own) {
	/** For calls that the host can answer by itself. */
	public static final Patience USUAL = new Patience(false, Optional.empty());
	/** For calls that depend on other processes and have no timeout. */
	public static final Patience OPEN = new Patience(true, Optional.empty());

	/**
	 * Creates the limit of a call that depends on other processes.
	 *
	 * @param directives directives of the requester, which may include a timeout
	 * @return the limit
	 */
	public static Patience of(Infos directives) {
		return new Patience(true, timeout(directives, KeyValueAttributes.TIMEOUT).or(() -> timeout(directives, SpawnAttributes.SPAWN_TIMEOUT)));
	}

	/** Returns the timeout; empty also if it is malformed, which the host reports. */
	private static Optional<Duration> timeout(Infos directives, Attribute<Integer> attribute) {
		try {
			return directives.get(attribute).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
		} catch (PmixException e) {
			return Optional.empty();
		}
	}

	/** Returns the limit, given the server's limit for its host; empty if there is none. */
	Optional<Duration> limit(Duration hostTimeout) {
		return open ? own.map(hostTimeout::plus) : Optional.of(hostTimeout);
	}
}
