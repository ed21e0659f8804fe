// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.nio.ByteBuffer;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.codec.Encoding;
import org.pmix4j.wire.codec.MalformedMessageException;
import org.pmix4j.wire.handshake.HelloFlag;
import org.pmix4j.wire.handshake.PeerVersion;
import org.pmix4j.wire.message.Delivery;
import org.pmix4j.wire.message.DeliveryCodec;
import org.pmix4j.wire.message.PeerFormat;
import org.pmix4j.wire.message.Reply;
import org.pmix4j.wire.message.ReplyCodec;
import org.pmix4j.wire.message.Request;
import org.pmix4j.wire.message.RequestCodec;
import org.pmix4j.wire.peer.Peer;

/** A connected process: who it is, how it is spoken to, where it stands. On the loop. */
final class ServerPeer {
	final Proc proc;
	final HelloFlag flag;
	/** What the host is told when the peer is announced: version and user. */
	final Infos infos;
	/** What other ranks have put and this one has not been sent yet. */
	final BulkData bulk = new BulkData();
	/** Whether it said goodbye, so that the end of the connection is no accident. */
	boolean finalized;
	private final Peer peer;
	private final PeerFormat format;
	private final RequestCodec requests;
	private final ReplyCodec replies;
	private final DeliveryCodec deliveries;

	ServerPeer(Peer peer, Proc proc, HelloFlag flag, PeerFormat format, Infos infos) {
		this.peer = peer;
		this.proc = proc;
		this.flag = flag;
		this.format = format;
		this.infos = infos;
		this.requests = new RequestCodec(format);
		this.replies = new ReplyCodec(format);
		this.deliveries = new DeliveryCodec(format);
	}

	Encoding encoding() {
		return format.encoding();
	}

	PeerVersion version() {
		return format.version();
	}

	/** The connection, for its end and for a look at its last frames. */
	Peer peer() {
		return peer;
	}

	Request decode(byte[] payload) throws MalformedMessageException {
		return requests.decode(ByteBuffer.wrap(payload));
	}

	/** @throws PmixException if the peer's dialect has no words for it; nothing is sent then */
	void send(int tag, Reply reply) throws PmixException {
		peer.send(tag, replies.encode(reply));
	}

	/** @throws PmixException if the peer's dialect has no words for it; nothing is sent then */
	void send(Delivery delivery) throws PmixException {
		peer.send(delivery.tag(), deliveries.encode(delivery));
	}

	@Override
	public String toString() {
		return proc + " (release " + version() + ")";
	}
}
