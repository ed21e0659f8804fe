// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.time.Instant;

/**
 * Something that has happened to a job or to one of its ranks. Immutable.
 *
 * @param time when the server noticed it
 * @param rank the rank that it happened to or that did it; -1 for the whole job
 * @param kind the kind of event
 * @param name a name for users: the state, the operation, or the status that was raised
 */
public record JobEvent(Instant time, int rank, Kind kind, String name) {
	/** The rank of events of a whole job. */
	public static final int JOB = -1;

	/** The kinds of events. */
	public enum Kind {
		/** The job or the rank has entered a state. */
		STATE,
		/** The rank has entered a collective operation and waits for the others. */
		ENTERED,
		/** A collective operation has ended for all its participants. */
		LEFT,
		/** The rank, or the server for it, has raised a PMIx event. */
		RAISED,
		/** Something else, such as all ranks being ready for a debugger. */
		OTHER
	}
}
