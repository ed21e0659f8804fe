// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.process.internal.posix.EpollSet;
import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.Pipe;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.posix.PseudoTerminal;
import org.pmix4j.process.internal.posix.WindowSize;

/**
 * The reading end of one output stream of a child. Reads at most once a turn: remaining bytes make the descriptor ready again, so that a
 * flood of one child does not starve the others. A terminal returns 4 KiB at most, and the kernel refills it on another processor while the
 * others are read. Owned by a {@link Child}.
 */
final class OutputPipe {

	/** More than a terminal holds: 64 KiB on their way through the kernel, and 4 KiB to be read. */
	private static final int TERMINAL_SIZE = 128 << 10;

	private final Child child;
	private final ChildStream stream;
	private final OutputHandler handler;
	private final NativeBuffer buffer;
	private final int descriptor;
	private final EpollSet.Entry entry;
	private boolean paused;
	private boolean closed;
	/** Bytes that may still be read although some process keeps the other end open; negative while there is no end in sight. */
	private long remaining = -1;

	/** Takes the descriptor over; reads through the given buffer, which all pipes of the loop share. */
	OutputPipe(Child child, ChildStream stream, OutputHandler handler, PollLoop loop, NativeBuffer buffer, int descriptor) {
		this.child = child;
		this.stream = stream;
		this.handler = handler;
		this.buffer = buffer;
		this.descriptor = descriptor;
		Pipe.setNonBlocking(descriptor);
		entry = loop.watch(descriptor, Posix.EPOLLIN, events -> readOnce());
	}

	boolean isClosed() {
		return closed;
	}

	/** Returns how descriptors of the writing end look below /proc/pid/fd; empty if that is unknown. */
	Optional<String> link() {
		try {
			Optional<String> terminal = PseudoTerminal.path(descriptor, buffer);
			return terminal.isPresent() ? terminal : Optional.of(ProcFs.link("self/fd/" + descriptor));
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	void pause(boolean pause) {
		if (closed || paused == pause) {
			return;
		}
		paused = pause;
		if (pause) {
			entry.mute();
		} else {
			entry.events(Posix.EPOLLIN);
			drain();
		}
	}

	/** Changes the size of the terminal if this is one. */
	void resizeTerminal(WindowSize size) {
		if (!closed) {
			// the staging buffer is free between two reads
			PseudoTerminal.resize(descriptor, size, buffer);
		}
	}

	/** Reads what has come if this is the stream, and reports if nothing has. */
	void probe(ChildStream wanted) {
		if (stream == wanted && !closed && !paused && !readOnce() && !closed) {
			handOver(() -> handler.outputIdle(child, stream));
		}
	}

	/** Reads the bytes that the pipe holds at this moment, then closes it. */
	void finish() {
		if (!closed && remaining < 0) {
			int size = Posix.fcntl(descriptor, Posix.F_GETPIPE_SZ, 0);
			remaining = size < 0 ? TERMINAL_SIZE : size;
			drain();
		}
	}

	private void drain() {
		while (remaining >= 0 && !closed && !paused) {
			if (remaining == 0 || !readOnce()) {
				close();
			}
		}
	}

	/** Returns false if there was nothing to read. */
	private boolean readOnce() {
		long count = Posix.read(descriptor, buffer.address(), buffer.capacity());
		if (count > 0) {
			remaining = remaining < 0 ? remaining : Math.max(0, remaining - count);
			ByteBuffer data = buffer.bytes().duplicate().limit((int) count);
			handOver(() -> handler.output(child, stream, data));
			return true;
		}
		if (count == 0 || Posix.errno() != Errno.EAGAIN && Posix.errno() != Errno.EINTR) {
			close();
		}
		return false;
	}

	private void close() {
		if (!closed) {
			closed = true;
			entry.remove();
			Posix.close(descriptor);
			try {
				handOver(() -> handler.outputClosed(child, stream));
			} finally {
				child.outputClosed();
			}
		}
	}

	/** Calls the handler. Its failure, also by an error, concerns the output of this child alone. */
	private void handOver(Runnable call) {
		try {
			call.run();
		} catch (RuntimeException | Error e) {
			PollLoop.guarded(() -> handler.outputFailed(child, stream, e));
		}
	}
}
