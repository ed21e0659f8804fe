// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Collects a known number of bytes that arrive in pieces. It allocates at most twice the bytes received plus a small initial size, so that
 * a peer cannot force an allocation by announcing a large length. Owned by one reader; not thread-safe.
 */
public final class GrowingBytes {
	private static final byte[] NOTHING = {};
	private static final int START = 4096;

	private byte[] bytes = NOTHING;
	private int expected;
	private int count;

	/** @param length number of bytes to collect; the caller has checked it against its limit */
	public void expect(int length) {
		expected = length;
		count = 0;
		bytes = NOTHING;
	}

	/**
	 * @param in received bytes; read up to the expected number
	 * @return whether all bytes have arrived
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

	/** @return the collected bytes, exactly as many as expected; this object no longer references them */
	public byte[] release() {
		byte[] all = bytes;
		bytes = NOTHING;
		return all;
	}

	/**
	 * @param arriving number of bytes that are about to be taken
	 * @return number of bytes by which the allocation will grow
	 */
	public int growth(int arriving) {
		int needed = count + Math.min(arriving, expected - count);
		return needed > bytes.length ? grown(needed) - bytes.length : 0;
	}

	/** @return number of bytes collected */
	public int count() {
		return count;
	}

	/** @return number of bytes to collect */
	public int expected() {
		return expected;
	}

	/** @return size of the current allocation, in bytes */
	public int capacity() {
		return bytes.length;
	}

	private void reserve(int needed) {
		if (needed > bytes.length) {
			bytes = Arrays.copyOf(bytes, grown(needed));
		}
	}

	private int grown(int needed) {
		return (int) Math.min(expected, Math.max(START, Math.max(needed, 2L * bytes.length)));
	}
}
