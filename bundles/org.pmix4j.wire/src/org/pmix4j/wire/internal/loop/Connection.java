// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.ConnectionOptions;

import org.pmix4j.model.PmixException;

// Long because reading, writing, their limits and the close of a connection depend on each other.
/**
 * A byte stream to one peer with a queue of unwritten bytes. Owned by its handler; all methods must be called on its loop. Bytes sent while
 * one event is handled are written together when the event is done, so that several messages cost one system call.
 */
public final class Connection {
	private static final PeerLog LOG = PeerLog.of(Connection.class);
	/** Full write buffers after which other connections get their turn. */
	private static final int MAX_WRITES_PER_FLUSH = 8;
	private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

	private final Transport transport;
	private final EventLoop loop;
	private final ConnectionOptions options;
	private final Deque<ByteBuffer> queue = new ArrayDeque<>();
	private final Runnable flush = this::flush;
	private ConnectionHandler handler;
	private long queued;
	private long written;
	private boolean started;
	private boolean flushPlanned;
	private boolean readPaused;
	private ByteBuffer kept = NOTHING;
	/** Kept bytes that are being delivered. */
	private ByteBuffer delivered = NOTHING;
	private boolean deliveryPlanned;
	private boolean full;
	private boolean closing;
	private boolean closed;
	private CloseReason reason = CloseReason.DONE;
	private Timer stall = Timer.NONE;
	private boolean unlimited;
	private Timer deadline = Timer.NONE;

	private Connection(Transport transport, ConnectionOptions options, Function<Connection, ConnectionHandler> handler) {
		this.transport = transport;
		this.loop = transport.loop();
		this.options = options;
		this.handler = handler.apply(this);
	}

	/**
	 * Opens a connection and starts to read. If the peer is gone already, the handler learns it later, as for any other close.
	 *
	 * @param transport the byte stream
	 * @param options   limits of the write queue
	 * @param handler   creates the handler
	 * @return the open connection
	 */
	public static Connection open(Transport transport, ConnectionOptions options, Function<Connection, ConnectionHandler> handler) {
		assert transport.loop().inLoop();
		Connection connection = new Connection(transport, options, handler);
		try {
			transport.start(connection.new Events());
			connection.started = true;
			connection.updateInterest();
		} catch (IOException failure) {
			connection.broken(failure);
		}
		return connection;
	}

	/** @return the loop on which it runs */
	public EventLoop loop() {
		return loop;
	}

	/** @return the underlying stream, for its addresses */
	public Transport transport() {
		return transport;
	}

	/** @param next receives all further bytes and events, for instance after a handshake */
	public void setHandler(ConnectionHandler next) {
		assert loop.inLoop();
		handler = next;
	}

	/**
	 * Queues bytes in order, without limit; bulk senders check {@link #isWritable()} first. Ignored after a close.
	 *
	 * @param bytes not copied: neither content nor position may be changed afterwards
	 */
	public void send(List<ByteBuffer> bytes) {
		assert loop.inLoop();
		if (closing || closed) {
			return;
		}
		for (ByteBuffer buffer : bytes) {
			queue.add(buffer);
			queued += buffer.remaining();
		}
		handler.queued(queued);
		planFlush();
	}

	/** @return whether bulk senders may send */
	public boolean isWritable() {
		return !full && !closing && !closed && queued <= options.highWater();
	}

	/** @return bytes that wait to be written */
	public long queuedBytes() {
		return queued;
	}

	/** @return bytes that the transport has taken so far */
	public long writtenBytes() {
		return written;
	}

	/** @return whether the connection is closed or closing */
	public boolean isClosed() {
		return closing || closed;
	}

	/**
	 * Stops reading until {@link #resumeReading()}; meanwhile the end of the stream goes unnoticed. A handler that pauses while it receives
	 * bytes may leave some of them; they are kept and delivered first after the pause. Without a pause, remaining bytes are delivered again
	 * when the connection is writable and other events have had their turn.
	 */
	public void pauseReading() {
		assert loop.inLoop();
		readPaused = true;
		updateInterest();
	}

