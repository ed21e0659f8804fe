// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.streams;

import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

import org.pmix4j.host.InputSource;

/**
 * What the user types, or what a file holds, on its way to the ranks. Filled by a console's thread, emptied by the job's. Owned by a
 * JobProcess.
 */
public final class ConsoleInput implements InputSource {
	/** More waits at the writer: a file is not read into memory because the ranks are slow. */
	private static final int HIGH = 1 << 20;

	private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
	private int size;
	private boolean ended;
	private boolean closed;

	/** Puts bytes in; waits while the ranks do not read, at most until the job ends. What comes after the end is thrown away. */
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

	/** The ranks see the end of input after what was put in. */
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

	/** The job has ended, or never reads. */
	@Override
	public synchronized void close() {
		closed = true;
		waiting.clear();
		size = 0;
		notifyAll();
	}
}
