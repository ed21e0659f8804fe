// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.time.Duration;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.KeyValueAttributes;

/** Reads the limit of a call from the attribute that C programs use instead of the option. Stateless. */
final class StatedLimit {
	private StatedLimit() {
	}

	/** Returns the limit, or if it is zero, PMIX_TIMEOUT among the directives. */
	static Duration of(Duration limit, Infos directives) {
		try {
			return limit.isZero() ? directives.get(KeyValueAttributes.TIMEOUT).filter(seconds -> seconds > 0).map(Duration::ofSeconds)
					.orElse(limit) : limit;
		} catch (PmixException otherType) {
			// it is sent as it is, and the server refuses it
			return limit;
		}
	}
}
