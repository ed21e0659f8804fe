// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

/** Counts the ranks of one job by their progress. Owned by its {@link JobProgress}; the totals may be read from any thread. */
final class RankTally {
	private boolean begun;
	private int starting;
	private int running;
	private int open;
	private int paused;
	private volatile int launched;
	private volatile int initialized;
	private volatile int terminated;

	/** Notes that ranks are about to be started. */
	void starting(int count) {
		begun = true;
		starting = count;
	}

	void started() {
		starting--;
		running++;
		open++;
		launched = launched + 1;
	}

	void notStarted() {
		starting--;
	}

	/** Notes that one rank more, or one less with -1, waits to be started again. */
	void pausing(int count) {
		paused += count;
	}

	/** Notes that a rank that has ended is about to be started again; it counts as new. */
	void startingAgain(boolean wasInitialized) {
		starting++;
		initialized = initialized - (wasInitialized ? 1 : 0);
		launched = launched - 1;
		terminated = terminated - 1;
	}

	/** Notes that a rank has called PMIx_Init, for the first time or again. */
	void initialized(boolean again) {
		initialized = initialized + (again ? 0 : 1);
	}

	/** Notes that the process of a rank has exited. */
	void exited() {
		running--;
	}

	/** Notes that the output of a rank has ended, too. */
	void ended() {
		open--;
		terminated = terminated + 1;
	}

	/** Returns whether the start of each rank has succeeded or failed. */
	boolean areAllStarted() {
		return begun && starting == 0;
	}

	boolean isRunning() {
		return running > 0;
	}

	/** Returns the number of ranks that were started. */
	int launched() {
		return launched;
	}

	/** Returns the number of ranks that have ever called PMIx_Init. */
	int initialized() {
		return initialized;
	}

	/** Returns the number of ranks that were started and have ended. */
	int terminated() {
		return terminated;
	}

	/** Returns whether all processes have exited while some output is still open. */
	boolean isOutputLeft() {
		return starting == 0 && running == 0 && open > 0;
	}

	/** Returns whether nothing of any rank is left, or none was ever started. */
	boolean isOver() {
		return starting == 0 && open == 0 && paused == 0;
	}
}
