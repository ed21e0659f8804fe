// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.pmix4j.process.internal.posix.EpollSet;
import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.Pipe;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.Posix;

/**
 * The writing end of a child's standard input. Never blocks: bytes that the pipe does not take wait in the queue for EPOLLOUT. Owned by a
 * {@link Child}; the queue lives on the loop's thread, only the count of its bytes is shared.
 */
final class StdinPipe implements StdinFeed {

	/** The number of bytes after which the other children get their turn. */
	private static final int BYTES_A_TURN = 256 << 10;

	private static final class Piece {
		private final byte[] bytes;
		private final CompletableFuture<Boolean> done = new CompletableFuture<>();
		private int written;

		private Piece(byte[] bytes) {
			this.bytes = bytes;
		}
	}

	private final PollLoop loop;
	private final NativeBuffer buffer;
	private final int descriptor;
	private final EpollSet.Entry entry;
	private final Deque<Piece> queue = new ArrayDeque<>();
	private final AtomicInteger waiting = new AtomicInteger();
	private final CompletableFuture<Void> closed = new CompletableFuture<>();
	private volatile long taken;
	/** True if the descriptor is a reading end that is kept to see in the end what the child has left. */
	private boolean ended;
	private boolean over;
	private boolean closing;
	private boolean flushing;

	/**
	 * Takes the descriptor over.
	 *
	 * @param buffer where bytes are staged for a write; shared by all pipes of the loop
	 */
	StdinPipe(PollLoop loop, NativeBuffer buffer, int descriptor) {
		this.loop = loop;
		this.buffer = buffer;
		this.descriptor = descriptor;
		Pipe.setNonBlocking(descriptor);
		entry = loop.watch(descriptor, 0, this::ready);
	}

	/** Returns the feed of a child without standard input. */
	static StdinFeed none() {
		return new StdinFeed() {
			@Override
			public CompletionStage<Boolean> write(byte[] bytes) {
				return CompletableFuture.completedStage(false);
			}

			@Override
			public void close() {
				// closed from the start
			}

			@Override
			public long taken() {
				return 0;
			}

			@Override
			public CompletionStage<Void> closed() {
				return CompletableFuture.allOf();
			}
		};
	}

	@Override
	public CompletionStage<Boolean> write(byte[] bytes) {
		if (waiting.addAndGet(bytes.length) > QUEUE_LIMIT) {
			waiting.addAndGet(-bytes.length);
			return CompletableFuture.failedStage(new IllegalStateException("more than " + QUEUE_LIMIT
					+ " bytes would wait for a standard input; write the next piece when the one before is through"));
		}
		Piece piece = new Piece(bytes);
		try {
			loop.executeNow(() -> enqueue(piece));
		} catch (RejectedExecutionException e) {
			drop(piece);
		}
		return piece.done.minimalCompletionStage();
	}

	@Override
	public void close() {
		try {
			loop.executeNow(() -> {
				closing = true;
				if (queue.isEmpty()) {
					endInput();
				}
			});
		} catch (RejectedExecutionException e) {
			closed.complete(null);
		}
	}

	@Override
	public CompletionStage<Void> closed() {
		return closed.minimalCompletionStage();
	}

	@Override
	public long taken() {
		return taken;
	}

	/** Lets the child read end of file after what is in the pipe; see {@link #abandon}. */
	private void endInput() {
		if (!closed.isDone()) {
			entry.remove();
			ended = Pipe.turn(descriptor, false);
			over = !ended;
			closed.complete(null);
		}
	}

	/**
	 * Closes the pipe, when no one reads it any longer, and drops the queue; on the loop's thread. Only a writing end shows whether there are
	 * readers.
	 */
	void abandon() {
		assert loop.inLoop();
		if (over) {
			return;
		}
		over = true;
		if (!ended) {
			entry.remove();
		}
		if (!ended || Pipe.turn(descriptor, true)) {
			taken -= Pipe.unread(descriptor, buffer);
			Posix.close(descriptor);
		}
		closed.complete(null);
		for (Piece piece = queue.poll(); piece != null; piece = queue.poll()) {
			drop(piece);
		}
	}

	private void drop(Piece piece) {
		waiting.addAndGet(piece.written - piece.bytes.length);
		piece.done.complete(false);
	}

	private void enqueue(Piece piece) {
		assert loop.inLoop();
		if (closing || closed.isDone()) {
			drop(piece);
			return;
		}
		queue.add(piece);
		if (queue.size() == 1 && !flushing) {
			flush();
		}
	}

	private void ready(int events) {
		if ((events & Posix.EPOLLERR) != 0) {
			abandon();
		} else {
			flush();
		}
	}

	/** Writes until the pipe is full or the queue empty. A completed piece may bring the next one immediately, hence the flag. */
	private void flush() {
		assert loop.inLoop();
		flushing = true;
		int budget = BYTES_A_TURN;
		int errno = 0;
		for (Piece piece = queue.peek(); piece != null && errno == 0 && budget > 0; piece = queue.peek()) {
			int written = writeSome(piece);
			if (written < 0) {
				errno = Posix.errno();
			} else {
				budget -= written + 1;
				piece.written += written;
				taken += written;
				waiting.addAndGet(-written);
				if (piece.written == piece.bytes.length) {
					queue.remove();
					piece.done.complete(true);
				}
			}
		}
		flushing = false;
		if (errno != 0 && errno != Errno.EAGAIN && errno != Errno.EINTR) {
			abandon();
		} else if (closing && queue.isEmpty()) {
			endInput();
		} else if (!closed.isDone()) {
			entry.events(queue.isEmpty() ? 0 : Posix.EPOLLOUT);
		}
	}

	private int writeSome(Piece piece) {
		int count = Math.min(piece.bytes.length - piece.written, buffer.capacity());
		if (count == 0) {
			return 0;
		}
		buffer.bytes().put(0, piece.bytes, piece.written, count);
		return (int) Posix.write(descriptor, buffer.address(), count);
	}
}
