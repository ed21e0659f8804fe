// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.time.Duration;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;

/**
 * Options of a fence. Immutable.
 *
 * @param collect whether the committed data of the participants is brought to every node, so that later gets are fast
 * @param limit   the time to wait; sent to the server in whole seconds, so that the fence ends for all participants. Zero for the
 *                {@linkplain ClientOptions#fenceLimit fence limit} of the client, which is not sent
 * @param infos   further directives
 * @see "PMIx Standard, chapter Synchronization and Data Access, PMIx_Fence"
 */
public record FenceOptions(boolean collect, Duration limit, Infos infos) {
	/** Waits without collecting data. */
	public static final FenceOptions DEFAULT = new FenceOptions(false, Duration.ZERO, Infos.EMPTY);
	/** Waits and collects data. */
	public static final FenceOptions COLLECT = new FenceOptions(true, Duration.ZERO, Infos.EMPTY);

	/**
	 * Accepts any limit from zero on. Zero is replaced by PMIX_TIMEOUT if that is among the directives.
	 *
	 * @throws IllegalArgumentException if the limit is negative
	 */
	public FenceOptions {
		if (limit.isNegative()) {
			throw new IllegalArgumentException("limit of a fence: " + limit + " must not be negative");
		}
		limit = RequestOptions.statedLimit(limit, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value whether to bring committed data to every node
	 */
	public FenceOptions withCollect(boolean value) {
		return new FenceOptions(value, limit, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the time to wait; zero for the fence limit of the client
	 */
	public FenceOptions withLimit(Duration value) {
		return new FenceOptions(collect, value, infos);
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives to add
	 */
	public FenceOptions plusInfos(Info... more) {
		return new FenceOptions(collect, limit, infos.with(more));
	}
}
