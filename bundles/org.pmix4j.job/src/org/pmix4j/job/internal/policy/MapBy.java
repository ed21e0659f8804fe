// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.Optional;

/** A mapping policy. */
public enum MapBy {
	/** One rank on each node in turn. */
	NODE("node", "BYNODE", Level.NONE),
	/** One rank on each NUMA node in turn. */
	NUMA("numa", "BYNUMA", Level.NUMA),
	/** One rank on each package in turn. */
	PACKAGE("package", "BYPACKAGE", Level.PACKAGE),
	/** One rank on each third-level cache in turn. */
	L3CACHE("l3cache", "BYL3CACHE", Level.L3CACHE),
	/** One rank on each second-level cache in turn. */
	L2CACHE("l2cache", "BYL2CACHE", Level.L2CACHE),
	/** One rank on each first-level cache in turn. */
	L1CACHE("l1cache", "BYL1CACHE", Level.L1CACHE),
	/** One rank on each core in turn. */
	CORE("core", "BYCORE", Level.CORE),
	/** One rank on each hardware thread in turn. */
	HWTHREAD("hwthread", "BYHWTHREAD", Level.HWTHREAD),
	/** All slots of a node, then those of the next. */
	SLOT("slot", "BYSLOT", Level.NONE),
	/** On a list of processors. */
	CPU_LIST("pe-list", "PE-LIST", Level.NONE),
	/** One rank for each line of a file with nodes. */
	SEQUENCE("seq", "SEQUENTIAL", Level.NONE),
	/** As a file says for each rank. */
	RANK_FILE("rankfile", "BYUSER", Level.NONE),
	/** A number of ranks on each object of a kind. */
	PER_RESOURCE("ppr", "PPR", Level.NONE),
	/** Beside other ranks. */
	COLOCATE("", "COLOCATE", Level.NONE);

	private final String word;
	private final String label;
	private final Level level;

	MapBy(String word, String label, Level level) {
		this.word = word;
		this.label = label;
		this.level = level;
	}

	/** @return the word for it in policies */
	public String word() {
		return word;
	}

	/** @return its name in maps */
	public String label() {
		return label;
	}

	/** @return the kind of hardware to which it maps; {@link Level#NONE} for whole nodes */
	public Level level() {
		return level;
	}

	/** @return whether ranks are mapped to pieces of a node */
	public boolean isByObject() {
		return level != Level.NONE;
	}

	/**
	 * @param level a kind of hardware
	 * @return the policy that maps to it; {@link #NODE} for whole nodes
	 */
	public static MapBy of(Level level) {
		for (MapBy policy : values()) {
			if (level != Level.NONE && policy.level == level) {
				return policy;
			}
		}
		return NODE;
	}

	/** Finds the policy that an abbreviation means. The order of the words is that of PRRTE, where the first match counts. */
	static Optional<MapBy> of(String given) {
		for (MapBy policy : new MapBy[] { SLOT, NODE, SEQUENCE, CORE, L1CACHE, L2CACHE, L3CACHE, NUMA, PACKAGE, RANK_FILE, HWTHREAD,
				CPU_LIST }) {
			if (Words.matches(given, policy.word)) {
				return Optional.of(policy);
			}
		}
		if (Words.matches(given, "socket")) {
			return Optional.of(PACKAGE);
		}
		return given.equalsIgnoreCase("byslot") ? Optional.of(SLOT)
				: given.equalsIgnoreCase("bynode") ? Optional.of(NODE) : Optional.empty();
	}
}
