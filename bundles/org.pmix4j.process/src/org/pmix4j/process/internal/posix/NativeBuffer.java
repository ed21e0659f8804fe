// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory outside the heap with a fixed address, for the calls in {@link Posix}. Freed with the object. Confined to its owner's thread. */
public final class NativeBuffer {

	private final ByteBuffer bytes;
	private final long address;

	/** Allocates zeroed memory of {@code capacity} bytes. */
	public NativeBuffer(int capacity) {
		bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
		address = Posix.LIBRARY.address(bytes);
	}

	/** Returns the memory; its position and limit belong to the owner. */
	public ByteBuffer bytes() {
		return bytes;
	}

	/** Returns the address of byte 0. */
	public long address() {
		return address;
	}

	/** Returns the size in bytes. */
	public int capacity() {
		return bytes.capacity();
	}
}
