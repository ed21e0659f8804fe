// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.nio.ByteBuffer;
import java.time.Duration;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.server.options.MemoryShare;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.FrameMemory;
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

/**
 * A connected process after its handshake: its identity, its encoding, and the connection on which requests come and replies go. Owned by
 * the connection, on the server's loop; ends with the connection.
 */
public final class ServerPeer implements OutputReader {
	/** The states of the farewell, which begins with PMIx_Finalize and ends with the reply to it. */
	private enum Farewell {
		NONE, SAID, ANSWERED
	}

	private final Proc proc;
	private final HelloFlag flag;
	/** The user id, verified if the platform allows it. */
	private final int uid;
	/** Data of other ranks that this peer has not been sent yet. */
	private final BulkData bulk = new BulkData();
	private final Peer peer;
	private final PeerFormat format;
	private final RequestCodec requests;
	private final ReplyCodec replies;
	private final DeliveryCodec deliveries;
	private final ThrottledLog log;
	private final ThrottledCounter refused;
	private boolean wasRefused;
	private final RequestMemory memory;
	private final OutgoingQueues outgoing;
	private Farewell farewell = Farewell.NONE;
	private boolean full;
	private int holds;
	private int unanswered;
	private long lastRequest;

	public ServerPeer(Peer peer, Proc proc, HelloFlag flag, int uid, PeerFormat format, PeerMemory limits, ThrottledLog log) {
		this.peer = peer;
		this.proc = proc;
		this.flag = flag;
		this.uid = uid;
		this.format = format;
		this.memory = new RequestMemory(this, limits.budgets().of(MemoryShare.REQUESTS).share());
		this.outgoing = limits.outgoing();
		this.lastRequest = peer.loop().nanos();
		this.requests = new RequestCodec(format);
		this.replies = new ReplyCodec(format);
		this.deliveries = new DeliveryCodec(format);
		this.log = log;
		this.refused = new ThrottledCounter(peer.loop(),
				count -> warn(count + " more requests of " + this + " were refused, because they need too much memory"));
	}

	/** @return the connection, for requests in the other direction */
	public Peer connection() {
		return peer;
	}

	/** @return the kind of process that its hello named */
	public HelloFlag flag() {
		return flag;
	}

	/** @return its user id, verified if the platform allows it */
	public int uid() {
		return uid;
	}

	/** @return data of other ranks that this peer has not been sent yet */
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

	@Override
	public long writtenBytes() {
		return peer.writtenBytes();
	}

	/** Notes a request, which waits for its reply. */
	void requested() {
		unanswered++;
		lastRequest = peer.loop().nanos();
	}

	/** Notes the end of a request. */
	void answered() {
		unanswered--;
	}

	/** Returns whether one of its requests waits for the reply. */
	public boolean isWaiting() {
		return unanswered > 0;
	}

	/** Returns the time since its last request, or since it was admitted. */
	public Duration silence() {
		return Duration.ofNanos(peer.loop().nanos() - lastRequest);
	}

	/** Returns whether it has finalized, is being disconnected, or its connection has ended. */
	public boolean isGone() {
		return isLeaving() || peer.isClosed();
	}

	/** Returns whether a reply can still reach it: its farewell has not ended, and its connection is open. */
	public boolean isReachable() {
		return farewell != Farewell.ANSWERED && !peer.isClosed();
	}

	@Override
	public void pauseTimeout() {
		peer.pauseTimeout();
	}

	@Override
	public PeerVersion version() {
		return format.version();
	}

	/** Begins the farewell: from now on the end of the connection is not a failure, and the peer receives no events and no output. */
	public void beginFarewell() {
		assert peer.loop().inLoop();
		farewell = Farewell.SAID;
		refused.report();
	}

	/** Releases the memory of its requests, because its connection has ended. */
	public void release() {
		refused.report();
		memory.end();
	}

	/** Ends the farewell, after the reply to PMIx_Finalize, which is the last message to the peer. */
	public void endFarewell() {
		farewell = Farewell.ANSWERED;
	}

