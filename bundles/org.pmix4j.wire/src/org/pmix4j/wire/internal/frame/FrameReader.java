// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/**
 * Bytes to frames, whatever way the bytes are cut. Owned by one connection, on its loop. A frame that is announced too
 * large is refused before anything is allocated for it, and memory grows with the bytes that came, not with the bytes
 * that were announced.
 */
public final class FrameReader {
	private final int maxFrame;
	private final ByteBuffer header = ByteBuffer.allocate(FrameWriter.HEADER_SIZE);
	private final GrowingBytes payload = new GrowingBytes();
	private boolean inPayload;

	/** @param limits give the longest payload that is accepted */
	public FrameReader(Limits limits) {
		this.maxFrame = limits.maxFrame();
	}

	/**
	 * Takes bytes until a frame is complete or none are left. To be called until it returns nothing.
	 *
	 * @param in what came; its position moves
	 * @return the next frame, or empty if more bytes are needed
	 * @throws MalformedMessageException if a frame is announced larger than the limit; the connection is of no use then
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

	/** @return whether it has a part of a frame, so that an end of the stream here cuts one */
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
