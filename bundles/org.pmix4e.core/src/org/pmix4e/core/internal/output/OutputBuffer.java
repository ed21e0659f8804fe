// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import org.pmix4e.core.output.OutputChunk;

/**
 * The output of one job, between the thread that brings it and those that read it. Bringing never waits for reading: what a reader has
 * not read when its place is needed is lost to it. May be used from any thread; no foreign code is called under its lock.
 */
public final class OutputBuffer {
	private final ReentrantLock lock = new ReentrantLock();
	private final Condition changed = lock.newCondition();
	private final OutputRing ring;
	private boolean ended;

	/** @param capacity how many bytes to keep, with what the bookkeeping costs */
	public OutputBuffer(long capacity) {
		ring = new OutputRing(capacity);
	}

	/** @param chunk the next piece; ignored after the end */
	public void add(OutputChunk chunk) {
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

	/** Nothing more will come. */
	public void end() {
		lock.lock();
		try {
			ended = true;
			changed.signalAll();
		} finally {
			lock.unlock();
		}
	}

	/** Lets readers look whether they shall go on. */
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
	 * @param range what to read
	 * @return what is kept of it
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
	 * Waits until there is something to read, as long as the job may still write.
	 *
	 * @param from where the reader stands
	 * @param stop whether the reader shall not go on
	 * @return false if nothing will come, or the reader shall stop
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
	 * Lets output gather, until the job has ended.
	 *
	 * @param nanoseconds how long at the most
	 * @param stop        whether the reader shall not go on
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
