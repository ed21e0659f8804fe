// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.util.function.IntPredicate;

/**
 * Tells which process ids the descendants of some processes can have, so that a search for them need not look at all processes of the
 * machine. The kernel gives ids in ascending order and begins again at the lowest, so these are the ids from that of the first process,
 * unless so many processes were started since that the ids may have begun again. Callable from any thread.
 */
public final class Descendants {

	/** Returned by {@link #possible} if every id is possible. */
	public static final IntPredicate ANY = pid -> true;

	/** Fewer starts than all ids divided by this are not whole round; not 1, as ids in use are left out and failed starts not counted. */
	private static final int ROUND_SHARE = 4;
	private static final int NONE = 0;

	private final long startsBefore;
	private volatile int first = NONE;

	/** @param startsBefore the number of processes and threads that the machine had started before the first of these, -1 if unknown */
	public Descendants(long startsBefore) {
		this.startsBefore = startsBefore;
	}

	/** Begins before the first of the processes is started. */
	public static Descendants begin() {
		return new Descendants(ProcFs.starts());
	}

	/** Takes the id of a process that was started. To be called in the order of the starts. */
	public void started(int pid) {
		if (first == NONE) {
			first = pid;
		}
	}

	/** Returns which ids are possible. To be called on a thread that was started after all of the processes, as its own id is compared. */
	public IntPredicate possible() {
		return possible(Posix.gettid(), ProcFs.starts(), ProcFs.largestPid());
	}

	/**
	 * As {@link #possible()}, with the state of the machine given.
	 *
	 * @param newest  an id that was given after those of all of the processes
	 * @param starts  the number of processes and threads that the machine has started, -1 if unknown
	 * @param largest the largest possible id, -1 if unknown
	 */
	public IntPredicate possible(int newest, long starts, int largest) {
		int lowest = first;
		boolean counted = startsBefore >= 0 && starts >= startsBefore;
		if (lowest == NONE || newest <= lowest || !counted || starts - startsBefore >= largest / ROUND_SHARE) {
			return ANY;
		}
		return pid -> pid >= lowest;
	}
}
