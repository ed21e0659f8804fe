// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire;

import java.time.Duration;

/**
 * What this side grants a peer.
 *
 * @param limits         largest hello and frame
 * @param connection     how much is queued for a slow peer
 * @param handshakeLimit how long the peer may take for its part of the handshake
 * @param tapFrames      how many of the last frames are remembered for a dump; 0 for none
 */
public record PeerOptions(Limits limits, ConnectionOptions connection, Duration handshakeLimit, int tapFrames) {
	/** Five seconds for the handshake, 32 frames to look at. */
	public static final PeerOptions DEFAULT = new PeerOptions(Limits.DEFAULT, ConnectionOptions.DEFAULT, Duration.ofSeconds(5), 32);

	/** @throws IllegalArgumentException if the limit is not positive or the number negative */
	public PeerOptions {
		if (!handshakeLimit.isPositive() || tapFrames < 0) {
			throw new IllegalArgumentException("handshake limit " + handshakeLimit + " must be positive, frames " + tapFrames + " not negative");
		}
	}
}
