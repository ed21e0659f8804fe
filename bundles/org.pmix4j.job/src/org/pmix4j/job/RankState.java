// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import org.pmix4j.job.events.RankStage;
import org.pmix4j.model.ProcState;

/** The states of a rank, in the order in which it passes them. A rank that is not a PMIx process skips CONNECTED and FINALIZED. */
public enum RankState {
	/** Known to the server, not started. */
	PREPARED(RankStage.INIT),
	/** Its program runs. */
	STARTED(RankStage.RUNNING),
	/** It has called PMIx_Init. */
	CONNECTED(RankStage.REGISTERED),
	/** It has called PMIx_Finalize; the program may continue. */
	FINALIZED(RankStage.REGISTERED),
	/** The process is gone; its output may not have been read to the end. */
	EXITED(RankStage.WAITPID_FIRED),
	/** The process is gone and reaped, and all its output is read; or it never started. See its {@link ExitOutcome}. */
	ENDED(RankStage.TERMINATED);

	private final RankStage stage;

	RankState(RankStage stage) {
		this.stage = stage;
	}

	/** {@return the stage in PRRTE; {@link ExitOutcome} has the exact stage of a rank that has ended} */
	public RankStage stage() {
		return stage;
	}

	/** {@return the state in PMIx; {@link ExitOutcome} has the exact state of a rank that has ended} */
	public ProcState procState() {
		return stage.state();
	}
}
