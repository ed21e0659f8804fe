// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.host.internal.session.NodeReservation;
import org.pmix4j.job.Node;

/** Adds and subtracts parts of nodes. Stateless. */
final class Holdings {
	private Holdings() {
	}

	static List<NodeReservation> sum(List<NodeReservation> some, List<NodeReservation> others) {
		Map<Node, NodeReservation> sum = byNode(some);
		for (NodeReservation other : others) {
			sum.merge(other.node(), other, (one, two) -> {
				BitSet processors = (BitSet) one.processors().clone();
				processors.or(two.processors());
				return new NodeReservation(one.node(), one.slots() + two.slots(), processors, one.memory() + two.memory());
			});
		}
		return List.copyOf(sum.values());
	}

	/** Subtracts parts; a node without slots is left out. */
	static List<NodeReservation> difference(List<NodeReservation> all, List<NodeReservation> parts) {
		Map<Node, NodeReservation> given = byNode(parts);
		List<NodeReservation> rest = new ArrayList<>();
		for (NodeReservation holding : all) {
			NodeReservation part = given.getOrDefault(holding.node(), NodeReservation.ofSlots(holding.node(), 0));
			BitSet processors = (BitSet) holding.processors().clone();
			processors.andNot(part.processors());
			NodeReservation left = new NodeReservation(holding.node(), holding.slots() - part.slots(), processors,
					Math.max(0, holding.memory() - part.memory()));
			if (left.slots() > 0) {
				rest.add(left);
			}
		}
		return rest;
	}

	/** Returns whether parts of nodes are among those that are offered. */
	static boolean include(List<NodeReservation> offers, List<NodeReservation> parts) {
		return parts.stream().allMatch(part -> offers.stream().anyMatch(offer -> fits(part, offer)));
	}

	private static boolean fits(NodeReservation part, NodeReservation offer) {
		BitSet missing = (BitSet) part.processors().clone();
		missing.andNot(offer.processors());
		return part.node().equals(offer.node()) && part.slots() <= offer.slots() && part.memory() <= offer.memory() && missing.isEmpty();
	}

	private static Map<Node, NodeReservation> byNode(List<NodeReservation> holdings) {
		Map<Node, NodeReservation> byNode = new LinkedHashMap<>();
		holdings.forEach(holding -> byNode.put(holding.node(), holding));
		return byNode;
	}
}
