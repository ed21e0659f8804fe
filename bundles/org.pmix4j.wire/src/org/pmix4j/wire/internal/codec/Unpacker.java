// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.nio.ByteBuffer;
import java.util.List;
import org.pmix4j.wire.Limits;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;

/**
 * Unpacks what a peer has packed, as PMIx_Data_unpack does; each call reads one pack. Whatever the bytes are, the outcome is a
 * value or a {@link MalformedMessageException}, and memory stays within a small multiple of the bytes. Not thread-safe; lives for
 * one message.
 *
 * <p>
 * Its status is UNPACK_READ_PAST_END_OF_BUFFER where the bytes end too early, PACK_MISMATCH where a described buffer holds another
 * type, else UNPACK_FAILURE. Nothing can be read after one. NULL strings come out as told for {@link Packer}: as
 * {@link PmixValue.NullStr} where the value itself is a STRING, else as an empty text.
 *
 * <p>
 * A value of a type that the dialect does not know cannot be told from what follows: it comes out as {@link PmixValue.Opaque} with
 * all that follows in it, and ends the buffer.
 */
public final class Unpacker {
	private final WireReader in;

	/**
	 * @param encoding how the peer packs
	 * @param buffer   its remaining bytes are read; its position stays. One without an accessible array is copied
	 * @param limits   what is taken at the most
	 */
	public Unpacker(Encoding encoding, ByteBuffer buffer, Limits limits) {
		this.in = new WireReader(encoding, buffer, limits);
	}

	/** @return whether bytes are left: the normal end of a stream of packs is that there are none */
	public boolean hasRemaining() {
		return in.hasRemaining();
	}

	/**
	 * Unpacks a pack of one value.
	 *
	 * @param type the type that it must have
	 * @return the value; a {@link PmixValue.Boxed} for VALUE
	 * @throws MalformedMessageException if the pack is damaged, of another type, or of another number of values
	 */
	public PmixValue get(DataType type) throws MalformedMessageException {
		List<PmixValue> values = getAll(type);
		if (values.size() != 1) {
			throw in.malformed(values.size() + " values of " + type + " where one belongs");
		}
		return values.get(0);
	}

	/**
	 * Unpacks a pack of one value.
	 *
	 * @param <T>  the Java type
	 * @param type the type that it must have
	 * @param as   the record for that type; for STRING the one for texts, if NULL is not allowed
	 * @return the value
	 * @throws MalformedMessageException if the pack is damaged, of another type, of another number of values, or is NULL or
	 *                                   {@link PmixValue.Opaque} where that is not what is wanted
	 */
	public <T extends PmixValue> T get(DataType type, Class<T> as) throws MalformedMessageException {
		PmixValue value = get(type);
		if (!as.isInstance(value)) {
			throw in.malformed("found " + value.getClass().getSimpleName() + " where " + as.getSimpleName() + " belongs");
		}
		return as.cast(value);
	}

	/**
	 * Unpacks a pack of any number of values.
	 *
	 * @param type the type that they must have
	 * @return the values; a list of the caller's own
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
			// a record that found its content invalid: a namespace or key that is too long
			throw in.malformed("invalid " + type + ": " + e.getMessage());
		}
	}

	/** @return a view of the bytes that are left, read-only; they are not consumed */
	public ByteBuffer remaining() {
		return in.view();
	}
}
