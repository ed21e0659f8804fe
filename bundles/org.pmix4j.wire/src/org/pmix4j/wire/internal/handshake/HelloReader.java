// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.frame.GrowingBytes;
import org.pmix4j.wire.internal.frame.Tag;

/**
 * Assembles a hello from a byte stream that may be split at any point. Owned by one connection, on its loop. The length may be in either
 * byte order; the smaller interpretation is used, which is always right below 64 KiB.
 */
public final class HelloReader {
	private final int maxHello;
	private final ByteBuffer header = ByteBuffer.allocate(FrameWriter.HEADER_SIZE);
	private final GrowingBytes payload = new GrowingBytes();
	private boolean complete;

	/** @param limits set the longest payload that is accepted */
	public HelloReader(Limits limits) {
		this.maxHello = limits.maxHello();
	}

	/**
	 * @param in received bytes; read up to the end of the hello
	 * @return the hello, or empty if more bytes are needed
	 * @throws MalformedMessageException if the bytes are not a hello, or it exceeds the limit
	 */
	public Optional<Hello> next(ByteBuffer in) throws MalformedMessageException {
		if (header.hasRemaining()) {
			while (header.hasRemaining() && in.hasRemaining()) {
				header.put(in.get());
			}
			if (header.hasRemaining()) {
				return Optional.empty();
			}
			payload.expect(announced());
		}
		complete = payload.take(in);
		return complete ? Optional.of(HelloCodec.decode(payload.release())) : Optional.empty();
	}

	/** @return memory that an incomplete hello occupies, in bytes */
	public int capacity() {
		return payload.capacity();
	}

	/** @return length of the hello without its header, in bytes; 0 before it is announced */
	public int length() {
		return payload.expected();
	}

	/** @return whether part of a hello has been read, so that the end of the stream would truncate it */
	public boolean isInHello() {
		return header.position() > 0 && !complete;
	}

	private int announced() throws MalformedMessageException {
		if (header.getInt(0) != -1 || header.getInt(4) != Tag.WILDCARD) {
			throw new MalformedMessageException("not a hello of PMIx 2.0 or later: it does not start with eight bytes ff");
		}
		int length = header.getInt(8);
		if (Integer.compareUnsigned(Integer.reverseBytes(length), length) < 0) {
			length = Integer.reverseBytes(length);
		}
		if (Integer.compareUnsigned(length, maxHello) > 0) {
			throw new MalformedMessageException("hello announces " + Integer.toUnsignedString(length) + " bytes, the limit is " + maxHello);
		}
		return length;
	}
}
