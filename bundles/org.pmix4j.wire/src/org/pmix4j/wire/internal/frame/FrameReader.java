// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/**
 * Assembles frames from a byte stream that may be split at any point. Owned by one connection, on its loop. Memory grows with the bytes
 * received, not with the length announced, and {@link FrameMemory} decides whether a payload gets any.
 */
public final class FrameReader {
	/** The part of the stream that comes next. */
	private enum State {
		HEADER, PAYLOAD, SKIPPED_PAYLOAD
	}

	private final int maxFrame;
	private final FrameMemory memory;
	private final ByteBuffer header = ByteBuffer.allocate(FrameWriter.HEADER_SIZE);
	private final GrowingBytes payload = new GrowingBytes();
	private State state = State.HEADER;
	/** Bytes of a skipped payload that have not arrived yet. */
	private long left;

	/** @param limits set the longest payload that is accepted; a longer one ends the connection */
	public FrameReader(Limits limits) {
		this(limits, FrameMemory.UNLIMITED);
	}

	/**
	 * @param limits set the longest payload that is accepted
	 * @param memory of the payloads
	 */
	public FrameReader(Limits limits, FrameMemory memory) {
		this.maxFrame = limits.maxFrame();
		this.memory = memory;
	}

	/**
	 * Reads until a frame is complete or the buffer is empty. Call it until it returns empty.
	 *
	 * @param in received bytes; its position advances
	 * @return the next frame that is not skipped, or empty if more bytes are needed
	 * @throws MalformedMessageException if a frame announces more bytes than allowed; the connection cannot be used after that
	 */
	public Optional<Frame> next(ByteBuffer in) throws MalformedMessageException {
		while (state != State.HEADER || readHeader(in)) {
			long growth = state == State.PAYLOAD ? payload.growth(in.remaining()) : 0;
			if (growth > 0 && !memory.take(growth)) {
				skip();
			}
			if (state == State.PAYLOAD) {
				return payload.take(in) ? Optional.of(frame()) : Optional.empty();
			}
			if (!skip(in)) {
				return Optional.empty();
			}
		}
		return Optional.empty();
	}

	/** @return whether part of a frame has been read, so that the end of the stream would truncate it */
	public boolean isInFrame() {
		return state != State.HEADER || header.position() > 0;
	}

	private boolean readHeader(ByteBuffer in) throws MalformedMessageException {
		while (header.hasRemaining() && in.hasRemaining()) {
			header.put(in.get());
		}
		if (header.hasRemaining()) {
			return false;
		}
		if (length() > maxFrame) {
			memory.tooLong(tag(), length(), maxFrame);
			left = length();
			state = State.SKIPPED_PAYLOAD;
		} else {
			payload.expect((int) length());
			state = State.PAYLOAD;
		}
		return true;
	}

	private Frame frame() {
		Frame frame = new Frame(header.getInt(0), tag(), payload.release());
		startNext();
		return frame;
	}

	private void startNext() {
		header.clear();
		state = State.HEADER;
	}

	/** Drops the received part of a payload for which there is no memory. */
	private void skip() {
		memory.give(payload.capacity());
		left = length() - payload.count();
		payload.release();
		state = State.SKIPPED_PAYLOAD;
	}

	/** Skips bytes and returns whether that was the whole payload. */
	private boolean skip(ByteBuffer in) {
		int count = (int) Math.min(in.remaining(), left);
		in.position(in.position() + count);
		left -= count;
		if (left > 0) {
			return false;
		}
		startNext();
		memory.skipped(tag(), length());
		return true;
	}

	private int tag() {
		return header.getInt(4);
	}

	private long length() {
		return Integer.toUnsignedLong(header.getInt(8));
	}
}
