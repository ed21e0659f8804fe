// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.PeerOptions;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.frame.FrameTap;
import org.pmix4j.wire.internal.frame.FrameTap.Direction;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.ConnectionHandler;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * A connected process whose handshake is complete; exchanges frames with it. Does not know its role or identity. Created by a handshake;
 * owned by the role, on the connection's loop.
 */
public final class Peer {
	private static final PeerLog LOG = PeerLog.of(Peer.class);

	/** Frames after which other connections get their turn. */
	private static final int MAX_FRAMES_PER_READ = 64;

	private final Connection connection;
	private final PeerVersion version;
	private final int pindex;
	private final FrameReader reader;
	private final FrameTap tap;
	private final PeerHandler handler;
	private Optional<PeerHandler> requester = Optional.empty();

	private Peer(Connection connection, PeerVersion version, int pindex, PeerOptions options, Function<Peer, PeerHandler> handler) {
		this.connection = connection;
		this.version = version;
		this.pindex = pindex;
		this.tap = new FrameTap(options.tapFrames());
		this.handler = handler.apply(this);
		this.reader = new FrameReader(options.limits(), this.handler.memory());
	}

	/**
	 * Takes over the connection from its handshake.
	 *
	 * @param connection from now on carries frames
	 * @param version    release at the other end
	 * @param pindex     index for the header of sent frames
	 * @param options    limits
	 * @param handler    creates the handler
	 * @return the peer
	 */
	static Peer open(Connection connection, PeerVersion version, int pindex, PeerOptions options, Function<Peer, PeerHandler> handler) {
		Peer peer = new Peer(connection, version, pindex, options, handler);
		connection.setHandler(peer.new Frames());
		return peer;
	}

	/**
	 * Makes a peer that does not exist. Its connection is closed; the handler is never called.
	 *
	 * @param loop    on which it seems to run
	 * @param version the release that its absence stands for
	 * @param options limits
	 * @param handler creates the handler
	 * @return the peer
	 */
	public static Peer absent(EventLoop loop, PeerVersion version, PeerOptions options, Function<Peer, PeerHandler> handler) {
		Connection closed = Connection.open(new AbsentTransport(loop), options.connection(), connection -> new NoEvents());
		return new Peer(closed, version, 0, options, handler);
	}

	/** @return whether the peer has never existed */
	public boolean isAbsent() {
		return connection.transport() instanceof AbsentTransport;
	}

	/** @return the loop on which it runs */
	public EventLoop loop() {
		return connection.loop();
	}

	/** @return release at the other end */
	public PeerVersion version() {
		return version;
	}

	/** @return recent frames in both directions */
	public FrameTap tap() {
		return tap;
	}

	/**
	 * Queues a message. Ignored after a close.
	 *
	 * @param tag     selects the receiver at the other end
	 * @param payload not copied and must not be changed, so that it can be sent to many peers; if it is longer than {@link
	 *                PeerVersion#maxPayload()}, the peer drops the connection
	 */
	public void send(int tag, byte[] payload) {
		if (payload.length > version.maxPayload()) {
			LOG.log(Level.WARNING, "Sending {0} bytes to {1}, which will drop the connection: its release {2} accepts at most {3} bytes",
					payload.length, connection.transport().remote(), version, version.maxPayload());
		}
		Frame frame = new Frame(pindex, tag, payload);
		tap.record(Direction.OUT, loop().nanos(), frame);
		connection.send(FrameWriter.encode(frame));
	}

	/**
	 * Lets this end send requests over a connection that it has accepted to answer those of the other end. Replies to them, events and output
	 * go to the requester from now on.
	 *
	 * @param second handles them and the end of the connection; its memory is not asked
	 */
	public void request(PeerHandler second) {
		assert loop().inLoop();
		requester = Optional.of(second);
	}

	/** @return whether bulk senders may send; control messages need not ask */
	public boolean isWritable() {
		return connection.isWritable();
	}

	/** @return bytes that the connection has taken so far */
	public long writtenBytes() {
		return connection.writtenBytes();
	}

	/** Lets the peer read as slowly as it likes, since a user may stop reading output. Bulk senders must wait for {@link #isWritable}. */
	public void pauseTimeout() {
		connection.pauseTimeout();
	}

	/** Stops reading, so that the peer has to wait. Meanwhile the end of the stream goes unnoticed. */
	public void pauseReading() {
		connection.pauseReading();
	}

	/** Resumes reading after {@link #pauseReading()}. */
	public void resumeReading() {
		connection.resumeReading();
	}

	/** @return whether either side has closed the connection */
	public boolean isClosed() {
		return connection.isClosed();
	}

	/**
	 * Closes immediately and discards queued messages.
	 *
	 * @param reason given to the handler
	 */
	public void close(CloseReason reason) {
		connection.close(reason);
	}

	/**
	 * Closes when all queued messages are written.
	 *
	 * @param reason given to the handler
	 */
	public void closeWhenWritten(CloseReason reason) {
		connection.closeWhenWritten(reason);
	}

	@Override
	public String toString() {
		return connection + ", release " + version;
	}

	/** Callbacks for the connection to an absent peer. */
	private static final class NoEvents implements ConnectionHandler {
		@Override
		public void received(ByteBuffer bytes) {
			throw new IllegalStateException("an absent peer has sent " + bytes);
		}

		@Override
		public void closed(CloseReason reason) {
			LOG.log(Level.TRACE, "{0}", reason);
		}
	}

	/** Callbacks for the connection, hidden from the role. */
	private final class Frames implements ConnectionHandler {
		@Override
		public void received(ByteBuffer bytes) throws PmixException {
			for (int count = 0; count < MAX_FRAMES_PER_READ; count++) {
				Optional<Frame> next = reader.next(bytes);
				if (next.isEmpty()) {
					return;
				}
				tap.record(Direction.IN, loop().nanos(), next.get());
				dispatch(next.get());
				if (connection.isReadPaused() || !connection.isWritable()) {
					return;
				}
			}
		}

		private void dispatch(Frame frame) throws PmixException {
			if (requester.isPresent() && Tag.isForRequestingAcceptor(frame.tag())) {
				handler.memory().give(frame.payload().length);
				requester.get().received(frame);
			} else {
				handler.received(frame);
			}
		}

		@Override
		public void closed(CloseReason reason) {
			CloseReason where = reader.isInFrame() ? reason.inside("a message") : reason;
			handler.lost(where);
			if (requester.isPresent()) {
				requester.get().lost(where);
			}
		}

		@Override
		public void writable(boolean writable) {
			handler.writable(writable);
		}

		@Override
		public void queued(long bytes) {
			handler.queued(bytes);
		}
	}
}
