// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.peer;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.peer.AcceptHandshake;
import org.pmix4j.wire.internal.peer.HandshakeHandler;
import org.pmix4j.wire.internal.peer.Peer;

/** A server that accepts every peer as a client unless it is set to wait. Answers no request. */
class Reception implements HandshakeHandler {
	final List<Hello> hellos = new ArrayList<>();
	final List<AcceptHandshake> waiting = new ArrayList<>();
	final List<CloseReason> failed = new ArrayList<>();
	final List<Peer> peers = new ArrayList<>();
	final List<RecordingPeer> handlers = new ArrayList<>();
	boolean decidesLater;

	void admit(List<Transport> batch) {
		batch.forEach(transport -> AcceptHandshake.start(transport, PeerOptions.DEFAULT, this));
	}

	@Override
	public void hello(Hello hello, AcceptHandshake handshake) {
		hellos.add(hello);
		if (decidesLater) {
			waiting.add(handshake);
		} else {
			accept(handshake);
		}
	}

	void accept(AcceptHandshake handshake) {
		handshake.accept(new HelloReply.ClientAccepted(peers.size()), peer -> {
			RecordingPeer handler = new RecordingPeer();
			handlers.add(handler);
			return handler;
		}).ifPresent(peers::add);
	}

	@Override
	public void failed(CloseReason reason) {
		failed.add(reason);
	}
}
