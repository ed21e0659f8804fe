// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.nio.ByteBuffer;
import java.util.List;
import org.pmix4j.wire.Limits;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;

/**
 * Unpacks the values of a peer, like PMIx_Data_unpack. Each call reads one pack. For any input the outcome is a value or a {@link
 * MalformedMessageException}, and memory stays within a small multiple of the input. Not thread-safe; lives for one message.
 *
 * <p>The exception's status is UNPACK_READ_PAST_END_OF_BUFFER if the bytes are truncated, PACK_MISMATCH if a described buffer holds another
 * type, otherwise UNPACK_FAILURE. After an exception nothing can be read. NULL strings are read as described for {@link Packer}: as {@link
 * PmixValue.NullStr} if the value itself is a STRING, otherwise as an empty text.
 *
 * <p>The end of a value of unknown type cannot be determined: it is read as {@link PmixValue.Opaque} with all remaining bytes, and ends the
 * buffer.
 */
public final class Unpacker {
	private final WireReader in;

	/**
	 * @param encoding encoding of the peer
	 * @param buffer   its remaining bytes are read; its position stays unchanged. A buffer without an accessible array is copied
	 * @param limits   bounds on the content
	 */
	public Unpacker(Encoding encoding, ByteBuffer buffer, Limits limits) {
		this.in = new WireReader(encoding, buffer, limits);
	}

	/** @return whether bytes remain; a sequence of packs ends normally when none do */
	public boolean hasRemaining() {
		return in.hasRemaining();
	}

	/**
	 * Unpacks a pack of one value.
	 *
	 * @param type expected type
	 * @return the value; a {@link PmixValue.Boxed} for VALUE
	 * @throws MalformedMessageException if the pack is damaged, of another type, or has not exactly one value
	 */
	public PmixValue get(DataType type) throws MalformedMessageException {
		List<PmixValue> values = getAll(type);
		if (values.size() != 1) {
			throw in.malformed(values.size() + " values of " + type + " instead of one");
		}
		return values.get(0);
	}

	/**
	 * Unpacks a pack of one value.
	 *
	 * @param <T>  the Java type
	 * @param type expected type
	 * @param as   the record for that type; for STRING the record for texts if NULL is not allowed
	 * @return the value
	 * @throws MalformedMessageException if the pack is damaged, of another type, has not exactly one value, or holds an unexpected NULL or
	 *                                   {@link PmixValue.Opaque}
	 */
	public <T extends PmixValue> T get(DataType type, Class<T> as) throws MalformedMessageException {
		PmixValue value = get(type);
		if (!as.isInstance(value)) {
			throw in.malformed("found " + value.getClass().getSimpleName() + " instead of " + as.getSimpleName());
		}
		return as.cast(value);
	}

	/**
	 * Unpacks a pack of any number of values.
	 *
	 * @param type expected type
	 * @return the values, in a new list
	 * @throws MalformedMessageException if the pack is damaged or of another type
	 */
	public List<PmixValue> getAll(DataType type) throws MalformedMessageException {
		int code = type.code();
		if (code == TypeCodes.UNDEF || !in.knows(code)) {
			throw new MalformedMessageException(Status.ERR_UNKNOWN_DATA_TYPE, type + " is unknown in this dialect");
		}
		try {
			int count = in.header(code);
			List<PmixValue> values = ValueCodec.run(in, code, count);
			if (values.size() != count) {
				throw in.malformed("only " + values.size() + " of " + count + " values of " + type
						+ " can be read: the last one is of a type that is unknown in this dialect");
			}
			return values;
		} catch (IllegalArgumentException e) {
			// a record rejected its content: a namespace or key that is too long
			throw in.malformed("invalid " + type + ": " + e.getMessage());
		}
	}

	/**
	 * Checks a number of elements that follow.
	 *
	 * @param announced number of elements
	 * @return the same
	 * @throws MalformedMessageException OUT_OF_RESOURCE if they are too many, another status if the number is nonsense
	 */
	public int requireCount(long announced) throws MalformedMessageException {
		if (announced < 0 || announced > in.limits().maxCount()) {
			throw in.tooMany(announced);
		}
		return (int) announced;
	}

	/** @return a read-only view of the remaining bytes, which are not consumed */
	public ByteBuffer remaining() {
		return in.view();
	}
}
