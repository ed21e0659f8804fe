// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.pmix4j.wire.Limits;

import org.pmix4j.model.ByteObject;

/**
 * Compressed blocks: the length of the plain bytes, then a zlib stream. Inside of COMPRESSED_STRING (whose plain bytes have no NUL
 * at the end), COMPRESSED_BYTE_OBJECT, and compressed lists of nodes and ranks. The library writes the length in its host's byte
 * order; this one takes it for little-endian.
 *
 * @see "OpenPMIx src/mca/pcompress/zlib"
 */
public final class Zlib {
	private static final int START = 1024;

	private Zlib() {
	}

	/**
	 * Compresses as well as zlib can. The library does so from 4096 bytes on, if it saves anything.
	 *
	 * @param plain what to compress
	 * @return the block; may be longer than the plain bytes
	 */
	public static ByteObject deflate(ByteObject plain) {
		Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
		try {
			deflater.setInput(plain.asBuffer());
			deflater.finish();
			byte[] block = new byte[START];
			ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putInt(plain.size());
			int size = Integer.BYTES;
			while (!deflater.finished()) {
				if (size == block.length) {
					block = Arrays.copyOf(block, Math.multiplyExact(2, size));
				}
				size += deflater.deflate(block, size, block.length - size);
			}
			return ByteObject.wrap(Arrays.copyOf(block, size));
		} finally {
			deflater.end();
		}
	}

	/**
	 * Memory grows with what really comes out, so that a length that is only announced costs nothing.
	 *
	 * @param block  length and zlib stream; bytes behind the stream are ignored, as the library does
	 * @param limits bound the plain bytes by {@link Limits#maxInflated}
	 * @return the plain bytes
	 * @throws MalformedMessageException if the stream is damaged, or does not yield as many bytes as it announces, or too many
	 */
	public static ByteObject inflate(ByteObject block, Limits limits) throws MalformedMessageException {
		return ByteObject.wrap(inflate(block.toByteArray(), 0, block.size(), limits));
	}

	static byte[] inflate(byte[] block, int offset, int length, Limits limits) throws MalformedMessageException {
		if (length < Integer.BYTES) {
			throw new MalformedMessageException("a compressed block of " + length + " bytes");
		}
		long announced = ByteBuffer.wrap(block, offset, length).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xffffffffL;
		if (announced > limits.maxInflated()) {
			throw new MalformedMessageException("a compressed block of " + announced + " bytes when inflated; at most "
					+ limits.maxInflated() + " are taken");
		}
		Inflater inflater = new Inflater();
		try {
			inflater.setInput(block, offset + Integer.BYTES, length - Integer.BYTES);
			return inflate(inflater, (int) announced);
		} catch (DataFormatException e) {
			throw new MalformedMessageException("a damaged compressed block: " + e.getMessage());
		} finally {
			inflater.end();
		}
	}

	private static byte[] inflate(Inflater inflater, int announced) throws DataFormatException, MalformedMessageException {
		byte[] plain = new byte[Math.min(START, announced)];
		byte[] beyond = new byte[1];
		int size = 0;
		while (!inflater.finished()) {
			int more;
			if (size < announced) {
				if (size == plain.length) {
					plain = Arrays.copyOf(plain, (int) Math.min(announced, 2L * size));
				}
				more = inflater.inflate(plain, size, plain.length - size);
				size += more;
			} else {
				more = inflater.inflate(beyond);
				if (more > 0) {
					throw new MalformedMessageException(
							"a compressed block that yields more than the " + announced + " bytes it announces");
				}
			}
			if (more == 0 && !inflater.finished()) {
				throw new MalformedMessageException("a compressed block that ends too early");
			}
		}
		if (size < announced) {
			throw new MalformedMessageException("a compressed block that yields " + size + " bytes but announces " + announced);
		}
		return plain;
	}
}
