// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

/** Something that the loop tells about input and output. Called by loops only, on the loop. */
public interface ReadyListener {
	/** Bytes, a new connection or the end of the stream can be read. */
	void readable();

	/** There is room to write. */
	void writable();

	/**
	 * The loop ends.
	 *
	 * @param now whether there is no more time, not even to write what is queued
	 */
	void loopClosing(boolean now);
}
