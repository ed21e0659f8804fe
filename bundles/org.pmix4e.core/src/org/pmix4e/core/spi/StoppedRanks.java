// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;

/** The ranks of a job that wait for a debugger. May be used from any thread; no method waits. */
public interface StoppedRanks {
	/** {@return the numbers of the ranks to attach to: of the chosen ones, those that run programs of the debugger's kind} */
	List<Integer> chosen();

	/** Lets all ranks of the job continue. */
	void release();
}
