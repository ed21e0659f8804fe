// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.job.Node;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.placement.internal.allocation.NodeShare;
import org.pmix4j.placement.internal.mapping.JobMapper;
import org.pmix4j.placement.internal.mapping.MapText;
import org.pmix4j.placement.internal.mapping.MapText.Heading;
import org.pmix4j.placement.internal.mapping.MappingOrder;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.mapping.NodeHardware;
import org.pmix4j.placement.internal.mapping.NodeText;
import org.pmix4j.placement.internal.mapping.TopologyText;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HwlocXmlReader;
import org.pmix4j.placement.internal.topology.HwlocXmlReader.Hardware;
import org.pmix4j.placement.internal.topology.SyntheticHardware;

/** Compares what {@code --display} shows with the texts of PRRTE 3.0.8, which {@code displays.txt} holds. */
class DisplayTextTest {
	private final Hardware hardware = HwlocXmlReader.read(resource("machine.xml"));

	@Test
	void topology_isThatOfPrrte() {
		assertThat(TopologyText.of("nodeA0", hardware.machine(), hardware.allowed(), true).strip()).isEqualTo(golden("topo"));
	}

	@Test
	void topology_ofARealMachine_bindsMemoryOfThreadsOnly() {
		assertThat(TopologyText.of("nodeA0", hardware.machine(), hardware.allowed(), false).strip())
				.isEqualTo(golden("topo").replace("Bind MEM proc:   TRUE", "Bind MEM proc:   FALSE"));
	}

	@Test
	void processors_asCores_areThoseOfPrrte() {
		assertThat(NodeText.processors("N/A", new NodeHardware(hardware.machine(), hardware.allowed()), false).strip())
				.isEqualTo(golden("cpus"));
	}

	@Test
	void processors_asHardwareThreads_areThoseOfPrrte() {
		assertThat(NodeText.processors("N/A", new NodeHardware(hardware.machine(), hardware.allowed()), true).strip())
				.isEqualTo(golden("hwt"));
	}

	/** As PRRTE 3.0.8 shows hardware of which hwloc keeps a package without allowed processors. */
	@Test
	void packageWithoutAllowedProcessors_isNoneInTheTableAndLeftOutOfTheParseableMap() throws Exception {
		HardwareObject machine = SyntheticHardware.parse("package:2 [numa] core:2 pu:1");
		BitSet allowed = new BitSet();
		allowed.set(2, 4);
		MappingOrder order = MappingOrder.of(
				List.of(new AppOrder("true", 1, List.of(new NodeShare(new Node(0, "a", 2), 2, 0, 0, true, machine, allowed)))),
				MappingPolicyReader.read("package"));

		assertThat(NodeText.processors("N/A", new NodeHardware(machine, allowed), false).lines().filter(line -> line.startsWith("PKG")))
				.containsExactly("PKG[0]: NONE", "PKG[1]: 2-3");
		assertThat(MapText.parseable(JobMapper.map(order), new Heading("j@1", "j@0", 0, false, false, List.of())).lines()
				.filter(line -> line.contains(" cpus="))).containsExactly("            <package id=\"1\" cpus=\"2-3\"/>");
	}

	@Test
	void allocation_isThatOfPrrte() {
		List<NodeText.Line> nodes = List.of(new NodeText.Line("nodeA0", 2, 0, 0, true, List.of()),
				new NodeText.Line("nodeA1", 2, 0, 0, true, List.of()));

		assertThat(NodeText.allocation(nodes, false).strip()).isEqualTo(golden("alloc"));
	}

	@Test
	void parseableMap_isThatOfPrrte() throws Exception {
		List<NodeShare> shares = List.of(share(0), share(1));
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("true", 3, shares)), MappingPolicyReader.read("package"));

		assertThat(MapText.parseable(JobMapper.map(order), new Heading("j@1", "j@0", 0, false, false, List.of())).strip())
				.isEqualTo(golden("xml"));
	}

	@Test
	void parseableMap_listsRanksInTheOrderOfMapping() throws Exception {
		MappingOrder order = MappingOrder.of(List.of(new AppOrder("true", 3, List.of(
				new NodeShare(new Node(0, "a", 4), 4, 0, 0, true, hardware.machine(), hardware.machine().processors())))),
				MappingPolicyReader.read("package:oversubscribe"));

		assertThat(MapText.parseable(JobMapper.map(order), new Heading("j@1", "j@0", 0, false, false, List.of())).lines()
				.filter(line -> line.contains("rank id")).map(line -> line.strip().substring(0, 12)).toList())
				.containsExactly("<rank id=\"0\"", "<rank id=\"2\"", "<rank id=\"1\"");
	}

	private NodeShare share(int number) {
		return new NodeShare(new Node(number, "nodeA" + number, 2), 2, 0, 0, true, hardware.machine(), hardware.allowed());
	}

	private static String golden(String name) {
		String text = resource("displays.txt");
		int begin = text.indexOf("@ " + name + "\n") + name.length() + 3;
		int end = text.indexOf("\n@ ", begin);
		return text.substring(begin, end < 0 ? text.length() : end).strip();
	}

	private static String resource(String name) {
		try (InputStream in = DisplayTextTest.class.getResourceAsStream(name)) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		} catch (IOException e) {
			throw new AssertionError(e);
		}
	}
}
