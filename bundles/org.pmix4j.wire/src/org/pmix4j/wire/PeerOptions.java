// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire;

import java.time.Duration;

/**
 * Options that apply to every peer of a server, client or tool.
 *
 * @param limits         decoder limits
 * @param connection     limits of the write queue
 * @param handshakeLimit how long the peer may take for its part of the handshake
 * @param tapFrames      number of recent frames kept for dumps; 0 keeps none
 */
public record PeerOptions(Limits limits, ConnectionOptions connection, Duration handshakeLimit, int tapFrames) {
	/** Default limits, five seconds for the handshake, and the last 32 frames kept. */
	public static final PeerOptions DEFAULT = new PeerOptions(Limits.DEFAULT, ConnectionOptions.DEFAULT, Duration.ofSeconds(5), 32);

	/**
	 * Requires a positive limit for the handshake; the number of frames may be 0.
	 *
	 * @throws IllegalArgumentException if the handshake limit is not positive or the number of frames is negative
	 */
	public PeerOptions {
		if (!handshakeLimit.isPositive() || tapFrames < 0) {
			throw new IllegalArgumentException("handshake limit " + handshakeLimit + " must be positive, frames " + tapFrames + " not negative");
		}
	}
}
