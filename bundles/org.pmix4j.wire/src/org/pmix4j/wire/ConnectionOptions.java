// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire;

import java.time.Duration;

/**
 * How much a connection queues for a peer that does not read, and for how long.
 *
 * @param highWater  bytes in the queue above which bulk data should pause
 * @param lowWater   bytes in the queue below which it may go on
 * @param stallLimit how long the queue may stay above the low mark after it passed the high one; then the peer is cut off
 * @param closeLimit how long a connection that closes waits for the queue to drain
 */
public record ConnectionOptions(int highWater, int lowWater, Duration stallLimit, Duration closeLimit) {
	/** 4 MiB, 1 MiB, one minute, five seconds. */
	public static final ConnectionOptions DEFAULT = new ConnectionOptions(4 << 20, 1 << 20, Duration.ofMinutes(1), Duration.ofSeconds(5));

	/** @throws IllegalArgumentException if the marks are not in order, or a time is not positive */
	public ConnectionOptions {
		if (lowWater < 0 || highWater <= lowWater) {
			throw new IllegalArgumentException("water marks: low " + lowWater + ", high " + highWater + "; 0 <= low < high");
		}
		if (!stallLimit.isPositive() || !closeLimit.isPositive()) {
			throw new IllegalArgumentException("limits must be positive: stall " + stallLimit + ", close " + closeLimit);
		}
	}
}
