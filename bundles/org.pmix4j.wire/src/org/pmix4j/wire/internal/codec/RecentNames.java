// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.Arrays;

/**
 * A cache of the names that occurred recently in a message, such as namespaces, so that equal names are mostly the same object. Long lists
 * then need little memory and compare quickly. Owned by a {@link WireReader}, whose bytes it compares.
 */
final class RecentNames {
	/** The number of names that are remembered; a power of two. */
	private static final int SLOTS = 16;

	private final byte[] bytes;
	private final String[] names = new String[SLOTS];
	private final int[] starts = new int[SLOTS];
	private final int[] ends = new int[SLOTS];

	RecentNames(byte[] bytes) {
		this.bytes = bytes;
		Arrays.fill(names, "");
	}

	/** Returns the name that these bytes hold, or an empty text if it is not remembered. */
	String find(int start, int end) {
		int slot = slot(start, end);
		return Arrays.equals(bytes, starts[slot], ends[slot], bytes, start, end) ? names[slot] : "";
	}

	/** Remembers the name that these bytes hold. */
	void add(int start, int end, String name) {
		int slot = slot(start, end);
		names[slot] = name;
		starts[slot] = start;
		ends[slot] = end;
	}

	/** Names differ mostly in their length and their last character, which precedes a NUL. */
	private int slot(int start, int end) {
		return 31 * (end - start) + bytes[Math.max(start, end - 2)] & SLOTS - 1;
	}
}
