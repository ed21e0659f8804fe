// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

/**
 * How the output of a job looks. Immutable.
 *
 * @param tag       what stands before each line
 * @param timestamp whether the time stands before the tag
 * @param merge     whether standard error goes where standard output goes; its tag still says stderr
 * @param raw       true to pass bytes on at once, without waiting for the end of the line. A job of one rank without tags is
 *                  always so, as there is nothing to mix its output with
 * @see "PMIx Standard, PMIX_IOF_TAG_OUTPUT and the attributes beside it"
 */
public record OutputSpec(Tag tag, boolean timestamp, boolean merge, boolean raw) {
	/** What stands before each line. */
	public enum Tag {
		/** Nothing. */
		NONE,
		/** {@code [1,0]<stdout>: }, job and rank. */
		JOB,
		/** {@code [1,0][node:4711]<stdout>: }, with node and process id. */
		DETAILED,
		/** {@code [pmix4j-...@1,0]<stdout>: }, with the whole namespace. */
		NAMESPACE,
		/** {@code [0]<stdout>: }, the rank alone. */
		RANK
	}

	/** Lines as they are. */
	public static final OutputSpec PLAIN = new OutputSpec(Tag.NONE, false, false, false);

	/**
	 * @param tag what stands before each line
	 * @return lines with it
	 */
	public static OutputSpec tagged(Tag tag) {
		return new OutputSpec(tag, false, false, false);
	}

	/** @return whether anything stands before each line */
	public boolean isTagged() {
		return tag != Tag.NONE || timestamp;
	}
}
