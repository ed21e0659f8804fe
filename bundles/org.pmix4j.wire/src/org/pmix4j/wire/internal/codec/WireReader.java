// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.wire.Limits;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Status;

/**
 * Reads a peer's bytes in order: integers in the form of a dialect, strings, counts. Never allocates memory for a length that is only
 * announced. Owned by one {@link Unpacker}.
 */
final class WireReader {
	private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
	/** Initial capacity of lists at most, so that nested announcements do not allocate much. */
	static final int FIRST_ELEMENTS = 64;
	/** Limit for elements of type UNDEF, which have no bytes that would bound their number; no known peer sends any. */
	private static final int MAX_UNDEFS = 1 << 12;
	/** The number of lists of the longest kind that a message may have. */
	private static final int LISTS = 4;

	private final Encoding encoding;
	private final Limits limits;
	private final boolean flexible;
	private final byte[] bytes;
	private final int start;
	private final int end;
	private int next;
	private int depth;
	private int undefsLeft;
	/** The number of elements that the lists of the message may still have together, so that nested lists do not multiply. */
	private long elementsLeft;
	private boolean endsInOpaque;
	private @Nullable RecentNames names;

	/** Reads one element of a list. */
	interface Element<T> {
		T read(WireReader in) throws MalformedMessageException;
	}

	WireReader(Encoding encoding, ByteBuffer buffer, Limits limits) {
		this.encoding = encoding;
		this.limits = limits;
		this.flexible = encoding.dialect().flexible();
		this.elementsLeft = (long) LISTS * limits.maxCount();
		this.undefsLeft = Math.min(limits.maxCount(), MAX_UNDEFS);
		if (buffer.hasArray()) {
			bytes = buffer.array();
			start = buffer.arrayOffset() + buffer.position();
		} else {
			bytes = new byte[buffer.remaining()];
			buffer.get(buffer.position(), bytes);
			start = 0;
		}
		end = start + buffer.remaining();
		next = start;
	}

	Limits limits() {
		return limits;
	}

	boolean since7() {
		return encoding.since7();
	}

	boolean knows(int code) {
		return encoding.dialect().knows(code);
	}

	boolean hasRemaining() {
		return next < end;
	}

	int remaining() {
		return end - next;
	}

	int position() {
		return next;
	}

	void position(int earlier) {
		next = earlier;
	}

	/** Returns all remaining bytes, for a value of unknown type. */
	ByteObject takeRest() throws MalformedMessageException {
		endsInOpaque = true;
		return raw(end - next);
	}

	/** Returns whether the remaining bytes were taken as one opaque value. */
	boolean endsInOpaque() {
		return endsInOpaque;
	}

	/** Returns a view of the remaining bytes. */
	ByteBuffer view() {
		return ByteBuffer.wrap(bytes, next, end - next).slice().asReadOnlyBuffer();
	}

	MalformedMessageException malformed(String what) {
		return new MalformedMessageException(what + where());
	}

	private String where() {
		return ", at byte " + (next - start) + " of " + (end - start);
	}

	private MalformedMessageException pastEnd() {
		return new MalformedMessageException(Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER, "the message is truncated" + where());
	}

	/** @throws MalformedMessageException READ_PAST_END if fewer bytes remain; a negative length stands for one above 2^63 */
	void need(long length) throws MalformedMessageException {
		if (length < 0 || length > end - next) {
			throw pastEnd();
		}
	}

	/** Enters a nested value. */
	void enter() throws MalformedMessageException {
		if (++depth > limits.maxDepth()) {
			throw malformed("values nested deeper than " + limits.maxDepth());
		}
	}

	/** Leaves a nested value. */
	void leave() {
		depth--;
	}

	/** Counts values that have no bytes. */
	void takeUndefs(long count) throws MalformedMessageException {
		if (count < 0 || count > undefsLeft) {
			throw malformed(Long.toUnsignedString(count) + " values of type UNDEF, the limit is " + MAX_UNDEFS + " per message");
		}
		undefsLeft -= (int) count;
	}

