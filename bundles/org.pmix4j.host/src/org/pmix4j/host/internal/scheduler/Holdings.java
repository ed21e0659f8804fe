// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.host.internal.session.Holding;
import org.pmix4j.job.Node;

/** Adds and subtracts parts of nodes. Stateless. */
final class Holdings {
	private Holdings() {
	}

	static List<Holding> sum(List<Holding> some, List<Holding> others) {
		Map<Node, Holding> sum = byNode(some);
		for (Holding other : others) {
			sum.merge(other.node(), other, (one, two) -> {
				BitSet processors = (BitSet) one.processors().clone();
				processors.or(two.processors());
				return new Holding(one.node(), one.slots() + two.slots(), processors, one.memory() + two.memory());
			});
		}
		return List.copyOf(sum.values());
	}

	/** Subtracts parts; a node without slots is left out. */
	static List<Holding> difference(List<Holding> all, List<Holding> parts) {
		Map<Node, Holding> given = byNode(parts);
		List<Holding> rest = new ArrayList<>();
		for (Holding holding : all) {
			Holding part = given.getOrDefault(holding.node(), Holding.ofSlots(holding.node(), 0));
			BitSet processors = (BitSet) holding.processors().clone();
			processors.andNot(part.processors());
			Holding left = new Holding(holding.node(), holding.slots() - part.slots(), processors, Math.max(0, holding.memory() - part.memory()));
			if (left.slots() > 0) {
				rest.add(left);
			}
		}
		return rest;
	}

	/** Whether parts of nodes are among those that are offered. */
	static boolean include(List<Holding> offers, List<Holding> parts) {
		return parts.stream().allMatch(part -> offers.stream().anyMatch(offer -> fits(part, offer)));
	}

	private static boolean fits(Holding part, Holding offer) {
		BitSet missing = (BitSet) part.processors().clone();
		missing.andNot(offer.processors());
		return part.node().equals(offer.node()) && part.slots() <= offer.slots() && part.memory() <= offer.memory() && missing.isEmpty();
	}

	private static Map<Node, Holding> byNode(List<Holding> holdings) {
		Map<Node, Holding> byNode = new LinkedHashMap<>();
		holdings.forEach(holding -> byNode.put(holding.node(), holding));
		return byNode;
	}
}
