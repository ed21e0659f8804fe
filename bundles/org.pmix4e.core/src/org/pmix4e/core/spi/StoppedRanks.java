// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

/** The ranks of a job that wait for a debugger. May be used from any thread; no method waits. */
public interface StoppedRanks {
	/** Lets all ranks of the job continue. */
	void release();

	/**
	 * Shows a message to the user in the console of the job.
	 *
	 * @param text one line without a line end
	 */
	void message(String text);
}
