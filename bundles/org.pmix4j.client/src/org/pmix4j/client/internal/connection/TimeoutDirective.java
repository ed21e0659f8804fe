// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.time.Duration;

import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.KeyValueAttributes;

/** Tells the server how long the program is willing to wait. Stateless. */
public final class TimeoutDirective {
	private TimeoutDirective() {
	}

	/**
	 * Adds the limit in whole seconds, rounded up, because 0 means no limit to a server.
	 *
	 * @param infos directives of a request
	 * @param limit how long the program waits; zero if it has set no limit, of which the server is not told
	 * @return the directives, with the limit if there is one
	 */
	public static Infos add(Infos infos, Duration limit) {
		if (limit.isZero()) {
			return infos;
		}
		int seconds = (int) Math.min(Integer.MAX_VALUE, limit.plusNanos(999_999_999).toSeconds());
		return infos.with(KeyValueAttributes.TIMEOUT, seconds);
	}
}
