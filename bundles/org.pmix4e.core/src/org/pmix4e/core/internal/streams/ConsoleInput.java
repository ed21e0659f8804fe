// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.streams;

import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

import org.pmix4j.job.InputSource;

/**
 * Queues the standard input of a job, typed by the user or read from a file. A thread of the console fills it, a thread of the job
 * empties it. Owned by the process of the job.
 */
public final class ConsoleInput implements InputSource {
	/** In bytes. Beyond it the writer waits, so that slow ranks do not make a whole file accumulate in memory. */
	private static final int HIGH = 1 << 20;

	private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
	private int size;
	private boolean ended;
	private boolean closed;

	/** Adds bytes. Waits while the queue is full, at most until the job ends. Drops bytes after the end of input. */
	synchronized void put(byte[] data, int offset, int length) {
		boolean interrupted = false;
		while (size >= HIGH && !closed && !interrupted) {
			try {
				wait();
			} catch (InterruptedException e) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		} else if (!ended && !closed && length > 0) {
			waiting.add(ByteBuffer.wrap(Arrays.copyOfRange(data, offset, offset + length)));
			size += length;
			notifyAll();
		}
	}

	/** Ends the input after the bytes that were added. */
	synchronized void end() {
		ended = true;
		notifyAll();
	}

	@Override
	public synchronized int read(ByteBuffer target) throws InterruptedIOException {
		while (waiting.isEmpty() && !ended && !closed) {
			try {
				wait();
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
				throw new InterruptedIOException("the job has ended");
			}
		}
		ByteBuffer next = waiting.peek();
		if (next == null || closed) {
			return -1;
		}
		int count = Math.min(target.remaining(), next.remaining());
		target.put(next.slice().limit(count));
		next.position(next.position() + count);
		if (!next.hasRemaining()) {
			waiting.remove();
		}
		size -= count;
		notifyAll();
		return count;
	}

	/** Drops the input and wakes the writer, when the job has ended or never reads. */
	@Override
	public synchronized void close() {
		closed = true;
		waiting.clear();
		size = 0;
		notifyAll();
	}
}
