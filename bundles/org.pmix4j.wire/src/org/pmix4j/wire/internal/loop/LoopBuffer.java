// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.nio.ByteBuffer;

/**
 * Memory outside the heap through which a loop reads or writes. It is small until it has been full, as the runtime clears what it allocates
 * and most jobs exchange small messages only. Confined to the loop.
 */
final class LoopBuffer {
	static final int SMALLEST = 16 << 10;
	static final int LARGEST = 256 << 10;
	private static final int GROWTH = 4;

	private ByteBuffer bytes = ByteBuffer.allocateDirect(SMALLEST);

	/** Returns the memory, empty; its content is lost at the next event of the loop. */
	ByteBuffer empty() {
		return bytes.clear();
	}

	/** Takes more memory for the next use if this one has filled it. */
	void used(int count) {
		if (count == bytes.capacity() && count < LARGEST) {
			bytes = ByteBuffer.allocateDirect(GROWTH * count);
		}
	}
}
