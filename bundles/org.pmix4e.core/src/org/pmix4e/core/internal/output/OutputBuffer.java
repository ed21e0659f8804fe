// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.pmix4e.core.output.OutputChunk;

/**
 * The buffer between the threads that write the output of a job and those that read it. Writing never waits for reading: a slow reader
 * loses output when the buffer is full. Only the log gets all of it. May be used from any thread; no callback runs under its lock.
 */
public final class OutputBuffer {
	private final ReentrantLock lock = new ReentrantLock();
	private final Condition changed = lock.newCondition();
	private final OutputRing ring;
	private final Consumer<OutputChunk> log;
	private boolean ended;

	/** @param capacity the number of bytes to keep, bookkeeping included */
	public OutputBuffer(long capacity) {
		this(capacity, chunk -> {
		});
	}

	/**
	 * @param capacity the number of bytes to keep, bookkeeping included
	 * @param log      receives each piece before it can be read, on the thread that adds it
	 */
	public OutputBuffer(long capacity, Consumer<OutputChunk> log) {
		ring = new OutputRing(capacity);
		this.log = log;
	}

	/**
	 * Adds output. Has no effect after the end.
	 *
	 * @param chunk the next piece
	 */
	public void add(OutputChunk chunk) {
		log.accept(chunk);
		lock.lock();
		try {
			if (!ended) {
				ring.add(chunk);
				changed.signalAll();
			}
		} finally {
			lock.unlock();
		}
	}

	/** Ends the output. */
	public void end() {
		lock.lock();
		try {
			ended = true;
			changed.signalAll();
		} finally {
			lock.unlock();
		}
	}

	/** Wakes waiting readers, which then evaluate their stop condition. */
	void wake() {
		lock.lock();
		try {
			changed.signalAll();
		} finally {
			lock.unlock();
		}
	}

	/** @return the place after the last piece */
	public OutputPosition position() {
		lock.lock();
		try {
			return ring.next();
		} finally {
			lock.unlock();
		}
	}

	/**
	 * @param range the output to read
	 * @return the part of it that is still kept
	 */
	public OutputPart read(OutputRange range) {
		lock.lock();
		try {
			return ring.read(range);
		} finally {
			lock.unlock();
		}
	}

	/**
	 * Waits until there is output after a position.
	 *
	 * @param from the position of the reader
	 * @param stop tells whether the reader must stop
	 * @return false if the output has ended or the reader must stop
	 */
	boolean awaitAfter(OutputPosition from, BooleanSupplier stop) throws InterruptedException {
		lock.lock();
		try {
			while (!stop.getAsBoolean() && !ended && ring.next().number() <= from.number()) {
				changed.await();
			}
			return !stop.getAsBoolean() && ring.next().number() > from.number();
		} finally {
			lock.unlock();
		}
	}

	/**
	 * Waits, so that more output can gather, until the output has ended.
	 *
	 * @param nanoseconds the maximum time to wait
	 * @param stop        tells whether the reader must stop
	 */
	void gather(long nanoseconds, BooleanSupplier stop) throws InterruptedException {
		lock.lock();
		try {
			long left = nanoseconds;
			while (left > 0 && !ended && !stop.getAsBoolean()) {
				left = changed.awaitNanos(left);
			}
		} finally {
			lock.unlock();
		}
	}
}
