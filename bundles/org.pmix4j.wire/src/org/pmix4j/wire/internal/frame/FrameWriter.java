// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.nio.ByteBuffer;
import java.util.List;

/** Encodes frames. The header has four 32-bit numbers in network byte order; the last one is padding. Stateless. */
public final class FrameWriter {
	/** Length of the header, in bytes. */
	public static final int HEADER_SIZE = 16;
	/** Payloads up to this length are copied behind the header, which is cheaper than queueing a second buffer. */
	private static final int COPIED = 4096;

	private FrameWriter() {
	}

	/**
	 * @param frame the frame to send
	 * @return its bytes in one or two buffers; a large payload is wrapped, not copied
	 */
	public static List<ByteBuffer> encode(Frame frame) {
		byte[] payload = frame.payload();
		if (payload.length <= COPIED) {
			return List.of(header(frame, payload.length).put(payload).flip());
		}
		return List.of(header(frame, 0).flip(), ByteBuffer.wrap(payload));
	}

	private static ByteBuffer header(Frame frame, int room) {
		return ByteBuffer.allocate(HEADER_SIZE + room).putInt(frame.pindex()).putInt(frame.tag()).putInt(frame.payload().length).putInt(0);
	}
}
