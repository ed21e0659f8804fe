// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Copies output, and finds the ends of its lines: behind a line feed, and before a carriage return that begins the next state of the line,
 * behind which another byte than a line feed is known to come. Stateless.
 */
public final class Bytes {
	private static final int MEMORY_ATTEMPTS = 100;
	private static final long MEMORY_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

	private Bytes() {
	}

	/**
	 * Copies bytes. Waits a moment if there is no memory: the bytes were read and must not be lost because another thread needs much at this
	 * moment.
	 *
	 * @param data is read to its limit
	 * @return its remaining bytes
	 */
	public static byte[] copy(ByteBuffer data) {
		for (int attempt = 1;; attempt++) {
			try {
				byte[] bytes = new byte[data.remaining()];
				data.get(bytes);
				return bytes;
			} catch (OutOfMemoryError e) {
				if (attempt == MEMORY_ATTEMPTS) {
					throw e;
				}
				LockSupport.parkNanos(MEMORY_PAUSE);
			}
		}
	}

	/** Returns the index of the last line end, -1 if there is none; 0 only if the line has begun before these bytes. */
	static int lastEnd(byte[] bytes, boolean begun) {
		for (int i = bytes.length; i >= 0; i--) {
			if (isEnd(bytes, i, begun)) {
				return i;
			}
		}
		return -1;
	}

	/** Returns the index of the first line end, as {@link #lastEnd}. */
	static int firstEnd(byte[] bytes, boolean begun) {
		for (int i = 0; i <= bytes.length; i++) {
			if (isEnd(bytes, i, begun)) {
				return i;
			}
		}
		return -1;
	}

	private static boolean isEnd(byte[] bytes, int index, boolean begun) {
		if (index > 0 && bytes[index - 1] == '\n') {
			return true;
		}
		boolean returns = index + 1 < bytes.length && bytes[index] == '\r' && bytes[index + 1] != '\n';
		return returns && (index == 0 ? begun : bytes[index - 1] != '\r');
	}
}
