// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.Limits;

/**
 * Compressed blocks: the length of the plain bytes, then a zlib stream. Used in COMPRESSED_STRING (whose plain bytes have no terminating
 * NUL), in COMPRESSED_BYTE_OBJECT, and in compressed lists of nodes and ranks. The C library writes the length in its host's byte order;
 * this class assumes little-endian. Stateless.
 *
 * @see "OpenPMIx src/mca/pcompress/zlib"
 */
public final class Zlib {
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
		ByteArrayOutputStream block = new ByteArrayOutputStream();
		block.writeBytes(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(plain.size()).array());
		try (OutputStream stream = new DeflaterOutputStream(block, deflater)) {
			stream.write(plain.toByteArray());
		} catch (IOException e) {
			throw new UncheckedIOException("memory cannot be written", e);
		} finally {
			deflater.end();
		}
		return ByteObject.wrap(block.toByteArray());
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
		try (InputStream stream = new InflaterInputStream(
				new ByteArrayInputStream(block, offset + Integer.BYTES, length - Integer.BYTES))) {
			byte[] plain = stream.readNBytes((int) announced);
			if (stream.read() >= 0) {
				throw new MalformedMessageException("compressed block holds more than the announced " + announced + " bytes");
			}
			if (plain.length < announced) {
				throw new MalformedMessageException("compressed block holds " + plain.length + " bytes but announces " + announced);
			}
			return plain;
		} catch (EOFException e) {
			throw new MalformedMessageException("truncated compressed block");
		} catch (IOException e) {
			throw new MalformedMessageException("damaged compressed block: " + e.getMessage());
		}
	}
}
