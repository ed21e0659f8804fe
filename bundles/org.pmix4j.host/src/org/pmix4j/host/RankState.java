// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import org.pmix4j.model.ProcState;

/** How far a rank has come. The order is that of a life, though a rank that is no PMIx process skips two steps. */
public enum RankState {
	/** Known to the server, not started. */
	PREPARED(ProcState.PREPPED),
	/** Its program runs. */
	STARTED(ProcState.RUNNING),
	/** It has called PMIx_Init. */
	CONNECTED(ProcState.CONNECTED),
	/** It has called PMIx_Finalize; the program may run on. */
	FINALIZED(ProcState.CONNECTED),
	/** The process is gone; its output may not have been read to the end. */
	EXITED(ProcState.UNTERMINATED),
	/** Gone, reaped, and all its output is read; or it never started. The fate tells more. */
	ENDED(ProcState.TERMINATED);

	private final ProcState state;

	RankState(ProcState state) {
		this.state = state;
	}

	/** @return what PMIx calls it; for an ended rank ask its {@link Fate} */
	public ProcState procState() {
		return state;
	}
}
