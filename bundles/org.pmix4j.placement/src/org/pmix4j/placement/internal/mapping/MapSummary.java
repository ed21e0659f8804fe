// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.List;

import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.job.internal.policy.RankBy;

/**
 * The policies by which a job was mapped, and the nodes that it uses. Immutable.
 *
 * @param mapper      the name of the mapper in PRRTE
 * @param mapBy       the mapping policy
 * @param qualifiers  those of the mapping policy, each behind a colon
 * @param rankBy      the ranking policy
 * @param binding     the binding policy with its qualifiers
 * @param cpuList     the processors of the job; empty for all
 * @param perResource the number of ranks for each piece of hardware; empty for none
 * @param cpusPerRank the number of processors for each rank; 0 if open
 * @param hwthreads   whether processors are hardware threads rather than cores
 * @param slots       those of all nodes of the job
 * @param report      whether the binding policy requests a report of the bindings
 * @param nodes       the nodes in the order of their first process
 */
public record MapSummary(String mapper, MapBy mapBy, String qualifiers, RankBy rankBy, String binding, String cpuList, String perResource,
		int cpusPerRank, boolean hwthreads, int slots, boolean report, List<NodeUse> nodes) {
	/** PRRTE has room for so many characters. */
	private static final int LONGEST = 49;

	/** Copies the list. */
	public MapSummary {
		nodes = List.copyOf(nodes);
	}

	/**
	 * @param policy a mapping policy
	 * @return the policies of a job whose ranks are placed by hand and not bound
	 */
	public static MapSummary unbound(MapBy policy) {
		return new MapSummary("NULL", policy, "", RankBy.SLOT, "NONE", "", "", 0, false, 0, false, List.of());
	}

	/** @return the mapping policy with its qualifiers, as PRRTE writes it */
	public String mapping() {
		String all = mapBy.label() + qualifiers;
		return all.length() > LONGEST ? all.substring(0, LONGEST) : all;
	}
}
