// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.FrameTap;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;
import org.pmix4j.wire.internal.peer.Peer;

/** A connected process: who it is, how it is spoken to, where it stands. On the loop. */
public final class ServerPeer implements OutputReader {
	/** How far it is with its farewell. */
	private enum Farewell {
		NONE, SAID, ANSWERED
	}

	private static final Logger LOG = System.getLogger(ServerPeer.class.getName());

	private final Proc proc;
	private final HelloFlag flag;
	/** Its user, as far as it could be checked. */
	private final int uid;
	/** What other ranks have put and this one has not been sent yet. */
	private final BulkData bulk = new BulkData();
	private final Peer peer;
	private final PeerFormat format;
	private final RequestCodec requests;
	private final ReplyCodec replies;
	private final DeliveryCodec deliveries;
	private final ThrottledLog complaints;
	private final ThrottledCounter refused;
	private final Workload.Share share;
	private Farewell farewell = Farewell.NONE;

	public ServerPeer(Peer peer, Proc proc, HelloFlag flag, int uid, PeerFormat format, Workload workload) {
		this.peer = peer;
		this.proc = proc;
		this.flag = flag;
		this.uid = uid;
		this.format = format;
		this.share = workload.share();
		this.requests = new RequestCodec(format);
		this.replies = new ReplyCodec(format);
		this.deliveries = new DeliveryCodec(format);
		this.complaints = new ThrottledLog(peer.loop(), LOG, "messages of " + this + " make no sense");
		this.refused = new ThrottledCounter(peer.loop(), count -> LOG.log(Level.WARNING,
				count + " messages of " + this + " were refused, as too many others wait for their answers"));
	}

	/** @return as what it has said hello */
	public HelloFlag flag() {
		return flag;
	}

	/** @return its user, as far as it could be checked */
	public int uid() {
		return uid;
	}

	/** @return what other ranks have put and this one has not been sent yet */
	public BulkData bulk() {
		return bulk;
	}

	public Encoding encoding() {
		return format.encoding();
	}

	@Override
	public Proc proc() {
		return proc;
	}

	@Override
	public boolean isTool() {
		return !flag.isClient();
	}

	@Override
	public boolean isWritable() {
		return peer.isWritable();
	}

	/** It has said goodbye, or its connection has ended. */
	public boolean isGone() {
		return isLeaving() || peer.isClosed();
	}

	@Override
	public PeerVersion version() {
		return format.version();
	}

	/** It says goodbye: from now on the end of the connection is no accident, and it wants to hear of no events. */
	public void beginFarewell() {
		farewell = Farewell.SAID;
		ended();
	}

	/** It is gone. */
	public void ended() {
		complaints.report();
		refused.report();
		share.end();
	}

	/** Its farewell was the last thing that is answered. */
	public void endFarewell() {
		farewell = Farewell.ANSWERED;
	}

	@Override
	public boolean isLeaving() {
		return farewell != Farewell.NONE;
	}

	/**
	 * A request has come.
	 *
	 * @param length of its message, in bytes
	 * @throws PmixException OUT_OF_RESOURCE if more wait for their answers already than there is room for
	 */
	public void begin(int length) throws PmixException {
		if (!share.begin(length)) {
			refused.add();
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "too many requests wait for their answers");
		}
	}

	Workload.Share share() {
		return share;
	}

	/**
	 * @param payload of a message
	 * @return what it asks for; what cannot be read, or is not known, is worth a line in the log, for its programmer will look for it
	 * @throws MalformedMessageException if it cannot be read
	 */
	public Request receive(byte[] payload) throws MalformedMessageException {
		try {
			Request request = decode(payload);
			if (request instanceof Request.Unknown unknown) {
				complaints.add("a message of " + this + " is of command " + unknown.code() + ", which this server does not know");
			}
			return request;
		} catch (MalformedMessageException e) {
			complaints.add("a message of " + this + " cannot be read: " + e.getMessage());
			throw e;
		}
	}

	private Request decode(byte[] payload) throws MalformedMessageException {
		return requests.decode(ByteBuffer.wrap(payload));
	}

	/** @throws PmixException if the peer's dialect has no words for it */
	public byte[] encode(Reply reply) throws PmixException {
		return replies.encode(reply);
	}

	/** Sends an answer, but none to one that has been answered its farewell. */
	void send(int tag, byte[] payload) {
		if (farewell != Farewell.ANSWERED) {
			peer.send(tag, payload);
		}
	}

	/** @throws PmixException if the peer's dialect has no words for it; nothing is sent then */
	@Override
	public void send(Delivery delivery) throws PmixException {
		if (!isLeaving()) {
			peer.send(delivery.tag(), deliveries.encode(delivery));
		}
	}

	/** One that does not read what it is sent is not listened to either, or its requests would pile up answers without end. */
	public void setReading(boolean writable) {
		if (writable) {
			peer.resumeReading();
		} else {
			peer.pauseReading();
		}
	}

	/** Ends the connection when all is written; nothing more is. */
	public void dismiss() {
		farewell = Farewell.ANSWERED;
		peer.closeWhenWritten(CloseReason.DONE);
	}

	/** The last frames in both directions, for people. */
	public String frames() {
		return peer.tap().dump(peer.loop().nanos(), this::describe);
	}

	private String describe(FrameTap.Entry entry) {
		if (entry.direction() == FrameTap.Direction.OUT) {
			return "";
		}
		try {
			return decode(entry.frame().payload()).getClass().getSimpleName();
		} catch (MalformedMessageException e) {
			return entry.length() > entry.frame().payload().length ? "(only the start is kept)" : e.getMessage();
		}
	}

	@Override
	public String toString() {
		return proc + " (release " + version() + ")";
	}
}
