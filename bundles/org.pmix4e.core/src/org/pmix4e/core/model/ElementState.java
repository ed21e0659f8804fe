// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

/** How far a server, session, namespace, program or rank has come, as far as a view tells them apart. */
public enum ElementState {
	/** Ordered, not started. */
	STARTING,
	/** Runs. */
	RUNNING,
	/** A rank that has called PMIx_Init; a namespace all of whose ranks have. */
	CONNECTED,
	/** Stopped by a signal, can go on. */
	SUSPENDED,
	/** A rank that has called PMIx_Finalize; its program may run on. */
	FINALIZED,
	/** A rank that is gone while its output is still read. */
	EXITED,
	/** Ended as it should. */
	FINISHED,
	/** Ended on request, or because another rank failed. */
	KILLED,
	/** Ended with an error. */
	FAILED;

	/** @return whether nothing more will happen */
	public boolean isEnded() {
		return compareTo(FINISHED) >= 0;
	}
}
