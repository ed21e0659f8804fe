// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * One message: a header and a payload. The payload is not copied and must not be changed after the frame is created, so that one reply can
 * be queued for many peers.
 *
 * @param pindex  index that the server assigned to the sender, or 0 or -1 if none; unused, since the connection identifies the sender
 * @param tag     selects the receiver at the other end, unsigned; see {@link Tag}
 * @param payload content; may be empty
 * @see "OpenPMIx src/include/pmix_types.h, pmix_ptl_hdr_t"
 */
public record Frame(int pindex, int tag, byte[] payload) {
	private static final byte[] NOTHING = {};

	/**
	 * @param tag selects the receiver at the other end
	 * @return a frame without payload
	 */
	public static Frame empty(int tag) {
		return new Frame(0, tag, NOTHING);
	}

	/** @return number of bytes on the wire, header included */
	public long wireSize() {
		return (long) FrameWriter.HEADER_SIZE + payload.length;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Frame that && pindex == that.pindex && tag == that.tag && Arrays.equals(payload, that.payload);
	}

	@Override
	public int hashCode() {
		return 31 * tag + Arrays.hashCode(payload);
	}

	@Override
	public String toString() {
		return "frame tag " + Tag.toString(tag) + ", " + payload.length + " bytes";
	}
}
