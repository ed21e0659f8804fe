// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

/** Counts the bytes of unfinished lines of one job, a memory use that no back-pressure bounds. Owned by an {@link OutputPump}. */
final class HeldBytes {
	private static final int LIMIT = 32 << 20;

	private int count;

	void add(int bytes) {
		count += bytes;
	}

	boolean isTooMuch() {
		return count > LIMIT;
	}
}