	/** Reads the header of a pack and returns the number of its values. */
	int header(int code) throws MalformedMessageException {
		if (encoding.described()) {
			expect(TypeCodes.INT32);
		}
		int count = int32();
		if (encoding.described()) {
			expect(code);
		}
		return count(count);
	}

	private void expect(int code) throws MalformedMessageException {
		int found = uint16();
		if (found != code) {
			throw new MalformedMessageException(Status.ERR_PACK_MISMATCH,
					"found " + DataType.of(found) + " instead of " + DataType.of(code) + where());
		}
	}

	/** Checks a number of elements, each of which takes at least one byte. */
	int count(long announced) throws MalformedMessageException {
		elementsLeft -= announced;
		if (announced > limits.maxCount() || elementsLeft < 0) {
			throw tooMany(announced);
		}
		need(announced);
		return (int) announced;
	}

	/** Returns the exception for a list that is too long: OUT_OF_RESOURCE if it may have arrived, UNPACK_FAILURE if its length is wrong. */
	MalformedMessageException tooMany(long announced) {
		return new MalformedMessageException(announced > 0 && announced <= end - next ? Status.ERR_OUT_OF_RESOURCE : Status.ERR_UNPACK_FAILURE,
				Long.toUnsignedString(announced) + " elements announced, the limit is " + limits.maxCount() + " in one list and " + LISTS
						+ " times as many in all" + where());
	}

	<T> List<T> list(long announced, Element<T> element) throws MalformedMessageException {
		int count = count(announced);
		List<T> all = new ArrayList<>(Math.min(count, FIRST_ELEMENTS));
		for (int i = 0; i < count; i++) {
			all.add(element.read(this));
		}
		return all;
	}

	/** Reads the integer type that precedes some integers or that the dialect implies; UNDEF for other types. */
	int embeddedType(int code) throws MalformedMessageException {
		return switch (code) {
			case TypeCodes.PID -> uint16();
			case TypeCodes.SIZE -> flexible ? TypeCodes.UINT64 : uint16();
			case TypeCodes.INT, TypeCodes.UINT -> flexible ? TypeCodes.INT32 : uint16();
			default -> TypeCodes.UNDEF;
		};
	}

	/** Reads an integer of the announced type: a peer whose C types have other widths announces them. */
	long embedded(int code) throws MalformedMessageException {
		return switch (code) {
			case TypeCodes.INT8 -> int8();
			case TypeCodes.UINT8 -> int8() & 0xff;
			case TypeCodes.INT16 -> int16();
			case TypeCodes.UINT16 -> uint16();
			case TypeCodes.INT32 -> int32();
			case TypeCodes.UINT32 -> uint32() & 0xffffffffL;
			case TypeCodes.INT64 -> int64();
			case TypeCodes.UINT64 -> uint64();
			default -> throw malformed(DataType.of(code) + " announced instead of an integer type");
		};
	}

	/** Reads an integer of the announced type that must fit in 32 bits, signed or unsigned. */
	int embedded32(int code) throws MalformedMessageException {
		long value = embedded(code);
		if (value != (int) value && value >>> 32 != 0) {
			throw malformed(value + " does not fit in 32 bits");
		}
		return (int) value;
	}

	byte int8() throws MalformedMessageException {
		need(1);
		return bytes[next++];
	}

	short int16() throws MalformedMessageException {
		return flexible ? (short) FlexInts.unzigzag(flex(Short.SIZE)) : fixed16();
	}

	int uint16() throws MalformedMessageException {
		return flexible ? (int) flex(Short.SIZE) : fixed16() & 0xffff;
	}

	int int32() throws MalformedMessageException {
		return flexible ? (int) FlexInts.unzigzag(flex(Integer.SIZE)) : fixed32();
	}

	int uint32() throws MalformedMessageException {
		return flexible ? (int) flex(Integer.SIZE) : fixed32();
	}

	long int64() throws MalformedMessageException {
		return flexible ? FlexInts.unzigzag(flex(Long.SIZE)) : fixed64();
	}

	long uint64() throws MalformedMessageException {
		return flexible ? flex(Long.SIZE) : fixed64();
	}

