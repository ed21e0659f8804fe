// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/** Bytes that PMIx carries without looking into them. Wire type BYTE_OBJECT. Immutable; compared by content. */
public final class ByteObject implements PmixValue {
	/** No bytes. */
	public static final ByteObject EMPTY = new ByteObject(new byte[0]);
	private static final int SHOWN = 32;

	private final byte[] bytes;

	private ByteObject(byte[] bytes) {
		this.bytes = bytes;
	}

	/**
	 * @param bytes are copied
	 * @return the object
	 */
	public static ByteObject copyOf(byte[] bytes) {
		return new ByteObject(bytes.clone());
	}

	/**
	 * @param bytes are taken over: the caller must not change them any more
	 * @return the object
	 */
	public static ByteObject wrap(byte[] bytes) {
		return new ByteObject(bytes);
	}

	/** @return the number of bytes */
	public int size() {
		return bytes.length;
	}

	/** @return a copy */
	public byte[] toByteArray() {
		return bytes.clone();
	}

	/** @return a read-only view, from the first byte to the last */
	public ByteBuffer asBuffer() {
		return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
	}

	/**
	 * Copies without an array between.
	 *
	 * @param target is given all bytes
	 * @param offset where the first one goes
	 */
	public void copyTo(byte[] target, int offset) {
		System.arraycopy(bytes, 0, target, offset, bytes.length);
	}

	@Override
	public DataType type() {
		return DataType.BYTE_OBJECT;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof ByteObject that && Arrays.equals(bytes, that.bytes);
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(bytes);
	}

	@Override
	public String toString() {
		String shown = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN));
		return bytes.length + " bytes " + shown + (bytes.length > SHOWN ? "..." : "");
	}
}
