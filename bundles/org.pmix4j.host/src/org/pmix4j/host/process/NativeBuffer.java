// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** Memory outside the heap with a known address, for the calls in {@link Posix}. Freed with the object. Confined to its owner's thread. */
final class NativeBuffer {

	private final ByteBuffer bytes;
	private final long address;

	NativeBuffer(int capacity) {
		bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
		address = Pointer.nativeValue(Native.getDirectBufferPointer(bytes));
	}

	/** The memory; position and limit are the owner's to use. */
	ByteBuffer bytes() {
		return bytes;
	}

	/** The address of byte 0. */
	long address() {
		return address;
	}

	int capacity() {
		return bytes.capacity();
	}
}
