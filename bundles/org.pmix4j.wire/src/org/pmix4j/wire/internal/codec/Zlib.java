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
 * Compressed blocks: the length of the plain bytes, then a zlib stream. Used in COMPRESSED_STRING (whose plain bytes have no terminating
 * NUL), in COMPRESSED_BYTE_OBJECT, and in compressed lists of nodes and ranks. The C library writes the length in its host's byte order;
 * this class assumes little-endian. Stateless.
 *
 * @see "OpenPMIx src/mca/pcompress/zlib"
 */
public final class Zlib {
	private static final int START = 1024;

	private Zlib() {
	}

	/**
	 * Compresses at zlib's highest level. The C library does so from 4096 bytes on, if it saves anything.
	 *
	 * @param plain bytes to compress
	 * @return the block, which may be longer than the plain bytes
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
	 * Inflates a block. Memory grows with the actual output, not with the announced length.
	 *
	 * @param block  length and zlib stream; bytes after the stream are ignored, as in the C library
	 * @param limits bound the plain bytes by {@link Limits#maxInflated}
	 * @return the plain bytes
	 * @throws MalformedMessageException if the stream is damaged, or its output is too large or not as long as announced
	 */
	public static ByteObject inflate(ByteObject block, Limits limits) throws MalformedMessageException {
		return ByteObject.wrap(inflate(block.toByteArray(), 0, block.size(), limits));
	}

	static byte[] inflate(byte[] block, int offset, int length, Limits limits) throws MalformedMessageException {
		if (length < Integer.BYTES) {
			throw new MalformedMessageException("compressed block of only " + length + " bytes");
		}
		long announced = ByteBuffer.wrap(block, offset, length).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xffffffffL;
		if (announced > limits.maxInflated()) {
			throw new MalformedMessageException("compressed block announces " + announced + " plain bytes, the limit is "
					+ limits.maxInflated());
		}
		Inflater inflater = new Inflater();
		try {
			inflater.setInput(block, offset + Integer.BYTES, length - Integer.BYTES);
			return inflate(inflater, (int) announced);
		} catch (DataFormatException e) {
			throw new MalformedMessageException("damaged compressed block: " + e.getMessage());
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
							"compressed block holds more than the announced " + announced + " bytes");
				}
			}
			if (more == 0 && !inflater.finished()) {
				throw new MalformedMessageException("truncated compressed block");
			}
		}
		if (size < announced) {
			throw new MalformedMessageException("compressed block holds " + size + " bytes but announces " + announced);
		}
		return plain;
	}
}
