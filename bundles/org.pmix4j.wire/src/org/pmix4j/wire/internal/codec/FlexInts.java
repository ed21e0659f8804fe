// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

/**
 * Integers of variable length: 7 bits per byte, lowest first, with the top bit set if more bytes follow; a ninth byte holds 8 bits.
 * Stateless.
 *
 * @see "OpenPMIx src/mca/psquash/flex128"
 */
final class FlexInts {
	/** The maximum number of bytes of an integer. */
	static final int MAX_LENGTH = 9;
	private static final int SEVEN_BIT_BYTES = MAX_LENGTH - 1;

	private FlexInts() {
	}

	/**
	 * @param to    has room for {@value #MAX_LENGTH} bytes
	 * @param at    index of the first byte
	 * @param value unsigned integer
	 * @return index after the last byte
	 */
	static int put(byte[] to, int at, long value) {
		long rest = value;
		int next = at;
		for (int i = 0; i < SEVEN_BIT_BYTES; i++) {
			if ((rest & ~0x7fL) == 0) {
				to[next++] = (byte) rest;
				return next;
			}
			to[next++] = (byte) (rest | 0x80);
			rest >>>= 7;
		}
		to[next++] = (byte) rest;
		return next;
	}

	/** Returns the length of the integer at {@code at}; 0 if it does not end before {@code end}. */
	static int length(byte[] from, int at, int end) {
		int most = Math.min(SEVEN_BIT_BYTES, end - at);
		for (int i = 0; i < most; i++) {
			if (from[at + i] >= 0) {
				return i + 1;
			}
		}
		return end - at > SEVEN_BIT_BYTES ? MAX_LENGTH : 0;
	}

	/** Returns the unsigned integer at {@code at}; its {@link #length} must be known and not 0. */
	static long get(byte[] from, int at, int length) {
		long value = 0;
		int sevens = Math.min(SEVEN_BIT_BYTES, length);
		for (int i = 0; i < sevens; i++) {
			value |= (from[at + i] & 0x7fL) << 7 * i;
		}
		return length == MAX_LENGTH ? value | (from[at + SEVEN_BIT_BYTES] & 0xffL) << 7 * SEVEN_BIT_BYTES : value;
	}

	/** Maps signed to unsigned numbers so that small magnitudes stay short: 0, -1, 1, -2 become 0, 1, 2, 3. */
	static long zigzag(long value) {
		return value << 1 ^ value >> 63;
	}

	static long unzigzag(long folded) {
		return folded >>> 1 ^ -(folded & 1);
	}
}
