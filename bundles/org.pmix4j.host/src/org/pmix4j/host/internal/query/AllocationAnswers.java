// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.job.Node;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HwlocXml;

/**
 * Answers queries about the nodes that jobs may use: their names, slots and hardware. Stateless; reads files.
 *
 * @see "PMIx Standard, PMIX_QUERY_ALLOCATION, PMIX_NUM_SLOTS, PMIX_HWLOC_XML_V2; PRRTE src/prted/pmix/pmix_server_queries.c"
 */
final class AllocationAnswers {
	private AllocationAnswers() {
	}

	/**
	 * @param key      the key of the query
	 * @param nodes    the nodes that the query is about
	 * @param session  the session whose slots are meant
	 * @param sessions know the nodes
	 * @return the answer; empty if the key requests something else, or for hardware that is unknown
	 */
	static Optional<Info> answer(String key, List<Node> nodes, SessionRun session, Sessions sessions) {
		if (key.equals(QueryAttributes.QUERY_ALLOCATION.key())) {
			List<Info> allocation = allocation(nodes, session, sessions);
			return Optional.of(Info.of(key, DataArray.of(new Infos(allocation))));
		} else if (key.equals(JobAttributes.NUM_SLOTS.key())) {
			return Optional.of(Info.of(JobAttributes.NUM_SLOTS, nodes.stream().mapToInt(session.resources()::slots).sum()));
		}
		return key.equals(TopologyAttributes.HWLOC_XML_V2.key()) ? hardware(nodes, sessions).findFirst() : Optional.empty();
	}

	static boolean isOne(String key) {
		return key.equals(QueryAttributes.QUERY_ALLOCATION.key()) || key.equals(JobAttributes.NUM_SLOTS.key())
				|| key.equals(TopologyAttributes.HWLOC_XML_V2.key());
	}

	/** Describes each node, and then each kind of hardware once; a node refers to its hardware by index. */
	private static List<Info> allocation(List<Node> nodes, SessionRun session, Sessions sessions) {
		List<Info> allocation = new ArrayList<>();
		Map<String, Integer> kinds = new HashMap<>();
		List<Info> topologies = new ArrayList<>();
		for (Node node : nodes) {
			Infos infos = Infos.of(Info.of(NodeAttributes.HOSTNAME, node.name()), Info.of(NodeAttributes.NODEID, node.id()),
					Info.of(JobAttributes.NUM_SLOTS, session.resources().slots(node)));
			Optional<HardwareObject> machine = sessions.agent(node).flatMap(NodeAgent::hardware);
			if (machine.isPresent()) {
				// nodes with the same hardware differ by their names
				String kind = HwlocXml.of(machine.get(), "");
				Integer known = kinds.putIfAbsent(kind, topologies.size());
				if (known == null) {
					topologies.add(Info.of(TopologyAttributes.HWLOC_XML_V2, HwlocXml.of(machine.get(), node.name())));
				}
				infos = infos.with(TopologyAttributes.TOPOLOGY_INDEX, kinds.get(kind));
			}
			allocation.add(Info.of(LevelAttributes.NODE_INFO_ARRAY, DataArray.of(infos)));
		}
		allocation.addAll(topologies);
		return allocation;
	}

	private static Stream<Info> hardware(List<Node> nodes, Sessions sessions) {
		return nodes.stream().flatMap(node -> sessions.agent(node).stream()).flatMap(agent -> agent.topologyXml().stream())
				.map(xml -> Info.of(TopologyAttributes.HWLOC_XML_V2, xml));
	}
}
