// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.Collections;
import java.util.List;

/** The state of a server, session, namespace, program or rank, as views show it. The order of the constants is the order of progress. */
public enum ElementState {
	/** Ordered, but not started. */
	STARTING,
	/** Running. */
	RUNNING,
	/** A rank that has called PMIx_Init, or a namespace whose ranks have all called it. */
	CONNECTED,
	/** Stopped by a signal; can continue. */
	SUSPENDED,
	/** A rank that has called PMIx_Finalize; its program may still run. */
	FINALIZED,
	/** A rank that has exited while its output is still being read. */
	EXITED,
	/** Ended successfully. */
	FINISHED,
	/** Ended, but how is not known: the server that had started it was lost. */
	ENDED,
	/** Ended on request, or because another rank failed. */
	KILLED,
	/** Ended with an error. */
	FAILED;

	/**
	 * {@return the state of the rank that has progressed least; once all have ended, the worst of their states}
	 *
	 * @param ranks the states of some ranks, at least one
	 */
	public static ElementState ofAll(List<ElementState> ranks) {
		ElementState least = Collections.min(ranks);
		return least.isEnded() ? Collections.max(ranks) : least;
	}

	/** {@return whether this state is final} */
	public boolean isEnded() {
		return compareTo(FINISHED) >= 0;
	}
}
