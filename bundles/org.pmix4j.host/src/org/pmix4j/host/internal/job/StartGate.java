// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps events that come while a job starts until all ranks run: the end of one rank does not make the start fail, and a signal reaches
 * each of them. Owned by a {@link JobCourse}, used on the host's thread.
 */
final class StartGate {
	private final RankTally tally;
	private final List<Runnable> early = new ArrayList<>();

	StartGate(RankTally tally) {
		this.tally = tally;
	}

	/** Runs the event now or when the gate opens. Returns whether it has run. */
	boolean pass(Runnable event) {
		boolean open = tally.areAllStarted();
		if (open) {
			event.run();
		} else {
			early.add(event);
		}
		return open;
	}

	/** Runs the events that were kept; the start of each rank has succeeded or failed. */
	void open() {
		early.forEach(Runnable::run);
		early.clear();
	}
}
