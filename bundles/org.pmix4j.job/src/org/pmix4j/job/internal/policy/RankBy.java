// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.Optional;

import org.pmix4j.model.PmixException;

/** A ranking policy: the order in which mapped processes get their numbers. */
public enum RankBy {
	/** All processes of a node in the order in which they were mapped, then those of the next node. */
	SLOT("SLOT"),
	/** One process of each node in turn. */
	NODE("NODE"),
	/** All processes of a piece of hardware, then those of the next piece. */
	FILL("FILL"),
	/** One process of each piece of hardware on all nodes in turn. */
	SPAN("SPAN"),
	/** As a file says. */
	USER("BYUSER");

	private final String label;

	RankBy(String label) {
		this.label = label;
	}

	/** @return its name in maps */
	public String label() {
		return label;
	}

	/**
	 * Reads a ranking policy.
	 *
	 * @param given the text of a user; empty for none
	 * @return the policy; empty for that of the mapping policy
	 * @throws PmixException BAD_PARAM if there is no such policy; the message says what is allowed
	 */
	public static Optional<RankBy> parse(String given) throws PmixException {
		if (given.isEmpty()) {
			return Optional.empty();
		}
		for (RankBy policy : new RankBy[] { SLOT, NODE, FILL, SPAN }) {
			if (Words.matches(given, policy.label)) {
				return Optional.of(policy);
			}
		}
		if (given.equalsIgnoreCase("byslot") || given.equalsIgnoreCase("bynode")) {
			return Optional.of(given.equalsIgnoreCase("byslot") ? SLOT : NODE);
		}
		throw Words.refused("ranking policy '" + given + "' is unknown; allowed are slot, node, fill, span");
	}

	/**
	 * @param mapping the mapping policy
	 * @param span    whether it takes all nodes for one
	 * @return the policy of jobs that name none
	 */
	public static RankBy defaultOf(MapBy mapping, boolean span) {
		if (mapping == MapBy.NODE) {
			return NODE;
		}
		if (mapping == MapBy.SLOT) {
			return SLOT;
		}
		return span ? SPAN : mapping.isByObject() ? FILL : SLOT;
	}
}
