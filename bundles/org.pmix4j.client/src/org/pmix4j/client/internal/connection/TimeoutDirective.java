// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.time.Duration;

import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.KeyValueAttributes;

/** Adds the time limit of a call to the directives of its request. Stateless. */
public final class TimeoutDirective {
	private TimeoutDirective() {
	}

	/**
	 * Adds the limit in whole seconds. It is rounded up, because a server takes 0 for no limit.
	 *
	 * @param infos directives of a request
	 * @param limit the limit; zero if the program has set none
	 * @return the directives, with the limit if it is not zero and they state none
	 */
	public static Infos add(Infos infos, Duration limit) {
		if (limit.isZero() || infos.contains(KeyValueAttributes.TIMEOUT)) {
			return infos;
		}
		int seconds = (int) Math.min(Integer.MAX_VALUE, limit.plusNanos(999_999_999).toSeconds());
		return infos.with(KeyValueAttributes.TIMEOUT, seconds);
	}
}
