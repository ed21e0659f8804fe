// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.hostcall;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.server.internal.peer.ServerPeer;

/**
 * The time that the server waits for an answer of the host. A call that depends on the host alone has the server's limit. An open call,
 * such as a lookup that waits, lasts until other processes have acted: its limit is the requester's timeout plus the server's limit. Any
 * call ends when no requester is left. Immutable.
 *
 * @param open    whether the duration of the call depends on other processes
 * @param own     the requester's timeout
 * @param awaited returns whether a requester is left; called on the loop
 */
public record CallTimeout(boolean open, Optional<Duration> own, BooleanSupplier awaited) {
	/** The timeout of calls that the host can answer alone. */
	public static final CallTimeout USUAL = new CallTimeout(false, Optional.empty(), () -> true);

	/**
	 * Creates the limit of a call that depends on other processes and has no timeout.
	 *
	 * @param requester the only requester
	 * @return the limit
	 */
	public static CallTimeout open(ServerPeer requester) {
		return new CallTimeout(true, Optional.empty(), requester::isReachable);
	}

	/**
	 * Creates the limit of a call of one requester that depends on other processes.
	 *
	 * @param directives directives of the requester, which may include a timeout
	 * @param requester  the only requester
	 * @return the limit
	 */
	public static CallTimeout of(Infos directives, ServerPeer requester) {
		return of(directives, requester::isReachable);
	}

	/**
	 * Creates the limit of a call of several requesters that depends on other processes.
	 *
	 * @param directives directives of the requesters, which may include a timeout
	 * @param awaited    returns whether a requester is left; called on the loop
	 * @return the limit
	 */
	public static CallTimeout of(Infos directives, BooleanSupplier awaited) {
		return new CallTimeout(true,
				timeout(directives, KeyValueAttributes.TIMEOUT).or(() -> timeout(directives, SpawnAttributes.SPAWN_TIMEOUT)), awaited);
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
