// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire;

import java.time.Duration;

/**
 * Limits of a connection's write queue: how much may wait for a slow peer, and for how long.
 *
 * @param highWater  queued bytes above which bulk senders should pause
 * @param lowWater   queued bytes below which they may resume
 * @param stallLimit how long the queue may take to fall from the high mark to the low mark before the peer is disconnected
 * @param closeLimit how long an orderly close waits for the queue to drain
 */
public record ConnectionOptions(int highWater, int lowWater, Duration stallLimit, Duration closeLimit) {
	/** 4 MiB, 1 MiB, one minute, five seconds. */
	public static final ConnectionOptions DEFAULT = new ConnectionOptions(4 << 20, 1 << 20, Duration.ofMinutes(1), Duration.ofSeconds(5));

	/**
	 * Requires the marks in order: a connection that is full resumes only below the lower one.
	 *
	 * @throws IllegalArgumentException unless {@code 0 <= lowWater < highWater} and both durations are positive
	 */
	public ConnectionOptions {
		if (lowWater < 0 || highWater <= lowWater) {
			throw new IllegalArgumentException("water marks must satisfy 0 <= low < high, not " + lowWater + " and " + highWater);
		}
		if (!stallLimit.isPositive() || !closeLimit.isPositive()) {
			throw new IllegalArgumentException("limits must be positive: stall " + stallLimit + ", close " + closeLimit);
		}
	}
}
