// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HwlocXml;
import org.pmix4j.testkit.SimulatedLoop;

/** The hardware of an allocation whose nodes are of two kinds, and of one whose hardware is unknown. */
class AllocationTopologyTest {
	private static final HardwareObject TWO_CORES = machine(2);
	private static final HardwareObject FOUR_CORES = machine(4);

	private final SimulatedLoop loop = new SimulatedLoop();
	private final List<SimulatedNode> nodes = List.of(new SimulatedNode(0, "a", 2), new SimulatedNode(1, "b", 4), new SimulatedNode(2, "c", 2),
			new SimulatedNode(3, "d", 2));
	private final SimulatedHost host;

	AllocationTopologyTest(@TempDir Path directory) throws Exception {
		host = new SimulatedHost(directory, nodes, loop);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static HardwareObject machine(int cores) {
		BitSet processors = new BitSet();
		processors.set(0, cores);
		return HardwareObject.flat(processors);
	}

	private List<Info> allocation() throws Exception {
		var answer = loop.call(() -> host.upcalls.query(Proc.of("tool", 0),
				List.of(new Query(List.of(QueryAttributes.QUERY_ALLOCATION.key()), Infos.EMPTY))));
		return loop.await(answer).get(QueryAttributes.QUERY_ALLOCATION).orElseThrow().infos().list();
	}

	private static Infos node(Info info) throws Exception {
		assertThat(info.key()).isEqualTo(LevelAttributes.NODE_INFO_ARRAY.key());
		return ((DataArray) info.value()).infos();
	}

	@Test
	void node_withKnownHardware_hasTheIndexOfItsKind() throws Exception {
		nodes.get(0).hardware(TWO_CORES);
		nodes.get(1).hardware(FOUR_CORES);
		nodes.get(2).hardware(TWO_CORES);

		List<Info> allocation = allocation();

		assertThat(allocation).hasSize(6);
		for (int i = 0; i < 4; i++) {
			assertThat(node(allocation.get(i)).get(NodeAttributes.HOSTNAME)).contains(nodes.get(i).node().name());
		}
		assertThat(node(allocation.get(0)).get(TopologyAttributes.TOPOLOGY_INDEX)).contains(0);
		assertThat(node(allocation.get(1)).get(TopologyAttributes.TOPOLOGY_INDEX)).contains(1);
		assertThat(node(allocation.get(2)).get(TopologyAttributes.TOPOLOGY_INDEX)).contains(0);
		assertThat(node(allocation.get(3)).get(TopologyAttributes.TOPOLOGY_INDEX)).isEmpty();
		assertThat(allocation.subList(4, 6)).containsExactly(Info.of(TopologyAttributes.HWLOC_XML_V2, HwlocXml.of(TWO_CORES, "a")),
				Info.of(TopologyAttributes.HWLOC_XML_V2, HwlocXml.of(FOUR_CORES, "b")));
	}
}
