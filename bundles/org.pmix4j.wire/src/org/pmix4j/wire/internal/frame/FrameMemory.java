// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import org.pmix4j.wire.internal.codec.MalformedMessageException;

/**
 * Decides how much memory the payloads of received frames may occupy. A payload without memory is skipped as it arrives, so that the
 * connection stays usable. Used by one {@link FrameReader}, on its loop.
 */
public interface FrameMemory {
	/** Gives memory to every frame within the limit, and ends the connection at a longer one. */
	FrameMemory UNLIMITED = new FrameMemory() {
		@Override
		public void tooLong(int tag, long length, int limit) throws MalformedMessageException {
			throw new MalformedMessageException("frame with tag " + Tag.toString(tag) + " announces " + length + " bytes, the limit is " + limit);
		}

		@Override
		public boolean take(long bytes) {
			return true;
		}

		@Override
		public void give(long bytes) {
			// nothing was counted
		}

		@Override
		public void skipped(int tag, long length) {
			// never skipped
		}
	};

	/**
	 * Called when a frame announces more bytes than the limit. If this method returns, the payload is skipped.
	 *
	 * @param tag    of the frame
	 * @param length announced length of its payload, in bytes
	 * @param limit  longest payload allowed, in bytes
	 * @throws MalformedMessageException to end the connection
	 */
	void tooLong(int tag, long length, int limit) throws MalformedMessageException;

	/**
	 * Takes memory for bytes that have arrived. If there is none, the payload is skipped.
	 *
	 * @param bytes additional bytes
	 * @return whether there is memory for them
	 */
	boolean take(long bytes);

	/**
	 * Gives back the memory of a payload that is skipped. The receiver of a complete frame gives back the length of its payload itself.
	 *
	 * @param bytes taken before
	 */
	void give(long bytes);

	/**
	 * Called when all bytes of a skipped payload have arrived.
	 *
	 * @param tag    of the frame
	 * @param length of its payload, in bytes
	 */
	void skipped(int tag, long length);
}
