// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.iof;

import org.pmix4j.wire.internal.peer.Peer;

/**
 * The amount of output that waits for handlers. Stops reading from the server while there is too much, so that memory stays bounded and
 * the server slows down the writers. Owned by {@link IofOperations}, on the loop.
 */
final class Backlog {
	private static final int HIGH_WATER = 4 << 20;
	private static final int LOW_WATER = 1 << 20;
	/** Approximate memory of a piece without its bytes. */
	private static final int OVERHEAD = 200;

	private final Peer server;
	private long size;
	private boolean paused;

	Backlog(Peer server) {
		this.server = server;
	}

	void add(int bytes) {
		assert server.loop().inLoop();
		size += bytes + OVERHEAD;
		if (!paused && size > HIGH_WATER) {
			paused = true;
			server.pauseReading();
		}
	}

	void remove(int bytes) {
		assert server.loop().inLoop();
		size -= bytes + OVERHEAD;
		if (paused && size < LOW_WATER) {
			paused = false;
			server.resumeReading();
		}
	}
}
