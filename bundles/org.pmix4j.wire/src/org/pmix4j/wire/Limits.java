// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire;

/**
 * What a decoder is willing to take from a peer. A length or count is besides always checked against the bytes that are
 * really there before anything is allocated.
 *
 * @param maxHello    longest payload of a hello, before the peer is known, in bytes
 * @param maxFrame    longest payload of a frame, in bytes
 * @param maxString   longest string, in bytes
 * @param maxCount    most elements of one array
 * @param maxDepth    deepest nesting of values
 * @param maxInflated longest result of one decompression, in bytes
 */
public record Limits(int maxHello, int maxFrame, int maxString, int maxCount, int maxDepth, int maxInflated) {
	/** What every decoder uses that is given nothing else. */
	public static final Limits DEFAULT = new Limits(64 << 10, 64 << 20, 16 << 20, 1 << 22, 32, 64 << 20);

	/** @throws IllegalArgumentException if a limit is not positive */
	public Limits {
		if (maxHello <= 0 || maxFrame <= 0 || maxString <= 0 || maxCount <= 0 || maxDepth <= 0 || maxInflated <= 0) {
			throw new IllegalArgumentException("limits must be positive");
		}
	}
}
