// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes to standard error only what it takes immediately: a process that ends must not wait for a reader that does not read. Its memory
 * outside the heap is allocated in advance. Thread-safe.
 */
public final class EmergencyMessage {
	private static final int STANDARD_ERROR = 2;
	/** The part of a pipe that is free if poll(2) says that any is. */
	private static final int LIMIT = 4096;

	private static final NativeBuffer TEXT = new NativeBuffer(LIMIT);
	private static final NativeBuffer POLL = new NativeBuffer(Posix.POLLFD_SIZE);

	private static final String PREFIX = "pmix4j: ";
	private static final byte[] NO_MEMORY = (PREFIX + "out of memory").getBytes(StandardCharsets.US_ASCII);

	private static final byte[] NOTHING = {};
	private static final int LAST_ATTEMPTS = 100;
	private static final long LAST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

	/** Given back before the last line. */
	private static final AtomicReference<byte[]> RESERVE = new AtomicReference<>(new byte[256 << 10]);

	private EmergencyMessage() {
	}

	/** Allocates the memory, by loading this class. */
	public static void prepare() {
		POLL.bytes().putInt(0, STANDARD_ERROR).putShort(Posix.POLLFD_EVENTS, Posix.POLLOUT);
	}

	/** Writes a line as {@link #say} does, with the memory that is reserved for it: native calls need some, too. */
	public static synchronized void sayLast(String text) {
		for (int attempt = 0; attempt < LAST_ATTEMPTS; attempt++) {
			try {
				RESERVE.set(NOTHING);
				say(text);
				return;
			} catch (OutOfMemoryError e) {
				// other threads have taken it; they fail, too, and give theirs back
				LockSupport.parkNanos(LAST_PAUSE);
			}
		}
	}

	/** Writes a line of the launcher if standard error can take it now; says that there is no memory if there is none for the line. */
	public static synchronized void say(String text) {
		byte[] encoded;
		try {
			encoded = PREFIX.concat(text).getBytes(StandardCharsets.UTF_8);
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
