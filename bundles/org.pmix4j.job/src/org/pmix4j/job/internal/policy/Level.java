// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.Optional;

/**
 * A kind of hardware to which ranks are mapped or bound, from the outside in: a rank cannot be bound to a kind above the one to which it
 * is mapped.
 */
public enum Level {
	/** The whole node: no binding. */
	NONE("none"),
	/** The processors of one socket. */
	PACKAGE("package"),
	/** The processors next to one memory. */
	NUMA("numa"),
	/** The processors that share a third-level cache. */
	L3CACHE("l3cache"),
	/** The processors that share a second-level cache. */
	L2CACHE("l2cache"),
	/** The processors that share a first-level cache. */
	L1CACHE("l1cache"),
	/** The hardware threads of one core. */
	CORE("core"),
	/** One hardware thread. */
	HWTHREAD("hwthread");

	private final String word;

	Level(String word) {
		this.word = word;
	}

	/** @return the word for it in policies */
	public String word() {
		return word;
	}

	/**
	 * Finds the level that an abbreviation means. The order of the words is that of PRRTE, where the first match counts.
	 *
	 * @param given the text of a user
	 * @return the level; empty if no word begins so
	 */
	static Optional<Level> of(String given) {
		for (Level level : new Level[] { NONE, HWTHREAD, CORE, L1CACHE, L2CACHE, L3CACHE, NUMA, PACKAGE }) {
			if (Words.matches(given, level.word)) {
				return Optional.of(level);
			}
		}
		return Words.matches(given, "socket") || Words.matches(given, "skt") ? Optional.of(PACKAGE) : Optional.empty();
	}
}
