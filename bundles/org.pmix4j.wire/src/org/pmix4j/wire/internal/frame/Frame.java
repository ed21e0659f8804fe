// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * One message: what the header says and the payload. The payload is not copied: who makes or gets a frame must not
 * change its bytes, so that one reply can be queued to many peers.
 *
 * @param pindex  the index that the server gave to the sender; 0 or -1 if none. Nobody needs it: the connection tells who sent
 * @param tag     which receiver it is for, an unsigned number, see {@link Tag}
 * @param payload what it says; may be empty
 * @see "OpenPMIx src/include/pmix_types.h, pmix_ptl_hdr_t"
 */
public record Frame(int pindex, int tag, byte[] payload) {
	private static final byte[] NOTHING = {};

	/**
	 * @param tag which receiver it is for
	 * @return a frame without payload
	 */
	public static Frame empty(int tag) {
		return new Frame(0, tag, NOTHING);
	}

	/** @return the number of bytes on the wire, header included */
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
