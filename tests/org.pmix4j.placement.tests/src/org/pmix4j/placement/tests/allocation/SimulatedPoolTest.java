// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.allocation.SimulatedPool;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HwlocXml;

/** Simulated nodes from their descriptions. */
class SimulatedPoolTest {
	private static List<PoolNode> parse(String... descriptions) {
		BitSet here = new BitSet();
		here.set(0, 3);
		return SimulatedPool.parse(List.of(descriptions), () -> new PoolNode.Processors(HardwareObject.flat(here), here));
	}

	private static String text(List<PoolNode> nodes) {
		return nodes.stream().map(node -> node.node().id() + node.node().name() + "=" + node.node().slots() + (node.slotsGiven() ? "!" : "")
				+ (node.maxSlots() > 0 ? "/" + node.maxSlots() : "")).collect(Collectors.joining(" "));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "n | 0n=3", "2*n | 0n0=3 1n1=3", "n:slots=5 | 0n=5!", "n:slots=2:max-slots=4 | 0n=2!/4",
			"n:package:2 core:4 pu:2 | 0n=8", "3*n:slots=4:package:2 core:4 pu:2 | 0n0=4! 1n1=4! 2n2=4!", "n.example.org:pu:6 | 0n.example.org=6" })
	void parse_description_makesNodes(String description, String expected) {
		assertThat(text(parse(description))).isEqualTo(expected);
	}

	@Test
	void parse_severalDescriptions_numbersThroughAll() {
		assertThat(text(parse("2*a:slots=1", "b:core:2 pu:1"))).isEqualTo("0a0=1! 1a1=1! 2b=2");
	}

	@Test
	void parse_hardware_isThatOfTheNode() {
		PoolNode.Processors processors = parse("n:package:2 core:4 pu:2").get(0).processors().get();

		assertThat(processors.allowed().cardinality()).isEqualTo(16);
		assertThat(processors.machine().children()).hasSize(2);
	}

	@Test
	void parse_file_isRead(@TempDir Path scratch) throws Exception {
		BitSet five = new BitSet();
		five.set(0, 5);
		Path file = Files.writeString(scratch.resolve("machine.xml"), HwlocXml.of(HardwareObject.flat(five), "other"));

		assertThat(text(parse("n:" + file))).isEqualTo("0n=5");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "x*n | the number of nodes", "2* | '' is not a node", "n:slots=x | slots must be",
			"n:nonsense | nonsense",
			"n:/none.xml | /none.xml", "70000*n | more than 65536 nodes", "n:package:0 | package" })
	void parse_wrongDescription_isRefusedWithIt(String description, String text) {
		assertThatThrownBy(() -> parse(description)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(text)
				.hasMessageContaining("simulated nodes '" + description + "'");
	}

	@Test
	void parse_nameTwice_isRefused() {
		assertThatThrownBy(() -> parse("n0", "2*n")).hasMessageContaining("two nodes with the name n0");
		assertThatThrownBy(() -> parse("N0.example.org", "2*n")).hasMessageContaining("two nodes with the name n0");
	}
}
