// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The resources of a request. The host chooses what is not stated. Immutable.
 *
 * @param nodes       the number of nodes
 * @param names       the names of the nodes, in the order of use; empty for any
 * @param excluded    the names of nodes not to be used
 * @param slots       the number of processors in all, each of which is a slot
 * @param slotsByNode the number of processors of each node, in the order of the nodes
 * @param processors  the kernel's numbers of the processors of each node, not to be changed
 * @param memory      in MiB; 0 if it is not stated
 */
record ResourceAmount(OptionalInt nodes, List<String> names, Set<String> excluded, OptionalInt slots, List<Integer> slotsByNode,
		List<BitSet> processors, long memory) {
	/** Nothing stated. */
	static final ResourceAmount OPEN = new ResourceAmount(OptionalInt.empty(), List.of(), Set.of(), OptionalInt.empty(), List.of(),
			List.of(), 0);

	ResourceAmount {
		names = List.copyOf(names);
		excluded = Set.copyOf(excluded);
		slotsByNode = List.copyOf(slotsByNode);
		processors = List.copyOf(processors);
	}

	/** Returns whether nothing is stated: the request wants a session that shares the nodes with the default one. */
	boolean isOpen() {
		return nodes.isEmpty() && names.isEmpty() && slots.isEmpty() && slotsByNode.isEmpty() && processors.isEmpty() && memory == 0;
	}

	/** Returns the same with that number of processors. */
	ResourceAmount withSlots(int count) {
		return new ResourceAmount(nodes, names, excluded, OptionalInt.of(count), slotsByNode, processors, memory);
	}

	/** Returns whether the hardware must be known. */
	boolean needsHardware() {
		return !processors.isEmpty() || memory > 0;
	}

	/** Returns the number of nodes that the request names or counts, 0 for any number. */
	int count() {
		if (nodes.isPresent()) {
			return nodes.getAsInt();
		}
		return Math.max(names.size(), Math.max(slotsByNode.size(), processors.size()));
	}
}
