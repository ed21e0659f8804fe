// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/** Bytes with a content unknown to PMIx. Wire type BYTE_OBJECT. Immutable; compared by content. */
public final class ByteObject implements PmixValue {
	/** No bytes. */
	public static final ByteObject EMPTY = new ByteObject(new byte[0]);
	private static final int SHOWN = 32;

	private final byte[] bytes;

	private ByteObject(byte[] bytes) {
		this.bytes = bytes;
	}

	/**
	 * {@return the object}
	 *
	 * @param bytes content, which is copied
	 */
	public static ByteObject copyOf(byte[] bytes) {
		return new ByteObject(bytes.clone());
	}

	/**
	 * {@return the object}
	 *
	 * @param bytes content, which is not copied and must not be changed afterwards
	 */
	public static ByteObject wrap(byte[] bytes) {
		return new ByteObject(bytes);
	}

	/** {@return the number of bytes} */
	public int size() {
		return bytes.length;
	}

	/** {@return a copy of the bytes} */
	public byte[] toByteArray() {
		return bytes.clone();
	}

	/** {@return a read-only view of all bytes} */
	public ByteBuffer asBuffer() {
		return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
	}

	/**
	 * Copies all bytes to an array.
	 *
	 * @param target receives the bytes
	 * @param offset index of the first byte in the target
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
