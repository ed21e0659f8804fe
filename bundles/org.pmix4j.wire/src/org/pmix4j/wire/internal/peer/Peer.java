// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.pmix4j.wire.PeerOptions;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.frame.FrameTap;
import org.pmix4j.wire.internal.frame.FrameTap.Direction;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.ConnectionHandler;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * A process at the other end whose handshake is done: frames go to it and come from it. Knows no role and no identity.
 * Made by a handshake; owned by the role, on the connection's loop.
 */
public final class Peer {
	private static final Logger LOG = System.getLogger(Peer.class.getName());

	/** After so many others get their turn. */
	private static final int FRAMES_IN_ONE_GO = 64;

	private final Connection connection;
	private final PeerVersion version;
	private final int pindex;
	private final FrameReader reader;
	private final FrameTap tap;
	private final PeerHandler handler;

	private Peer(Connection connection, PeerVersion version, int pindex, PeerOptions options, Function<Peer, PeerHandler> handler) {
		this.connection = connection;
		this.version = version;
		this.pindex = pindex;
		this.reader = new FrameReader(options.limits());
		this.tap = new FrameTap(options.tapFrames());
		this.handler = handler.apply(this);
	}

	/**
	 * Takes the connection over from its handshake.
	 *
	 * @param connection what comes on it from now on are frames
	 * @param version    release at the other end
	 * @param pindex     what the header of our frames carries
	 * @param options    limits
	 * @param handler    makes the handler for the peer
	 * @return the peer
	 */
	static Peer open(Connection connection, PeerVersion version, int pindex, PeerOptions options, Function<Peer, PeerHandler> handler) {
		Peer peer = new Peer(connection, version, pindex, options, handler);
		connection.setHandler(peer.new Frames());
		return peer;
	}

	/** @return the loop it lives on */
	public EventLoop loop() {
		return connection.loop();
	}

	/** @return release at the other end */
	public PeerVersion version() {
		return version;
	}

	/** @return the last frames in both directions */
	public FrameTap tap() {
		return tap;
	}

	/**
	 * Queues a message. Dropped after a close.
	 *
	 * @param tag     which receiver it is for
	 * @param payload is not copied and must not change; the same one may go to many peers. Longer than
	 *                {@link PeerVersion#maxPayload()} and the peer drops the connection
	 */
	public void send(int tag, byte[] payload) {
		if (payload.length > version.maxPayload()) {
			LOG.log(Level.WARNING, "A message of {0} bytes to {1} is longer than release {2} takes ({3}); it will drop the connection",
					payload.length, connection.transport().remote(), version, version.maxPayload());
		}
		Frame frame = new Frame(pindex, tag, payload);
		tap.record(Direction.OUT, loop().nanos(), frame);
		connection.send(FrameWriter.encode(frame));
	}

	/** @return whether bulk data is welcome; control messages need not ask */
	public boolean isWritable() {
		return connection.isWritable();
	}

	/** Leaves what the peer sends where it is, so that it has to wait. Its end is not noticed meanwhile. */
	public void pauseReading() {
		connection.pauseReading();
	}

	/** Undoes {@link #pauseReading()}. */
	public void resumeReading() {
		connection.resumeReading();
	}

	/** @return whether it was closed, from either side */
	public boolean isClosed() {
		return connection.isClosed();
	}

	/**
	 * Closes at once; messages that wait are lost.
	 *
	 * @param reason is given to the handler
	 */
	public void close(CloseReason reason) {
		connection.close(reason);
	}

	/**
	 * Closes when all messages are written.
	 *
	 * @param reason is given to the handler
	 */
	public void closeWhenWritten(CloseReason reason) {
		connection.closeWhenWritten(reason);
	}

	@Override
	public String toString() {
		return connection + ", release " + version;
	}

	/** What the connection calls; kept out of the role's sight. */
	private final class Frames implements ConnectionHandler {
		@Override
		public void received(ByteBuffer bytes) throws PmixException {
			for (int count = 0; count < FRAMES_IN_ONE_GO; count++) {
				Optional<Frame> next = reader.next(bytes);
				if (next.isEmpty()) {
					return;
				}
				tap.record(Direction.IN, loop().nanos(), next.get());
				handler.received(next.get());
				if (connection.isReadPaused() || !connection.isWritable()) {
					return;
				}
			}
		}

		@Override
		public void closed(CloseReason reason) {
			handler.lost(reader.isInFrame() ? reason.inside("a message") : reason);
		}

		@Override
		public void writable(boolean writable) {
			handler.writable(writable);
		}
	}
}
