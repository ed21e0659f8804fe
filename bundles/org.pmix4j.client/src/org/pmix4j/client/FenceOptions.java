// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.time.Duration;

import org.pmix4j.model.Infos;

/**
 * What a fence does besides waiting for all participants.
 *
 * @param collect whether the participants' committed data are brought to every node, so that later gets are quick
 * @param limit   how long to wait, of which the server is told in whole seconds, so that it ends for all participants. Zero for
 *                the client's {@linkplain ClientOptions#fenceLimit fence limit}, of which the server is not told
 * @param infos   further directives
 * @see "PMIx Standard, chapter Synchronization and Data Access, PMIx_Fence"
 */
public record FenceOptions(boolean collect, Duration limit, Infos infos) {
	/** Only waits. */
	public static final FenceOptions DEFAULT = new FenceOptions(false, Duration.ZERO, Infos.EMPTY);
	/** Waits and collects data. */
	public static final FenceOptions COLLECT = new FenceOptions(true, Duration.ZERO, Infos.EMPTY);

	/** @throws IllegalArgumentException if the limit is negative */
	public FenceOptions {
		if (limit.isNegative()) {
			throw new IllegalArgumentException("limit of a fence: " + limit + " must not be negative");
		}
	}

	/**
	 * @param other how long to wait; zero for the client's fence limit
	 * @return the same options but for that
	 */
	public FenceOptions withLimit(Duration other) {
		return new FenceOptions(collect, other, infos);
	}
}