	private long flex(int bits) throws MalformedMessageException {
		if (next < end && bytes[next] >= 0) {
			return bytes[next++];
		}
		int length = FlexInts.length(bytes, next, end);
		if (length == 0) {
			throw pastEnd();
		}
		long value = FlexInts.get(bytes, next, length);
		if (bits < Long.SIZE && value >>> bits != 0) {
			throw malformed("integer that does not fit in " + bits + " bits");
		}
		next += length;
		return value;
	}

	private short fixed16() throws MalformedMessageException {
		need(Short.BYTES);
		short value = (short) SHORTS.get(bytes, next);
		next += Short.BYTES;
		return value;
	}

	private int fixed32() throws MalformedMessageException {
		need(Integer.BYTES);
		int value = (int) INTS.get(bytes, next);
		next += Integer.BYTES;
		return value;
	}

	private long fixed64() throws MalformedMessageException {
		need(Long.BYTES);
		long value = (long) LONGS.get(bytes, next);
		next += Long.BYTES;
		return value;
	}

	/** Reads a standalone size_t. */
	long size() throws MalformedMessageException {
		return embedded(embeddedType(TypeCodes.SIZE));
	}

	/** Reads a standalone pid_t. */
	int pid() throws MalformedMessageException {
		return embedded32(embeddedType(TypeCodes.PID));
	}

	/** Reads a standalone C int. */
	int cInt() throws MalformedMessageException {
		return embedded32(embeddedType(TypeCodes.INT));
	}

	ByteObject raw(long length) throws MalformedMessageException {
		if (length == 0) {
			return ByteObject.EMPTY;
		}
		need(length);
		ByteObject value = ByteObject.wrap(Arrays.copyOfRange(bytes, next, next + (int) length));
		next += (int) length;
		return value;
	}

	/** Reads bytes preceded by their number. */
	ByteObject sizedBytes() throws MalformedMessageException {
		return raw(size());
	}

	/** Returns the distance to the next byte with a value, 0 for the next byte; throws READ_PAST_END if there is none. */
	int distanceTo(int value) throws MalformedMessageException {
		for (int i = next; i < end; i++) {
			if (bytes[i] == value) {
				return i - next;
			}
		}
		throw pastEnd();
	}

	/** Returns up to {@code length} bytes as Latin-1 text without consuming them. */
	String peek(int length) {
		return new String(bytes, next, Math.min(length, end - next), StandardCharsets.ISO_8859_1);
	}

	boolean startsWith(byte[] prefix) {
		return prefix.length <= end - next && Arrays.equals(bytes, next, next + prefix.length, prefix, 0, prefix.length);
	}

	/** Reads a string; NULL in C becomes an empty string. */
	String string() throws MalformedMessageException {
		String text = nullableString();
		return text == null ? "" : text;
	}

	/** Reads a string that a message often repeats; NULL in C becomes an empty string. */
	String name() throws MalformedMessageException {
		int length = int32();
		RecentNames recent = names == null ? new RecentNames(bytes) : names;
		names = recent;
		String known = length > 1 && length <= end - next ? recent.find(next, next + length) : "";
		if (!known.isEmpty()) {
			next += length;
			return known;
		}
		int from = next;
		String text = text(length);
		if (text == null) {
			return "";
		}
		recent.add(from, next, text);
		return text;
	}

	/** Reads a string; null for NULL in C. */
	@Nullable
	String nullableString() throws MalformedMessageException {
		return text(int32());
	}

	private @Nullable String text(int length) throws MalformedMessageException {
		if (length == 0) {
			return null;
		}
		if (length < 0 || length - 1 > limits.maxString()) {
			throw malformed("string of " + length + " bytes, the limit is " + limits.maxString());
		}
		need(length);
		int last = next + length - 1;
		if (bytes[last] != 0) {
			throw malformed("string of " + length + " bytes without a terminating NUL");
		}
		String text = ByteStrings.decode(bytes, next, length - 1);
		if (text.indexOf('\0') >= 0) {
			throw malformed("string of " + length + " bytes with an embedded NUL");
		}
		next += length;
		return text;
	}
}
