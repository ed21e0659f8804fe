// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire;

/**
 * Bounds on what a decoder accepts from a peer. In addition, every decoder checks a length or count against the bytes that have arrived
 * before it allocates memory.
 *
 * @param maxHello    longest payload of a hello, in bytes
 * @param maxFrame    longest payload of a frame, in bytes
 * @param maxString   longest string, in bytes
 * @param maxCount    largest number of elements in one array; all arrays of a message together may have four times as many
 * @param maxDepth    deepest nesting of values
 * @param maxInflated longest result of one decompression, in bytes
 */
public record Limits(int maxHello, int maxFrame, int maxString, int maxCount, int maxDepth, int maxInflated) {
	/** 64 KiB per hello, 256 MiB per frame or string, 4 Mi elements, depth 32, 64 MiB inflated. */
	public static final Limits DEFAULT = new Limits(64 << 10, 256 << 20, 256 << 20, 1 << 22, 32, 64 << 20);

	/** The fractions of the memory for one element of an array, and for data that are inflated together. */
	private static final int ELEMENT = 4096;
	private static final int INFLATED = 16;

	/**
	 * Requires each limit to be positive.
	 *
	 * @throws IllegalArgumentException if a limit is not positive
	 */
	public Limits {
		if (maxHello <= 0 || maxFrame <= 0 || maxString <= 0 || maxCount <= 0 || maxDepth <= 0 || maxInflated <= 0) {
			throw new IllegalArgumentException("limits must be positive");
		}
	}

	/**
	 * {@return the default limits, with fewer elements and inflated bytes if there is little memory}
	 *
	 * @param memory of the decoding program, in bytes
	 */
	public static Limits of(long memory) {
		return new Limits(DEFAULT.maxHello, DEFAULT.maxFrame, DEFAULT.maxString, Math.clamp(memory / ELEMENT, 1 << 14, DEFAULT.maxCount),
				DEFAULT.maxDepth, Math.clamp(memory / INFLATED, 1 << 20, DEFAULT.maxInflated));
	}

	/**
	 * {@return the same limits with that one}
	 *
	 * @param count largest number of elements in one array
	 */
	public Limits withMaxCount(int count) {
		return new Limits(maxHello, maxFrame, maxString, count, maxDepth, maxInflated);
	}

	/**
	 * {@return the same limits with that one}
	 *
	 * @param bytes longest payload of a frame, and of a string in it
	 */
	public Limits withMaxFrame(int bytes) {
		return new Limits(maxHello, bytes, bytes, maxCount, maxDepth, maxInflated);
	}
}
