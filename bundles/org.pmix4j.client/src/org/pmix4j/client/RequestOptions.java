// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client;

import java.time.Duration;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.KeyValueAttributes;

/**
 * Options of a request: its time limit and directives. Immutable.
 *
 * @param limit the time to wait; also sent to the server in whole seconds if the request has the directive PMIX_TIMEOUT. Zero for the limit
 *              of the client: the {@linkplain ClientOptions#fenceLimit fence limit} for requests that wait for other processes, the
 *              {@linkplain ClientOptions#requestLimit request limit} for all others; neither is sent
 * @param infos directives
 */
public record RequestOptions(Duration limit, Infos infos) {
	/** The limit of the client, without directives. */
	public static final RequestOptions DEFAULT = new RequestOptions(Duration.ZERO, Infos.EMPTY);

	/**
	 * Accepts any limit from zero on. Zero is replaced by PMIX_TIMEOUT if that is among the directives.
	 *
	 * @throws IllegalArgumentException if the limit is negative
	 */
	public RequestOptions {
		if (limit.isNegative()) {
			throw new IllegalArgumentException("limit of a request: " + limit + " must not be negative");
		}
		limit = statedLimit(limit, infos);
	}

	/**
	 * {@return the options with these directives and the limit of the client}
	 *
	 * @param infos directives
	 */
	public static RequestOptions of(Info... infos) {
		return new RequestOptions(Duration.ZERO, Infos.of(infos));
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the time to wait; zero for the limit of the client
	 */
	public RequestOptions withLimit(Duration value) {
		return new RequestOptions(value, infos);
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives to add
	 */
	public RequestOptions plusInfos(Info... more) {
		return new RequestOptions(limit, infos.with(more));
	}

	/** Returns the limit, or if it is zero, PMIX_TIMEOUT among the directives, which C programs use instead of the option. */
	static Duration statedLimit(Duration limit, Infos directives) {
		try {
			return limit.isZero() ? directives.get(KeyValueAttributes.TIMEOUT).filter(seconds -> seconds > 0).map(Duration::ofSeconds)
					.orElse(limit) : limit;
		} catch (PmixException otherType) {
			// it is sent as it is, and the server refuses it
			return limit;
		}
	}
}
