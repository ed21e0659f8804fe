// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.KeyValueAttributes;

/** Reads the time limit of a request from its directives. Stateless. */
public final class TimeLimit {
	private TimeLimit() {
	}

	/**
	 * @return the limit; empty if none is given, or 0
	 * @throws PmixException BAD_PARAM if it has the wrong type
	 */
	public static Optional<Duration> of(Infos infos) throws PmixException {
		return infos.get(KeyValueAttributes.TIMEOUT).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
	}
}
