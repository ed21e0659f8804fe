// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import org.pmix4j.model.ProcState;

/** The states of a rank, in the order in which it passes them. A rank that is no PMIx process skips CONNECTED and FINALIZED. */
public enum RankState {
	/** Known to the server, not started. */
	PREPARED(ProcState.PREPPED),
	/** Its program runs. */
	STARTED(ProcState.RUNNING),
	/** It has called PMIx_Init. */
	CONNECTED(ProcState.CONNECTED),
	/** It has called PMIx_Finalize; the program may continue. */
	FINALIZED(ProcState.CONNECTED),
	/** The process is gone; its output may not have been read to the end. */
	EXITED(ProcState.UNTERMINATED),
	/** The process is gone and reaped, and all its output is read; or it never started. See its {@link Fate}. */
	ENDED(ProcState.TERMINATED);

	private final ProcState state;

	RankState(ProcState state) {
		this.state = state;
	}

	/** @return the state in PMIx; {@link Fate} has the exact state of a rank that has ended */
	public ProcState procState() {
		return state;
	}
}
