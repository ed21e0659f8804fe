// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import org.pmix4j.server.internal.memory.Budget;

/** The memory of one pull: its registration, and output that waits for its reader. Owned by a {@link Pull}; ends with it. */
final class PullMemory {
	/** Approximate memory of a registration, and of each process that it names. */
	private static final int OVERHEAD = 1 << 10;
	private static final int PER_PROCESS = 100;

	private final Budget.Share reader;
	private long waiting;
	private long collected;
	private long held;

	/**
	 * @param reader share of all pulls of the reader
	 * @param procs  number of processes that the pull names
	 */
	PullMemory(Budget.Share reader, int procs) {
		this.reader = reader;
		held = cost(procs);
		reader.count(held);
	}

	/** Returns the approximate memory of a registration that names so many processes. */
	static long cost(int procs) {
		return OVERHEAD + (long) procs * PER_PROCESS;
	}

	/** Sets the bytes that wait for room, and returns whether they may. */
	boolean delay(long bytes) {
		boolean fits = replace(bytes - waiting);
		waiting = fits ? bytes : waiting;
		return fits;
	}

	/** Sets the bytes that are collected for one large piece, and returns whether they may. */
	boolean collect(long bytes) {
		boolean fits = replace(bytes - collected);
		collected = fits ? bytes : collected;
		return fits;
	}

	private boolean replace(long more) {
		boolean fits = reader.replace(held, held + more);
		held = fits ? held + more : held;
		return fits;
	}

	/** Gives up everything. */
	void end() {
		reader.give(held);
		held = 0;
		waiting = 0;
		collected = 0;
	}
}
