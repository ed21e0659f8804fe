// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger.Level;
import java.util.function.BiConsumer;

import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.peer.ThrottledLog;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameMemory;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.peer.PeerHandler;

/** Passes on the frames and the end of one connection after its handshake. Owned by the connection. */
final class AdmittedPeer implements PeerHandler {
	private static final PeerLog LOG = PeerLog.of(AdmittedPeer.class);

	private final ServerPeer peer;
	private final ClientLifecycle clients;
	private final BiConsumer<ServerPeer, Frame> requests;
	private final ThrottledLog losses;

	AdmittedPeer(ServerPeer peer, ClientLifecycle clients, BiConsumer<ServerPeer, Frame> requests, ThrottledLog losses) {
		this.peer = peer;
		this.clients = clients;
		this.requests = requests;
		this.losses = losses;
	}

	@Override
	public void received(Frame frame) {
		requests.accept(peer, frame);
	}

	@Override
	public FrameMemory memory() {
		return peer.memory();
	}

	@Override
	public void lost(CloseReason reason) {
		String line = peer + " is gone: " + reason.detail();
		if (isUnexpected(reason)) {
			losses.add(line);
		} else {
			LOG.log(Level.DEBUG, line);
		}
		clients.gone(peer);
	}

	/** Returns whether the reason belongs in the log; the usual ends of processes do not. */
	private static boolean isUnexpected(CloseReason reason) {
		return switch (reason.kind()) {
			case MALFORMED, SLOW_READER, SILENT, TRUNCATED, NO_ROOM -> true;
			case DONE, END_OF_STREAM, BROKEN, REFUSED, INTERNAL, LOOP_ENDED -> false;
		};
	}

	@Override
	public void queued(long bytes) {
		peer.queued(bytes);
	}

	@Override
	public void writable(boolean writable) {
		peer.setReading(writable);
		if (writable) {
			clients.writable(peer);
		}
	}
}
