// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.ByteStrings;

/** Growing byte buffer that writes integers in the form of a dialect, strings, and pack headers. Owned by one {@link Packer}. */
final class WireWriter {
	private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
	private static final int START = 256;

	private final Encoding encoding;
	private final boolean flexible;
	private byte[] bytes = new byte[START];
	private int size;

	WireWriter(Encoding encoding) {
		this.encoding = encoding;
		this.flexible = encoding.dialect().flexible();
	}

	boolean since7() {
		return encoding.since7();
	}

	int length() {
		return size;
	}

	byte[] toByteArray() {
		return Arrays.copyOf(bytes, size);
	}

	/** Discards all bytes after the first {@code length}. */
	void truncate(int length) {
		size = length;
	}

	private void reserve(int more) {
		if (bytes.length - size < more) {
			int needed = Math.addExact(size, more);
			bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.length)));
		}
	}

	/** Writes the header of a pack. */
	void header(int code, int count) {
		if (encoding.described()) {
			uint16(TypeCodes.INT32);
		}
		int32(count);
		if (encoding.described()) {
			uint16(code);
		}
	}

	/** @throws PmixException UNKNOWN_DATA_TYPE if the peer does not know the type */
	void requireKnown(int code) throws PmixException {
		if (!encoding.dialect().knows(code)) {
			throw new PmixException(Status.ERR_UNKNOWN_DATA_TYPE, DataType.of(code) + " is unknown to peers of dialect "
					+ encoding.dialect().moduleName() + "; omit the value");
		}
	}

	/** Checks the type of a whole pack: unlike a nested value, a pack cannot have type UNDEF. */
	void requireStandalone(int code) throws PmixException {
		if (code == TypeCodes.UNDEF) {
			throw new PmixException(Status.ERR_UNKNOWN_DATA_TYPE, "a value of type UNDEF cannot be packed alone; wrap it in a Boxed value");
		}
		requireKnown(code);
	}

	/** Writes the integer type that precedes some integers, once for all values of a pack or an array. */
	void embeddedType(int code) {
		switch (code) {
			case TypeCodes.PID -> uint16(TypeCodes.UINT32);
			case TypeCodes.SIZE -> embedFixed(TypeCodes.UINT64);
			case TypeCodes.INT, TypeCodes.UINT -> embedFixed(TypeCodes.INT32);
			default -> {
				// all other types have the same width everywhere
			}
		}
	}

	private void embedFixed(int code) {
		if (!flexible) {
			uint16(code);
		}
	}

	void int8(int value) {
		reserve(1);
		bytes[size++] = (byte) value;
	}

	void int16(int value) {
		if (flexible) {
			flex(FlexInts.zigzag((short) value));
		} else {
			fixed16(value);
		}
	}

	void uint16(int value) {
		if (flexible) {
			flex(value & 0xffffL);
		} else {
			fixed16(value);
		}
	}

	void int32(int value) {
		if (flexible) {
			flex(FlexInts.zigzag(value));
		} else {
			fixed32(value);
		}
	}

	void uint32(int value) {
		if (flexible) {
			flex(value & 0xffffffffL);
		} else {
			fixed32(value);
		}
	}

	void int64(long value) {
		if (flexible) {
			flex(FlexInts.zigzag(value));
		} else {
			fixed64(value);
		}
	}

	void uint64(long value) {
		if (flexible) {
			flex(value);
		} else {
			fixed64(value);
		}
	}

	private void flex(long value) {
		reserve(FlexInts.MAX_LENGTH);
		size = FlexInts.put(bytes, size, value);
	}

	private void fixed16(int value) {
		reserve(Short.BYTES);
		SHORTS.set(bytes, size, (short) value);
		size += Short.BYTES;
	}

	private void fixed32(int value) {
		reserve(Integer.BYTES);
		INTS.set(bytes, size, value);
		size += Integer.BYTES;
	}

	private void fixed64(long value) {
		reserve(Long.BYTES);
		LONGS.set(bytes, size, value);
		size += Long.BYTES;
	}

	/** Writes a standalone size_t. */
	void size(long value) {
		embeddedType(TypeCodes.SIZE);
		uint64(value);
	}

	/** Writes a standalone pid_t. */
	void pid(int value) {
		embeddedType(TypeCodes.PID);
		uint32(value);
	}

	/** Writes a standalone C int. */
	void cInt(int value) {
		embeddedType(TypeCodes.INT);
		int32(value);
	}

	void raw(byte[] from) {
		reserve(from.length);
		System.arraycopy(from, 0, bytes, size, from.length);
		size += from.length;
	}

	void raw(ByteObject from) {
		reserve(from.size());
		from.copyTo(bytes, size);
		size += from.size();
	}

	/** Writes bytes preceded by their number. */
	void sizedBytes(ByteObject from) {
		size(from.size());
		raw(from);
	}

	/** Writes a string that is NULL in C. */
	void nullString() {
		int32(0);
	}

	/** Writes a string that C holds as an array of characters or a list element: an empty one is not NULL. */
	void string(String text) throws PmixException {
		int length = text.length();
		int start = size;
		int32(length + 1);
		reserve(length + 1);
		for (int i = 0; i < length; i++) {
			char c = text.charAt(i);
			if ((char) (c - 1) >= 0x7f) {
				size = start;
				encoded(ByteStrings.encode(text));
				return;
			}
			bytes[size + i] = (byte) c;
		}
		size += length;
		bytes[size++] = 0;
	}

	private void encoded(byte[] text) throws PmixException {
		for (byte b : text) {
			if (b == 0) {
				throw new PmixException(Status.ERR_BAD_PARAM, "a text with a NUL character cannot be sent, since C would truncate it");
			}
		}
		int32(text.length + 1);
		raw(text);
		int8(0);
	}

	/** Writes a string that C holds as a pointer: an empty one is NULL. */
	void pointer(String text) throws PmixException {
		if (text.isEmpty()) {
			nullString();
		} else {
			string(text);
		}
	}

	/** Writes the elements without their count. */
	void strings(List<String> texts) throws PmixException {
		for (String text : texts) {
			string(text);
		}
	}
}