	/** @return whether reading is paused */
	public boolean isReadPaused() {
		return readPaused;
	}

	/** Resumes reading after {@link #pauseReading()}. */
	public void resumeReading() {
		assert loop.inLoop();
		readPaused = false;
		updateInterest();
		planDelivery();
	}

	/**
	 * Closes the connection with {@link CloseReason.Kind#SILENT} unless {@link #cancelDeadline()} is called in time. Replaces an earlier
	 * deadline.
	 *
	 * @param limit   time until the connection is closed
	 * @param awaited what the peer should send, for the message
	 */
	public void setDeadline(Duration limit, String awaited) {
		assert loop.inLoop();
		if (!closed) {
			deadline.cancel();
			String message = "no " + awaited + " from " + transport.remote() + " within " + seconds(limit);
			deadline = loop.schedule(limit, () -> close(new CloseReason(CloseReason.Kind.SILENT, message)));
		}
	}

	/** Cancels the deadline, because the peer has sent what it should. */
	public void cancelDeadline() {
		deadline.cancel();
	}

	/**
	 * Closes immediately and discards queued bytes. The handler's {@code closed} is called after the current event.
	 *
	 * @param why given to the handler, unless the connection is already closing for another reason
	 */
	public void close(CloseReason why) {
		assert loop.inLoop();
		if (closed) {
			return;
		}
		if (!closing) {
			reason = why;
		}
		closed = true;
		queue.clear();
		queued = 0;
		handler.queued(0);
		stall.cancel();
		deadline.cancel();
		transport.close();
		loop.defer(() -> handler.closed(reason));
	}

	/**
	 * Stops reading, and closes when all queued bytes are written or the close limit has passed.
	 *
	 * @param why given to the handler
	 */
	public void closeWhenWritten(CloseReason why) {
		assert loop.inLoop();
		if (closing || closed) {
			return;
		}
		closing = true;
		reason = why;
		updateInterest();
		setDeadline(options.closeLimit(), "room to write");
		planFlush();
	}

	@Override
	public String toString() {
		return transport.remote() + (queued > 0 ? ", " + queued + " bytes queued" : "") + (isClosed() ? ", " + reason : "");
	}

	/** Delivers bytes to the handler and, if it installs another one before it has read them all, to that one. */
	private void deliver(ByteBuffer in) {
		int start = in.position();
		try {
			ConnectionHandler before;
			do {
				before = handler;
				before.received(in);
			} while (in.hasRemaining() && handler != before && !readPaused && !isClosed());
			if (in.hasRemaining() && !isClosed()) {
				keep(in, in.position() > start);
			}
		} catch (PmixException malformed) {
			close(new CloseReason(CloseReason.Kind.MALFORMED, transport.remote() + ": " + malformed.getMessage()));
		} catch (OutOfMemoryError full) {
			String what = transport.remote() + " sent a message that needs more memory than is available";
			close(new CloseReason(CloseReason.Kind.INTERNAL, what));
			LOG.log(Level.ERROR, what + "; the connection is closed");
		} catch (Throwable mistake) { // also a checked exception, which other languages do not declare
			close(new CloseReason(CloseReason.Kind.INTERNAL, "internal error: " + mistake));
			LOG.log(Level.ERROR, "Handler of " + transport.remote() + " failed; the connection is closed", mistake);
		}
	}

	/** Copies what the handler left, since the loop's buffer is shared; bytes that are kept already stay where they are. */
	private void keep(ByteBuffer in, boolean someTaken) {
		if (!someTaken && !readPaused && isWritable()) {
			throw new IllegalStateException("the handler read none of " + in.remaining() + " bytes");
		}
		kept = in == delivered ? in : ByteBuffer.allocate(in.remaining()).put(in).flip();
		updateInterest();
		planDelivery();
	}

