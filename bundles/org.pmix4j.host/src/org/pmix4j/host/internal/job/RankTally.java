// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

/** Counts how far the ranks of one job have come. Owned by its {@link JobCourse}, used on the host's thread. */
final class RankTally {
	private boolean begun;
	private int starting;
	private int running;
	private int initialized;
	private int open;

	/** So many are about to be started. */
	void starting(int count) {
		begun = true;
		starting = count;
	}

	void started() {
		starting--;
		running++;
		open++;
	}

	void notStarted() {
		starting--;
	}

	/** One has called PMIx_Init, for the first time or once more. */
	void initialized(boolean again) {
		initialized += again ? 0 : 1;
	}

	/** The process of one has exited. */
	void exited() {
		running--;
	}

	/** The output of one has ended, too. */
	void ended() {
		open--;
	}

	/** Whether each was started, or cannot be. */
	boolean areAllStarted() {
		return begun && starting == 0;
	}

	boolean isRunning() {
		return running > 0;
	}

	/** Returns how many have ever called PMIx_Init. */
	int initialized() {
		return initialized;
	}

	/** Whether all processes have exited while some output is still open. */
	boolean isOutputLeft() {
		return starting == 0 && running == 0 && open > 0;
	}

	/** Whether nothing of any rank is left, or none was ever started. */
	boolean isOver() {
		return starting == 0 && open == 0;
	}
}