	@Override
	public boolean isLeaving() {
		return farewell != Farewell.NONE;
	}

	/** @return the memory of its requests, from their first byte to their reply */
	public FrameMemory memory() {
		return memory;
	}

	/** Logs a warning that this peer has caused, unless there are too many. */
	@Override
	public void warn(String line) {
		log.add(line);
	}

	/** Logs the refusal of its first request that needs too much memory, and counts the others. */
	public void warnOfRefusal(String why) {
		if (wasRefused) {
			refused.add();
		} else {
			wasRefused = true;
			warn("a request of " + this + " was refused: " + why);
		}
	}

	/**
	 * Decodes a request. One that is malformed or unknown is logged, because the programmer of the peer will look for it.
	 *
	 * @param payload of the message
	 * @throws MalformedMessageException if it cannot be decoded
	 */
	public Request receive(byte[] payload) throws MalformedMessageException {
		assert peer.loop().inLoop();
		try {
			Request request = decode(payload);
			warnOf(request);
			return request;
		} catch (MalformedMessageException e) {
			warnOf(e);
			throw e;
		}
	}

	/** Logs a request that is unknown. */
	public void warnOf(Request request) {
		if (request instanceof Request.Unknown unknown) {
			warn("a message of " + this + " is of command " + unknown.code() + ", which this server does not know");
		}
	}

	/** Logs that a request cannot be decoded. */
	public void warnOf(PmixException problem) {
		warn("a message of " + this + " cannot be read: " + problem.getMessage());
	}

	/**
	 * Decodes a request, on any thread.
	 *
	 * @param payload of the message
	 * @throws MalformedMessageException if it cannot be decoded
	 */
	public Request decode(byte[] payload) throws MalformedMessageException {
		return requests.decode(ByteBuffer.wrap(payload));
	}

	/** @throws PmixException if the peer's dialect cannot express the reply */
	public byte[] encode(Reply reply) throws PmixException {
		return replies.encode(reply);
	}

	/** Sends a reply, unless the farewell has ended. */
	void send(int tag, byte[] payload) {
		if (farewell != Farewell.ANSWERED) {
			peer.send(tag, payload);
		}
	}

	/** Drops the message once the farewell has begun. */
	@Override
	public void send(Delivery delivery) throws PmixException {
		if (!isLeaving()) {
			peer.send(delivery.tag(), deliveries.encode(delivery));
		}
	}

	/**
	 * Sends a message that goes to other peers as well. Drops it once the farewell has begun.
	 *
	 * @throws PmixException if the peer's dialect cannot express it
	 */
	public void send(int tag, SharedMessage message) throws PmixException {
		if (!isLeaving()) {
			peer.send(tag, message.payload(format));
		}
	}

	/** @return the reply as the peer reads it */
	byte[] encode(SharedMessage reply) throws PmixException {
		return reply.payload(format);
	}

	/** Stops reading from a peer while its write queue is full, because its requests would pile up replies without end. */
	public void setReading(boolean writable) {
		full = !writable;
		updateReading();
	}

	/** Stops reading until {@link #releaseReading()} is called as often, because the peer's next request has to wait for another one. */
	public void holdReading() {
		holds++;
		updateReading();
	}

	/** Reads again after {@link #holdReading()}. */
	public void releaseReading() {
		holds--;
		updateReading();
	}

	private void updateReading() {
		if (full || holds > 0) {
			peer.pauseReading();
		} else {
			peer.resumeReading();
		}
	}

	/** Notes how many bytes wait to be sent to it. */
	public void queued(long bytes) {
		outgoing.changed(this, bytes);
	}

	/** Closes the connection immediately. */
	void close(CloseReason reason) {
		peer.close(reason);
	}

	/** Closes the connection when all queued messages are written, and drops all further messages. */
	public void dismiss() {
		farewell = Farewell.ANSWERED;
		peer.closeWhenWritten(CloseReason.DONE);
	}

	/** Returns the last frames in both directions as text. */
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
