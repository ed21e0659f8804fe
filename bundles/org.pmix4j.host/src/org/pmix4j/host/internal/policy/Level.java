// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.policy;

import java.util.Optional;

import org.pmix4j.host.internal.topology.HardwareObject.Type;

/**
 * A kind of hardware to which ranks are mapped or bound, from the outside in: a rank cannot be bound to a kind above the one to which it
 * is mapped.
 */
public enum Level {
	/** The whole node: no binding. */
	NONE("none", Type.MACHINE),
	/** The processors of one socket. */
	PACKAGE("package", Type.PACKAGE),
	/** The processors next to one memory. */
	NUMA("numa", Type.NUMA),
	/** The processors that share a third-level cache. */
	L3CACHE("l3cache", Type.L3),
	/** The processors that share a second-level cache. */
	L2CACHE("l2cache", Type.L2),
	/** The processors that share a first-level cache. */
	L1CACHE("l1cache", Type.L1),
	/** The hardware threads of one core. */
	CORE("core", Type.CORE),
	/** One hardware thread. */
	HWTHREAD("hwthread", Type.PU);

	private final String word;
	private final Type type;

	Level(String word, Type type) {
		this.word = word;
		this.type = type;
	}

	/** @return the word for it in policies */
	public String word() {
		return word;
	}

	/** @return the kind of hardware */
	public Type type() {
		return type;
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
