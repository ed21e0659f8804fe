// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/**
 * Packs values for one peer, as PMIx_Data_pack does; each call makes one pack, which the peer unpacks by one call. Not
 * thread-safe; lives for one message, on the thread that builds it.
 *
 * <p>
 * C tells a NULL pointer from an empty string. A value of type STRING does so too ({@link PmixValue.NullStr}). A field that C
 * holds as a pointer (host name, executable, command, directory, uuid and the like) is sent as NULL where it is empty here. What
 * C holds as an array of characters (namespaces and keys) or as an element of a list that NULL would end (arguments, environment,
 * query keys, lines of text) stays an empty string.
 *
 * <p>
 * A {@link PmixValue.Opaque} is sent as the bytes that it came with. They mean something only in the dialect in which they came,
 * and only at the end of the buffer.
 */
public final class Packer {
	private final WireWriter out;

	/** @param encoding how the peer wants it */
	public Packer(Encoding encoding) {
		this.out = new WireWriter(encoding);
	}

	/**
	 * Packs one value.
	 *
	 * @param value the value; its own type is the type of the pack. A value with its type before it is a {@link PmixValue.Boxed}
	 * @return this
	 * @throws PmixException UNKNOWN_DATA_TYPE if its type, or that of a value in it, is unknown to the dialect; BAD_PARAM if a text
	 *                       has a NUL. This packer is then as it was before
	 */
	public Packer put(PmixValue value) throws PmixException {
		return putAll(value.type(), List.of(value));
	}

	/**
	 * Packs several values of one type.
	 *
	 * @param type   the type of all; VALUE for {@link PmixValue.Boxed}
	 * @param values the values
	 * @return this
	 * @throws PmixException UNKNOWN_DATA_TYPE if the type, or that of a value in them, is unknown to the dialect; BAD_PARAM if a
	 *                       value is of another type, or a text has a NUL. This packer is then as it was before
	 */
	public Packer putAll(DataType type, List<? extends PmixValue> values) throws PmixException {
		int code = type.code();
		int before = out.length();
		boolean done = false;
		try {
			out.requireStandalone(code);
			out.header(code, values.size());
			ValueCodec.putRun(out, code, values);
			done = true;
			return this;
		} finally {
			if (!done) {
				out.truncate(before);
			}
		}
	}

	/**
	 * Appends packs that are ready.
	 *
	 * @param packed packed in the same encoding
	 * @return this
	 */
	public Packer putRaw(ByteObject packed) {
		out.raw(packed);
		return this;
	}

	/** @return the number of bytes so far */
	public int size() {
		return out.length();
	}

	/** @return a copy of the bytes so far */
	public byte[] toByteArray() {
		return out.toByteArray();
	}

	/** @return the bytes so far */
	public ByteObject toByteObject() {
		return ByteObject.wrap(out.toByteArray());
	}
}
