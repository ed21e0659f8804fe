// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A value that a server keeps for a job or a process. Immutable.
 *
 * @param realm   the entity that the value describes, or the origin of the value
 * @param subject the number of the session or the application, the name of the node, the rank, or the process that has published the value;
 *                empty for a value of the job itself
 * @param key     its key
 * @param value   the value
 */
public record StoredValue(Realm realm, String subject, String key, PmixValue value) {
	/** The kinds of stored values. */
	public enum Realm {
		/** Job data that describes the session. */
		SESSION,
		/** Job data that describes the job. */
		JOB,
		/** Job data that describes an application of the job. */
		APP,
		/** Job data that describes a node. */
		NODE,
		/** Job data that describes a rank. */
		RANK,
		/** Put by a rank for processes on its node. */
		LOCAL,
		/** Put by a rank for processes on other nodes. */
		REMOTE,
		/** Put by a rank for all processes. */
		GLOBAL,
		/** Published by a process, for lookups. */
		PUBLISHED
	}
}
