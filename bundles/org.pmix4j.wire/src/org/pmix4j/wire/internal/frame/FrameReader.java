// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/**
 * Assembles frames from a byte stream that may be split at any point. Owned by one connection, on its loop. An announced length above the
 * limit is rejected before memory is allocated, and memory grows with the bytes received, not with the length announced.
 */
public final class FrameReader {
	private final int maxFrame;
	private final ByteBuffer header = ByteBuffer.allocate(FrameWriter.HEADER_SIZE);
	private final GrowingBytes payload = new GrowingBytes();
	private boolean inPayload;

	/** @param limits set the longest payload that is accepted */
	public FrameReader(Limits limits) {
		this.maxFrame = limits.maxFrame();
	}

	/**
	 * Reads until a frame is complete or the buffer is empty. Call it until it returns empty.
	 *
	 * @param in received bytes; its position advances
	 * @return the next frame, or empty if more bytes are needed
	 * @throws MalformedMessageException if a frame announces more bytes than the limit; the connection cannot be used after that
	 */
	public Optional<Frame> next(ByteBuffer in) throws MalformedMessageException {
		if (!inPayload) {
			while (header.hasRemaining() && in.hasRemaining()) {
				header.put(in.get());
			}
			if (header.hasRemaining()) {
				return Optional.empty();
			}
			payload.expect(announced());
			inPayload = true;
		}
		if (!payload.take(in)) {
			return Optional.empty();
		}
		inPayload = false;
		header.clear();
		return Optional.of(new Frame(header.getInt(0), header.getInt(4), payload.release()));
	}

	/** @return whether part of a frame has been read, so that the end of the stream would truncate it */
	public boolean isInFrame() {
		return inPayload || header.position() > 0;
	}

	private int announced() throws MalformedMessageException {
		int length = header.getInt(8);
		if (Integer.compareUnsigned(length, maxFrame) > 0) {
			throw new MalformedMessageException("frame with tag " + Tag.toString(header.getInt(4)) + " announces "
					+ Integer.toUnsignedString(length) + " bytes, the limit is " + maxFrame);
		}
		return length;
	}
}
