// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

/** Receives the I/O readiness events of a channel. Called by event loops only, on the loop. */
public interface ReadyListener {
	/** Called when bytes, a connection or the end of the stream can be read. */
	void readable();

	/** Called when bytes can be written. */
	void writable();

	/**
	 * Called when the loop closes.
	 *
	 * @param now whether to close immediately, without writing queued bytes
	 */
	void loopClosing(boolean now);
}
