// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

import org.pmix4j.host.internal.session.NodeReservation;
import org.pmix4j.job.Node;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.allocation.NodeNames;

/** Finds the parts of nodes that fulfill a request. Stateless. */
final class ResourceSelection {
	private ResourceSelection() {
	}

	/**
	 * Chooses parts of nodes. Nodes that the request names come in its order, others in that of the offers. If the request counts no
	 * processors on a node, it gets the whole offer of that node.
	 *
	 * @param wanted the request
	 * @param offers the part of each node that may be given away
	 * @return the parts; empty if the offers do not suffice
	 * @throws PmixException NOT_FOUND if the request names an unknown node
	 */
	static Optional<List<NodeReservation>> choose(ResourceAmount wanted, List<NodeReservation> offers) throws PmixException {
		List<NodeReservation> candidates = candidates(wanted, offers);
		int count = wanted.count();
		if (count > candidates.size()) {
			return Optional.empty();
		}
		if (!wanted.processors().isEmpty() || !wanted.slotsByNode().isEmpty()) {
			return stated(wanted, candidates);
		}
		return count == 0 && wanted.slots().isEmpty() && wanted.memory() == 0 ? Optional.of(candidates) : counted(wanted, candidates, count);
	}

	/** Gives each node the processors, or the number of processors, that the request states for it. */
	private static Optional<List<NodeReservation>> stated(ResourceAmount wanted, List<NodeReservation> candidates) {
		List<NodeReservation> chosen = new ArrayList<>();
		int count = Math.max(wanted.processors().size(), wanted.slotsByNode().size());
		long memory = share(wanted.memory(), count);
		for (int i = 0; i < Math.min(count, candidates.size()); i++) {
			NodeReservation offer = candidates.get(i);
			BitSet processors = i < wanted.processors().size() ? wanted.processors().get(i) : new BitSet();
			BitSet missing = (BitSet) processors.clone();
			missing.andNot(offer.processors());
			int slots = processors.isEmpty() ? wanted.slotsByNode().get(i) : processors.cardinality();
			if (!missing.isEmpty() || slots > offer.slots() || memory > offer.memory()) {
				return Optional.empty();
			}
			chosen.add(new NodeReservation(offer.node(), slots, processors, memory));
		}
		return chosen.size() == count ? Optional.of(chosen) : Optional.empty();
	}

	/** Gives processors of one node after the other until there are as many as wanted, and at least one of each counted node. */
	private static Optional<List<NodeReservation>> counted(ResourceAmount wanted, List<NodeReservation> candidates, int count) {
		List<NodeReservation> chosen = new ArrayList<>();
		int nodes = count == 0 && wanted.slots().isEmpty() ? 1 : count;
		int left = wanted.slots().orElse(0);
		long memory = share(wanted.memory(), Math.max(1, nodes));
		for (NodeReservation offer : candidates) {
			boolean enough = nodes > 0 ? chosen.size() == nodes : left == 0;
			if (!enough && offer.slots() > 0 && memory <= offer.memory()) {
				int others = nodes > 0 ? nodes - chosen.size() - 1 : 0;
				int slots = wanted.slots().isPresent() ? Math.min(offer.slots(), Math.max(1, left - others)) : offer.slots();
				left -= slots;
				chosen.add(new NodeReservation(offer.node(), slots, new BitSet(), memory));
			}
		}
		boolean done = left <= 0 && (nodes == 0 || chosen.size() == nodes) && !chosen.isEmpty();
		return done ? Optional.of(chosen) : Optional.empty();
	}

	private static long share(long memory, int nodes) {
		return (memory + nodes - 1) / Math.max(1, nodes);
	}

	private static List<NodeReservation> candidates(ResourceAmount wanted, List<NodeReservation> offers) throws PmixException {
		List<NodeReservation> found = new ArrayList<>();
		if (wanted.names().isEmpty()) {
			found.addAll(offers);
		}
		for (String name : wanted.names()) {
			found.add(offers.stream().filter(offer -> isNamed(name, offer.node())).findFirst()
					.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "there is no node '" + name + "' here")));
		}
		found.removeIf(offer -> wanted.excluded().stream().anyMatch(name -> isNamed(name, offer.node())));
		return found;
	}

	private static boolean isNamed(String name, Node node) {
		return NodeNames.of(node).isMeantBy(name);
	}
}
