// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.KeyValueAttributes;

/** How long a process is willing to wait, as its directives tell. */
public final class TimeLimit {
	private TimeLimit() {
	}

	/**
	 * @return the limit; empty if there is none, which 0 stands for
	 * @throws PmixException BAD_PARAM if it is no number of seconds
	 */
	public static Optional<Duration> of(Infos infos) throws PmixException {
		return infos.get(KeyValueAttributes.TIMEOUT).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
	}
}
