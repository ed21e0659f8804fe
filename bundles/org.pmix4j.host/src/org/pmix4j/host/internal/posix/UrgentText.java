// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes to standard error only what it takes at once: a process that ends must not wait for a reader that does not read. Its memory
 * outside the heap is allocated in advance. Thread-safe.
 */
public final class UrgentText {
	private static final int STANDARD_ERROR = 2;
	/** The part of a pipe that is free if poll(2) says that any is. */
	private static final int LIMIT = 4096;

	private static final NativeBuffer TEXT = new NativeBuffer(LIMIT);
	private static final NativeBuffer POLL = new NativeBuffer(Posix.POLLFD_SIZE);

	private static final byte[] NO_MEMORY = "pmix4j: out of memory".getBytes(StandardCharsets.US_ASCII);

	private UrgentText() {
	}

	/** Allocates the memory, by loading this class. */
	public static void prepare() {
		POLL.bytes().putInt(0, STANDARD_ERROR).putShort(Posix.POLLFD_EVENTS, Posix.POLLOUT);
	}

	/** Writes a line if standard error can take it now; says that there is no memory if there is none for the line. */
	public static synchronized void say(String text) {
		byte[] encoded;
		try {
			encoded = text.getBytes(StandardCharsets.UTF_8);
		} catch (OutOfMemoryError e) {
			encoded = NO_MEMORY;
		}
		prepare();
		if (Posix.poll(POLL.address(), 1, 0) == 1 && (POLL.bytes().getShort(Posix.POLLFD_RETURNED) & Posix.POLLOUT) != 0) {
			ByteBuffer bytes = TEXT.bytes().clear();
			bytes.put(encoded, 0, Math.min(encoded.length, LIMIT - 1)).put((byte) '\n');
			Posix.write(STANDARD_ERROR, TEXT.address(), bytes.position());
		}
	}
}
