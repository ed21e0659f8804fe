// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Collects a known number of bytes that come in pieces. Its memory is at most twice of what came plus a small start, so
 * that a peer cannot make us allocate by announcing. Not thread-safe; owned by one reader.
 */
public final class GrowingBytes {
	private static final byte[] NOTHING = {};
	private static final int START = 4096;

	private byte[] bytes = NOTHING;
	private int expected;
	private int count;

	/** @param length how many bytes are to come; the caller has checked it against its limit */
	public void expect(int length) {
		expected = length;
		count = 0;
		bytes = NOTHING;
	}

	/**
	 * @param in what came; read up to the expected number
	 * @return whether all are there
	 */
	public boolean take(ByteBuffer in) {
		int length = Math.min(in.remaining(), expected - count);
		if (length > 0) {
			reserve(count + length);
			in.get(bytes, count, length);
			count += length;
		}
		return count == expected;
	}

	/** @return all the bytes, exactly as many as expected; this object lets go of them */
	public byte[] release() {
		byte[] all = bytes;
		bytes = NOTHING;
		return all;
	}

	/** @return the bytes of memory held now */
	public int capacity() {
		return bytes.length;
	}

	private void reserve(int needed) {
		if (needed > bytes.length) {
			long roomy = Math.max(START, Math.max(needed, 2L * bytes.length));
			bytes = Arrays.copyOf(bytes, (int) Math.min(expected, roomy));
		}
	}
}
