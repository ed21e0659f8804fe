// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.pack;

import java.nio.ByteBuffer;
import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

/**
 * A buffer into which a program packs values for another one, in Java or C, or from which it unpacks them in the same order. Owned by the
 * program, on one thread at a time.
 */
public final class PackBuffer {
	/** The encoding of the releases 4.1 to 5.x, with which every later release can be addressed, too. */
	public static final String DEFAULT_MODULE = Dialect.V41.moduleName();

	private final Encoding encoding;
	private ByteObject content = ByteObject.EMPTY;
	private int read;

	private PackBuffer(Encoding encoding) {
		this.encoding = encoding;
	}

	/** {@return an empty buffer for peers of this release and of the releases 4.1 to 5.x} */
	public static PackBuffer create() {
		return new PackBuffer(new Encoding(Dialect.V41, false));
	}

	/**
	 * {@return an empty buffer}
	 *
	 * @param module    encoding of the peer: the value of the attribute PMIX_BFROPS_MODULE of its namespace, such as v41
	 * @param described whether the peer precedes each pack with its type, as debug builds of libpmix do
	 * @throws PmixException NOT_SUPPORTED if the module is unknown
	 */
	public static PackBuffer of(String module, boolean described) throws PmixException {
		Dialect dialect = Dialect.best(module)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_SUPPORTED, "no encoding is named '" + module + "'"));
		return new PackBuffer(new Encoding(dialect, described));
	}

	/**
	 * Packs one value.
	 *
	 * @param value the value; a {@link PmixValue.Boxed} is preceded by its type, as a pmix_value_t in C
	 * @return this
	 * @throws PmixException UNKNOWN_DATA_TYPE if the peer does not know its type; BAD_PARAM if a text contains a NUL
	 */
	public PackBuffer pack(PmixValue value) throws PmixException {
		return pack(value.type(), List.of(value));
	}

	/**
	 * Packs values of one type, which the peer unpacks by one call. C: PMIx_Data_pack.
	 *
	 * @param type   type of all values
	 * @param values the values
	 * @return this
	 * @throws PmixException UNKNOWN_DATA_TYPE if the peer does not know the type; BAD_PARAM if a value is of another type or a text contains a
	 *                       NUL
	 */
	public PackBuffer pack(DataType type, List<? extends PmixValue> values) throws PmixException {
		content = new Packer(encoding).putRaw(content).putAll(type, values).toByteObject();
		return this;
	}

	/**
	 * Unpacks a single value.
	 *
	 * @param type expected type
	 * @return the value
	 * @throws PmixException as {@link #unpackAll}; UNPACK_INADEQUATE_SPACE if several values were packed together
	 */
	public PmixValue unpack(DataType type) throws PmixException {
		int before = read;
		List<PmixValue> values = unpackAll(type);
		if (values.size() != 1) {
			read = before;
			throw new PmixException(Status.ERR_UNPACK_INADEQUATE_SPACE, values.size() + " values of " + type + " were packed together");
		}
		return values.get(0);
	}

	/**
	 * Unpacks the values of one call that packed them. C: PMIx_Data_unpack.
	 *
	 * @param type expected type
	 * @return the values
	 * @throws PmixException UNPACK_READ_PAST_END_OF_BUFFER if nothing or not enough is left, PACK_MISMATCH if a described buffer holds another
	 *                       type, UNKNOWN_DATA_TYPE if the peer does not know the type, otherwise UNPACK_FAILURE. The buffer is then unchanged
	 */
	public List<PmixValue> unpackAll(DataType type) throws PmixException {
		Unpacker unpacker = new Unpacker(encoding, rest(), Limits.DEFAULT);
		List<PmixValue> values = unpacker.getAll(type);
		read = content.size() - unpacker.remaining().remaining();
		return values;
	}

	/** {@return whether values are left to unpack} */
	public boolean hasRemaining() {
		return read < content.size();
	}

	/**
	 * Appends what another buffer has left to unpack; that buffer stays unchanged. C: PMIx_Data_copy_payload.
	 *
	 * @param source a buffer of the same encoding
	 * @return this
	 * @throws PmixException BAD_PARAM if its encoding differs
	 */
	public PackBuffer append(PackBuffer source) throws PmixException {
		if (!source.encoding.equals(encoding)) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a buffer of the encoding " + source.encoding.dialect().moduleName()
					+ " cannot be appended to one of the encoding " + encoding.dialect().moduleName());
		}
		content = new Packer(encoding).putRaw(content).putRaw(source.left()).toByteObject();
		return this;
	}

	/**
	 * Replaces the content by bytes that a peer has packed. C: PMIx_Data_load, PMIx_Data_embed, PMIx_Data_buffer_load.
	 *
	 * @param packed the bytes
	 * @return this
	 */
	public PackBuffer load(ByteObject packed) {
		content = packed;
		read = 0;
		return this;
	}

	/**
	 * Takes the bytes that are left to unpack and empties the buffer. C: PMIx_Data_unload, PMIx_Data_buffer_unload.
	 *
	 * @return the bytes, to be sent to the peer
	 */
	public ByteObject unload() {
		ByteObject left = left();
		load(ByteObject.EMPTY);
		return left;
	}

	private ByteBuffer rest() {
		return content.asBuffer().position(read);
	}

	private ByteObject left() {
		if (read == 0) {
			return content;
		}
		byte[] bytes = new byte[content.size() - read];
		rest().get(bytes);
		return ByteObject.wrap(bytes);
	}
}
