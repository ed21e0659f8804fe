// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.ArrayDeque;
import java.util.Queue;

import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.internal.thread.Slices;

/**
 * Keeps events that come while a job starts until all ranks run: the end of one rank does not make the start fail, and a signal reaches
 * each of them. Owned by a {@link JobController}, used on the host's thread.
 */
final class StartGate {
	private final HostThread thread;
	private final RankTally tally;
	private final Queue<Runnable> early = new ArrayDeque<>();

	StartGate(HostThread thread, RankTally tally) {
		this.thread = thread;
		this.tally = tally;
	}

	/** Runs the event now or when the gate opens, behind earlier ones. Returns whether it has run. */
	boolean pass(Runnable event) {
		assert thread.inThread();
		boolean open = tally.areAllStarted() && early.isEmpty();
		if (open) {
			event.run();
		} else {
			early.add(event);
		}
		return open;
	}

	/** Runs the events that were kept; the start of each rank has succeeded or failed. */
	void open() {
		Slices.drain(thread, early, Runnable::run, () -> {
		});
	}
}
