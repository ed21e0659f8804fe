// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import org.pmix4j.wire.Limits;

/**
 * Memory limits for short texts that expand to long lists, which are bounded by decoder limits instead of length. Those limits are low
 * here.
 */
final class Expansion {
	static final Limits LIMITS = new Limits(1 << 10, 1 << 16, 1 << 16, 1 << 12, 8, 1 << 17);
	/** Bytes per name or rank. */
	private static final long COST_OF_AN_ELEMENT = 256;
	/** Bytes per character of the names, including garbage. */
	private static final long COST_OF_A_CHARACTER = 16;
	/** Bytes per input byte; zlib inflates one byte to at most 1032. */
	private static final long COST_OF_A_BYTE = 4096;

	private Expansion() {
	}

	static long allowed(int bytes) {
		return LIMITS.maxCount() * COST_OF_AN_ELEMENT + LIMITS.maxInflated() * COST_OF_A_CHARACTER + bytes * COST_OF_A_BYTE;
	}
}
