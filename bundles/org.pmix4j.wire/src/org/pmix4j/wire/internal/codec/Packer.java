// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/**
 * Packs values for one peer, like PMIx_Data_pack. Each call writes one pack, which the peer reads with one unpack call. Not thread-safe;
 * lives for one message, on the thread that builds it.
 *
 * <p>C distinguishes a NULL pointer from an empty string. So does a value of type STRING ({@link PmixValue.NullStr}). A field that C holds
 * as a pointer (host name, executable, command, directory, uuid and the like) is sent as NULL if it is empty here. An empty string stays an
 * empty string if C holds it as an array of characters (namespaces and keys) or as an element of a NULL-terminated list (arguments,
 * environment, query keys, lines of text).
 *
 * <p>A {@link PmixValue.Opaque} is sent as the bytes with which it came. They are valid only in the dialect in which they came, and only at
 * the end of the buffer.
 */
public final class Packer {
	private final WireWriter out;

	/** @param encoding encoding of the peer */
	public Packer(Encoding encoding) {
		this.out = new WireWriter(encoding);
	}

	/**
	 * Packs one value.
	 *
	 * @param value the value, whose own type is the type of the pack; {@link PmixValue.Boxed} for a value that is preceded by its type
	 * @return this
	 * @throws PmixException UNKNOWN_DATA_TYPE if the dialect does not know its type or a nested value's; BAD_PARAM if a text contains a NUL.
	 *                       The packer is then unchanged
	 */
	public Packer put(PmixValue value) throws PmixException {
		return putAll(value.type(), List.of(value));
	}

	/**
	 * Packs several values of one type.
	 *
	 * @param type   type of all values; VALUE for {@link PmixValue.Boxed}
	 * @param values the values
	 * @return this
	 * @throws PmixException UNKNOWN_DATA_TYPE if the dialect does not know the type or a nested value's; BAD_PARAM if a value is of another
	 *                       type or a text contains a NUL. The packer is then unchanged
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
	 * Appends complete packs.
	 *
	 * @param packed packs in the same encoding
	 * @return this
	 */
	public Packer putRaw(ByteObject packed) {
		out.raw(packed);
		return this;
	}

	/** @return number of bytes so far */
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
