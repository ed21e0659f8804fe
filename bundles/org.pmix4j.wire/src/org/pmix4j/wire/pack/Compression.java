// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.pack;

import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Zlib;

/** Compresses bytes in the form of the C library: their length, little-endian in 4 bytes, then a zlib stream. Stateless. */
public final class Compression {
	/** Size from which the C library compresses, in bytes. */
	public static final int LIMIT = 4096;

	private Compression() {
	}

	/**
	 * Compresses bytes if that can save any. C: PMIx_Data_compress.
	 *
	 * @param plain any bytes
	 * @return the compressed bytes; empty below {@value #LIMIT} bytes or if they would be longer
	 */
	public static Optional<ByteObject> compress(ByteObject plain) {
		if (plain.size() < LIMIT) {
			return Optional.empty();
		}
		ByteObject block = Zlib.deflate(plain);
		return block.size() < plain.size() ? Optional.of(block) : Optional.empty();
	}

	/**
	 * Restores compressed bytes. C: PMIx_Data_decompress.
	 *
	 * @param block bytes from {@link #compress} or from the C library
	 * @return the plain bytes
	 * @throws PmixException UNPACK_FAILURE if the bytes are damaged or the result is longer than {@link Limits#DEFAULT} allows
	 */
	public static ByteObject decompress(ByteObject block) throws PmixException {
		return Zlib.inflate(block, Limits.DEFAULT);
	}
}
