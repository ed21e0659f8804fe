// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** Memory outside the heap with a known address, for the calls in {@link Posix}. Freed with the object. Confined to its owner's thread. */
public final class NativeBuffer {

	private final ByteBuffer bytes;
	private final long address;

	/** Allocates so many bytes, all zero. */
	public NativeBuffer(int capacity) {
		bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
		address = Pointer.nativeValue(Native.getDirectBufferPointer(bytes));
	}

	/** The memory; position and limit are the owner's to use. */
	public ByteBuffer bytes() {
		return bytes;
	}

	/** The address of byte 0. */
	public long address() {
		return address;
	}

	/** Returns how many bytes it has. */
	public int capacity() {
		return bytes.capacity();
	}
}
