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

/**
 * Bytes in the making: integers in the form of a dialect, strings, and what stands before them. Owned by one {@link Packer}.
 */
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

	boolean topologyFlags() {
		return encoding.topologyFlags();
	}

	int length() {
		return size;
	}

	byte[] toByteArray() {
		return Arrays.copyOf(bytes, size);
	}

	/** Forgets all bytes behind the first ones. */
	void truncate(int length) {
		size = length;
	}

	private void reserve(int more) {
		if (bytes.length - size < more) {
			int needed = Math.addExact(size, more);
			bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.length)));
		}
	}

	/** What stands before the values of one pack. */
	void header(int code, int count) {
		if (encoding.described()) {
			uint16(TypeCodes.INT32);
		}
		int32(count);
		if (encoding.described()) {
			uint16(code);
		}
	}

	/** @throws PmixException UNKNOWN_DATA_TYPE if the peer would not understand the type */
	void requireKnown(int code) throws PmixException {
		if (!encoding.dialect().knows(code)) {
			throw new PmixException(Status.ERR_UNKNOWN_DATA_TYPE, DataType.of(code) + " is unknown to peers that speak "
					+ encoding.dialect().moduleName() + ": leave the value out");
		}
	}

	/** The same for the type of a whole pack: nothing cannot be packed. */
	void requireStandalone(int code) throws PmixException {
		if (code == TypeCodes.UNDEF) {
			throw new PmixException(Status.ERR_UNKNOWN_DATA_TYPE, "nothing cannot be packed by itself: box it");
		}
		requireKnown(code);
	}

	/** The type that some integers carry before them, once for all values of a pack or an array. */
	void embeddedType(int code) {
		switch (code) {
			case TypeCodes.PID -> uint16(TypeCodes.UINT32);
			case TypeCodes.SIZE -> embedFixed(TypeCodes.UINT64);
			case TypeCodes.INT, TypeCodes.UINT -> embedFixed(TypeCodes.INT32);
			default -> {
				// all others are of the same width everywhere
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

	/** A size_t that stands alone. */
	void size(long value) {
		embeddedType(TypeCodes.SIZE);
		uint64(value);
	}

	/** A pid_t that stands alone. */
	void pid(int value) {
		embeddedType(TypeCodes.PID);
		uint32(value);
	}

	/** A C int that stands alone. */
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

	/** Bytes with their number before them. */
	void sizedBytes(ByteObject from) {
		size(from.size());
		raw(from);
	}

	/** A string that is NULL in C. */
	void nullString() {
		int32(0);
	}

	/** A string that C holds in an array of characters, or as an element of a list: empty is not NULL. */
	void string(String text) throws PmixException {
		int length = text.length();
		int start = size;
		int32(length + 1);
		reserve(length + 1);
		for (int i = 0; i < length; i++) {
			char c = text.charAt(i);
			if ((char) (c - 1) >= 0x7f) {
				size = start;
				encoded(WireStrings.encode(text));
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
				throw new PmixException(Status.ERR_BAD_PARAM, "a text with a NUL character cannot be sent: C would cut it there");
			}
		}
		int32(text.length + 1);
		raw(text);
		int8(0);
	}

	/** A string that C holds by a pointer: empty is NULL. */
	void pointer(String text) throws PmixException {
		if (text.isEmpty()) {
			nullString();
		} else {
			string(text);
		}
	}

	/** The elements alone. */
	void strings(List<String> texts) throws PmixException {
		for (String text : texts) {
			string(text);
		}
	}
}
