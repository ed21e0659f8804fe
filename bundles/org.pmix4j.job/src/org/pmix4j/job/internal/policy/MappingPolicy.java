// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.Optional;

/**
 * The mapping policy that a user has stated. Immutable; made by {@link MappingPolicyReader}.
 *
 * @param by            the policy; empty if open
 * @param span          whether all nodes count as one
 * @param oversubscribe whether nodes may run more ranks than slots; empty if open
 * @param noLocal       whether no rank runs on the launcher's node
 * @param ordered       whether each rank is bound to one processor of the list
 * @param cpusPerRank   the number of processors for each rank; 0 if open
 * @param hwthreads     whether hardware threads rather than cores count as processors; empty if open
 * @param inherit       whether a spawned job takes over the policies of its parent; empty if open
 * @param file          the name of a file with ranks or a sequence; empty for none
 * @param perResource   the number of ranks for each piece of hardware, such as {@code 2:package}; empty for none
 * @param cpuList       the logical numbers of the processors that may be used; empty for all
 */
public record MappingPolicy(Optional<MapBy> by, boolean span, Optional<Boolean> oversubscribe, boolean noLocal, boolean ordered,
		int cpusPerRank, Optional<Boolean> hwthreads, Optional<Boolean> inherit, String file, String perResource, String cpuList) {
	/** Everything is open. */
	public static final MappingPolicy OPEN = new MappingPolicy(Optional.empty(), false, Optional.empty(), false, false, 0, Optional.empty(),
			Optional.empty(), "", "", "");

	/**
	 * @param allowed whether nodes may run more ranks than slots
	 * @return this policy with it
	 */
	public MappingPolicy withOversubscribe(boolean allowed) {
		return new MappingPolicy(by, span, Optional.of(allowed), noLocal, ordered, cpusPerRank, hwthreads, inherit, file, perResource, cpuList);
	}

	/** @return this policy, which now keeps ranks away from the launcher's node */
	public MappingPolicy withNoLocal() {
		return new MappingPolicy(by, span, oversubscribe, true, ordered, cpusPerRank, hwthreads, inherit, file, perResource, cpuList);
	}

	/**
	 * @param count the number of processors for each rank
	 * @return this policy with it
	 */
	public MappingPolicy withCpusPerRank(int count) {
		return new MappingPolicy(by, span, oversubscribe, noLocal, ordered, count, hwthreads, inherit, file, perResource, cpuList);
	}

	/**
	 * @param list logical numbers of processors
	 * @return this policy with it
	 */
	public MappingPolicy withCpuList(String list) {
		return new MappingPolicy(by, span, oversubscribe, noLocal, ordered, cpusPerRank, hwthreads, inherit, file, perResource, list);
	}
}