	/** Delivers kept bytes in its own task, so that other events get their turn. */
	private void planDelivery() {
		if (kept.hasRemaining() && !deliveryPlanned) {
			deliveryPlanned = true;
			loop.execute(this::deliverKept);
		}
	}

	private void deliverKept() {
		deliveryPlanned = false;
		if (!readPaused && isWritable() && kept.hasRemaining()) {
			delivered = kept;
			kept = NOTHING;
			deliver(delivered);
			delivered = NOTHING;
			updateInterest();
		}
	}

	private void planFlush() {
		if (!flushPlanned) {
			flushPlanned = true;
			loop.defer(flush);
		}
	}

	private void flush() {
		flushPlanned = false;
		if (closed) {
			return;
		}
		try {
			boolean room = true;
			for (int round = 0; room && !queue.isEmpty() && round < MAX_WRITES_PER_FLUSH; round++) {
				ByteBuffer out = gather();
				written(transport.write(out));
				room = !out.hasRemaining();
			}
		} catch (IOException failure) {
			broken(failure);
			return;
		}
		if (closing && queue.isEmpty()) {
			close(reason);
		} else {
			updateMarks();
			updateInterest();
			planDelivery();
		}
	}

	/** Copies from the queue without removing, since only the write reports how much was sent. */
	private ByteBuffer gather() {
		ByteBuffer out = transport.writeBuffer();
		int count = 0;
		for (ByteBuffer next : queue) {
			int length = Math.min(next.remaining(), out.capacity() - count);
			out.put(count, next, next.position(), length);
			count += length;
			if (count == out.capacity()) {
				break;
			}
		}
		return out.limit(count);
	}

	private void written(int count) {
		queued -= count;
		written += count;
		handler.queued(queued);
		int left = count;
		while (!queue.isEmpty() && left >= queue.element().remaining()) {
			left -= queue.remove().remaining();
		}
		if (left > 0) {
			ByteBuffer cut = queue.element();
			cut.position(cut.position() + left);
		}
	}

	private void updateMarks() {
		if (!full && queued > options.highWater()) {
			full = true;
			stall = unlimited ? Timer.NONE : loop.schedule(options.stallLimit(), this::cutOff);
			handler.writable(false);
		} else if (full && queued <= options.lowWater()) {
			full = false;
			stall.cancel();
			handler.writable(true);
		}
	}

	/** Lets the peer read as slowly as it likes: a full write queue no longer closes the connection. */
	public void pauseTimeout() {
		unlimited = true;
		stall.cancel();
	}

	private void cutOff() {
		String detail = transport.remote() + " left " + queued + " bytes unread for " + seconds(options.stallLimit());
		close(new CloseReason(CloseReason.Kind.SLOW_READER, detail));
	}

	private void updateInterest() {
		if (started && !closed) {
			transport.interest(!readPaused && !closing && !kept.hasRemaining(), !queue.isEmpty());
		}
	}

	private void broken(IOException failure) {
		close(new CloseReason(CloseReason.Kind.BROKEN, transport.remote() + ": " + failure.getMessage()));
	}

	private static String seconds(Duration limit) {
		return limit.toMillis() / 1000.0 + " s";
	}

	/** Callbacks for the loop, hidden from the handler. */
	private final class Events implements ReadyListener {
		@Override
		public void readable() {
			if (closed || closing || readPaused || kept.hasRemaining()) {
				return;
			}
			try {
				ByteBuffer in = transport.readBuffer();
				if (transport.read(in) < 0) {
					close(CloseReason.END_OF_STREAM);
				} else if (in.position() > 0) {
					deliver(in.flip());
				}
			} catch (IOException failure) {
				broken(failure);
			}
		}

		@Override
		public void writable() {
			flush();
		}

		@Override
		public void loopClosing(boolean now) {
			CloseReason ended = new CloseReason(CloseReason.Kind.LOOP_ENDED, "loop " + loop.name() + " was closed");
			if (now) {
				close(ended);
			} else {
				closeWhenWritten(ended);
			}
		}
	}
}
