// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.pmix4j.wire.ConnectionOptions;

import org.pmix4j.model.PmixException;

/**
 * A stream of bytes to one other end, with a queue for what could not be written yet. Owned by its handler; lives on one
 * loop, on which every method must be called. What one event sends is written once, when the event is done: several
 * messages to one peer cost one system call.
 */
public final class Connection {
	private static final Logger LOG = System.getLogger(Connection.class.getName());
	/** After so many full write buffers others get their turn. */
	private static final int WRITES_IN_ONE_GO = 8;
	private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

	private final Transport transport;
	private final EventLoop loop;
	private final ConnectionOptions options;
	private final Deque<ByteBuffer> queue = new ArrayDeque<>();
	private final Runnable flush = this::flush;
	private ConnectionHandler handler;
	private long queued;
	private boolean started;
	private boolean flushPlanned;
	private boolean readPaused;
	private ByteBuffer kept = NOTHING;
	/** What was kept and is delivered now. */
	private ByteBuffer delivered = NOTHING;
	private boolean deliveryPlanned;
	private boolean full;
	private boolean closing;
	private boolean closed;
	private CloseReason reason = CloseReason.DONE;
	private Timer stall = Timer.NONE;
	private Timer deadline = Timer.NONE;

	private Connection(Transport transport, ConnectionOptions options, Function<Connection, ConnectionHandler> handler) {
		this.transport = transport;
		this.loop = transport.loop();
		this.options = options;
		this.handler = handler.apply(this);
	}

	/**
	 * Starts to read. If the other end is gone already, the handler learns it like any later end.
	 *
	 * @param transport the stream of bytes
	 * @param options   how much to queue
	 * @param handler   makes the handler for the connection
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

	/** @return the loop it lives on */
	public EventLoop loop() {
		return loop;
	}

	/** @return the stream below, for its addresses */
	public Transport transport() {
		return transport;
	}

	/** @param next gets what comes from now on, for instance after a handshake */
	public void setHandler(ConnectionHandler next) {
		assert loop.inLoop();
		handler = next;
	}

	/**
	 * Queues bytes, in order, without limit; bulk senders ask {@link #isWritable()} before. Dropped after a close.
	 *
	 * @param bytes are not copied: neither content nor position may be touched any more
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
		planFlush();
	}

	/** @return whether bulk data is welcome */
	public boolean isWritable() {
		return !full && !closing && !closed && queued <= options.highWater();
	}

	/** @return bytes that wait to be written */
	public long queuedBytes() {
		return queued;
	}

	/** @return whether a close was asked for or has happened */
	public boolean isClosed() {
		return closing || closed;
	}

	/**
	 * Reads nothing until {@link #resumeReading()}; an end of the stream is not noticed meanwhile. A handler that pauses
	 * while it is given bytes may leave some: they are kept and come first afterwards. It may also leave some without
	 * a pause: these come when the connection is writable and others had their turn.
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

	/** Undoes {@link #pauseReading()}. */
	public void resumeReading() {
		assert loop.inLoop();
		readPaused = false;
		updateInterest();
		planDelivery();
	}

	/**
	 * Closes with {@link CloseReason.Kind#SILENT} unless {@link #cancelDeadline()} comes first. Replaces an earlier deadline.
	 *
	 * @param limit   how long to wait
	 * @param awaited what the other end should send, for the message
	 */
	public void setDeadline(Duration limit, String awaited) {
		assert loop.inLoop();
		if (closed) {
			return;
		}
		deadline.cancel();
		String message = "no " + awaited + " from " + transport.remote() + " within " + seconds(limit);
		deadline = loop.schedule(limit, () -> close(new CloseReason(CloseReason.Kind.SILENT, message)));
	}

	/** The other end did what it should. */
	public void cancelDeadline() {
		deadline.cancel();
	}

	/**
	 * Closes at once; what is queued is lost. The handler's {@code closed} comes after the event that is now handled.
	 *
	 * @param why is given to the handler, unless it is closed already
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
		stall.cancel();
		deadline.cancel();
		transport.close();
		loop.defer(() -> handler.closed(reason));
	}

	/**
	 * Closes when all that is queued is written, or after the limit for that. Reads nothing any more.
	 *
	 * @param why is given to the handler
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

	/** Also to the next handler, if the first one was done before the bytes were. */
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
			String what = transport.remote() + " sent what needs more memory than there is";
			close(new CloseReason(CloseReason.Kind.INTERNAL, what));
			LOG.log(Level.ERROR, what + "; the connection is closed");
		} catch (RuntimeException | Error mistake) {
			close(new CloseReason(CloseReason.Kind.INTERNAL, "mistake in this program: " + mistake));
			LOG.log(Level.ERROR, "Handler of " + transport.remote() + " failed; the connection is closed", mistake);
		}
	}

	/** What is kept already stays where it is; the loop's buffer serves others, too. */
	private void keep(ByteBuffer in, boolean someTaken) {
		if (!someTaken && !readPaused && isWritable()) {
			throw new IllegalStateException("handler takes none of " + in.remaining() + " bytes");
		}
		kept = in == delivered ? in : ByteBuffer.allocate(in.remaining()).put(in).flip();
		updateInterest();
		planDelivery();
	}

	/** Not at once, so that others have their turn. */
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
			for (int round = 0; room && !queue.isEmpty() && round < WRITES_IN_ONE_GO; round++) {
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
			return;
		}
		updateMarks();
		updateInterest();
		planDelivery();
	}

	/** Copies from the queue without taking from it: what is written shows only afterwards. */
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
			stall = loop.schedule(options.stallLimit(), this::cutOff);
			handler.writable(false);
		} else if (full && queued <= options.lowWater()) {
			full = false;
			stall.cancel();
			handler.writable(true);
		}
	}

	private void cutOff() {
		close(new CloseReason(CloseReason.Kind.SLOW_READER,
				transport.remote() + " left " + queued + " bytes unread for " + seconds(options.stallLimit())));
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

	/** What the loop calls; kept out of the handler's sight. */
	private final class Events implements ReadyListener {
		@Override
		public void readable() {
			if (closed || closing || readPaused || kept.hasRemaining()) {
				return;
			}
			try {
				ByteBuffer in = transport.readBuffer();
				int count = transport.read(in);
				if (count < 0) {
					close(CloseReason.END_OF_STREAM);
				} else if (count > 0) {
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
