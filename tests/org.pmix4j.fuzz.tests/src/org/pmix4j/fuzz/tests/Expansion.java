// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import org.pmix4j.wire.Limits;

/** Short texts may stand for long lists: what bounds them is not their length but the limits. Here those are low. */
final class Expansion {
	static final Limits LIMITS = new Limits(1 << 10, 1 << 16, 1 << 16, 1 << 12, 8, 1 << 17);
	/** Of one name or rank. */
	private static final long COST_OF_AN_ELEMENT = 256;
	/** Of one character of the names, garbage included. */
	private static final long COST_OF_A_CHARACTER = 16;
	/** zlib makes of one byte not more than 1032. */
	private static final long COST_OF_A_BYTE = 4096;

	private Expansion() {
	}

	static long allowed(int bytes) {
		return LIMITS.maxCount() * COST_OF_AN_ELEMENT + LIMITS.maxInflated() * COST_OF_A_CHARACTER + bytes * COST_OF_A_BYTE;
	}
}
