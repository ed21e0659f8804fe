// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HardwareObject.Cache;
import org.pmix4j.placement.internal.topology.HardwareObject.Property;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;
import org.pmix4j.placement.internal.topology.HwlocXml;
import org.pmix4j.placement.internal.topology.HwlocXmlReader;
import org.pmix4j.placement.internal.topology.HwlocXmlReader.Hardware;
import org.pmix4j.placement.internal.topology.SyntheticHardware;

class HardwareDescriptionTest {
	/** What lstopo 2.9 writes as the format of hwloc 1 for {@code package:2 [numa] core:1 pu:2}, shortened. */
	private static final String OLD = """
			<topology>
			<object type="Machine" os_index="0" cpuset="0xf" online_cpuset="0xf" allowed_cpuset="0x7" local_memory="5">
			 <object type="NUMANode" os_index="0" cpuset="0x3" local_memory="1024">
			  <object type="Socket" os_index="0" cpuset="0x3">
			   <object type="Cache" cpuset="0x3" cache_size="64" depth="2" cache_linesize="32" cache_type="0">
			    <object type="Cache" cpuset="0x3" cache_size="16" depth="1" cache_type="1"/>
			    <object type="Cache" cpuset="0x3" cache_size="16" depth="1" cache_type="2">
			     <object type="Core" os_index="0" cpuset="0x3">
			      <object type="PU" os_index="0" cpuset="0x1"/><object type="PU" os_index="1" cpuset="0x2"/>
			     </object></object></object></object></object>
			 <object type="NUMANode" os_index="1" cpuset="0xc" local_memory="2048">
			  <object type="Core" os_index="0" cpuset="0x4"><object type="PU" os_index="2" cpuset="0x4"/></object>
			  <object type="Core" os_index="1" cpuset="0x8"><object type="PU" os_index="3" cpuset="0x8"/></object>
			 </object>
			 <object type="NUMANode" os_index="2" cpuset="0x0" local_memory="4096"/>
			</object></topology>""";

	@Test
	void xml_ofHwloc1_movesMemoryToTheSides() {
		Hardware hardware = HwlocXmlReader.read(OLD);

		assertThat(hardware.allowed()).isEqualTo(bits(0, 1, 2));
		assertThat(kinds(hardware.machine())).containsExactly("Machine", "NUMANode 2", "Package", "NUMANode 0", "L2Cache", "L1Cache", "Core",
				"PU", "PU", "Group", "NUMANode 1", "Core", "PU", "Core", "PU");
		assertThat(memory(hardware.machine())).containsExactly(4096L, 1024L, 2048L);
		assertThat(hardware.machine().children().get(0).children().get(0).cache()).isEqualTo(new Cache(64, 32, 0, false));
	}

	@Test
	void xml_ofHwloc1WithoutNodes_givesTheMachineItsMemory() {
		Hardware hardware = HwlocXmlReader.read("""
				<topology><object type="Machine" os_index="0" cpuset="0x1" local_memory="5">
				<object type="PU" os_index="0" cpuset="0x1"/></object></topology>""");

		assertThat(memory(hardware.machine())).containsExactly(5L);
	}

	@Test
	void xml_ofHwloc1WithMemoryAsTheRoot_isAMachine() {
		Hardware hardware = HwlocXmlReader.read("""
				<topology version="1.11"><object type="NUMANode" os_index="3" cpuset="0x1" local_memory="7">
				<object type="PU" os_index="0" cpuset="0x1"/></object></topology>""");

		assertThat(kinds(hardware.machine())).containsExactly("Machine", "NUMANode 3", "PU");
		assertThat(memory(hardware.machine())).containsExactly(7L);
	}

	@Test
	void xml_properties_areKeptButForTheNameOfTheNode() {
		Hardware hardware = HwlocXmlReader.read("""
				<topology version="2.0"><object type="Machine" os_index="0" cpuset="0x1">
				<info name="OSName" value="Linux"/><info name="HostName" value="secret"/>
				<object type="Die" os_index="0" cpuset="0x1"><info name="a" value="b"/><object type="PU" os_index="0" cpuset="0x1"/></object>
				</object></topology>""");

		assertThat(hardware.machine().properties()).containsExactly(new Property("OSName", "Linux"));
		assertThat(hardware.machine().children().get(0)).extracting(HardwareObject::kind, HardwareObject::properties).containsExactly("Die",
				List.of(new Property("a", "b")));
	}

	@Test
	void xml_devicesAndUnknownPieces_areLeftOut() {
		Hardware hardware = HwlocXmlReader.read("""
				<topology version="2.0"><object type="Machine" os_index="0" cpuset="0x1,0x3">
				<object type="Bridge"><object type="PCIDev"/></object>
				<object type="L1iCache" cpuset="0x3"><object type="PU" os_index="0" cpuset="0x1"/></object>
				<object type="PU" os_index="32" cpuset="0x1,0x0"/></object></topology>""");

		assertThat(kinds(hardware.machine())).containsExactly("Machine", "PU", "PU");
		assertThat(hardware.machine().processors()).isEqualTo(bits(0, 1, 32));
	}

	@ParameterizedTest
	@ValueSource(strings = { "package:2 l3:2 core:4 pu:2", "package:2 numa:2 l3:1 l2:2 l1:1 core:1 pu:2", "numa:2 core:4 pu:1",
			"package:2 [numa] [numa] core:2 pu:1", "group:2 package:1 pu:3", "package:1 core:2 pu:2(indexes=0,2,1,3)" })
	void words_writtenAsXml_areReadAgain(String words) {
		HardwareObject machine = SyntheticHardware.parse(words);

		Hardware read = HwlocXmlReader.read(HwlocXml.of(machine, "node"));

		assertThat(kinds(read.machine())).isEqualTo(kinds(machine));
		assertThat(read.allowed()).isEqualTo(machine.processors());
	}

	@Test
	void words_makeAllPieces() {
		assertThat(kinds(SyntheticHardware.parse("package:2 [numa] core:1 pu:2(indexes=0,2,1,3)"))).containsExactly("Machine", "Package",
				"NUMANode 0", "Core", "PU", "PU", "Package", "NUMANode 1", "Core", "PU", "PU");
		assertThat(kinds(SyntheticHardware.parse("pu:1"))).containsExactly("Machine", "NUMANode 0", "PU");
		assertThat(SyntheticHardware.parse("core:2 pu:2(indexes=0,2,1,3)").children().get(0).processors()).isEqualTo(bits(0, 2));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "core:2|must end with pu:N", "pu:2 core:1|something inside a processor",
			"moon:2 pu:1|'moon:2' in hardware 'moon:2 pu:1' must be KIND:N", "core:0 pu:1|must be KIND:N", "core pu:1|must be KIND:N",
			"core:99999 pu:9|more than 32768 processors", "machine:2 pu:1|more than one machine", "core:2 pu:1(indexes=0)|numbers 1 processors",
			"core:2 pu:1(indexes=0,0)|numbers 2 processors", "pu:2(indexes=a,b)|must list the numbers of all processors" })
	void words_wrong_areRefused(String words, String message) {
		assertThatThrownBy(() -> SyntheticHardware.parse(words)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
	}

	/** hwloc 3 describes the machine outside of its objects; a file of its tests has this form, which hwloc 2.12 of prterun reads, too. */
	@Test
	void xml_ofHwloc3_isReadWithTheFactsBehindTheObjects() {
		HwlocXmlReader.Hardware hardware = HwlocXmlReader.read("""
				<topology version="3.0"><object type="Machine" os_index="0" cpuset="0x3" allowed_cpuset="0x3">
				<info name="DMISysVendor" value="QEMU"/>
				<object type="Package" os_index="0" cpuset="0x3"><object type="NUMANode" os_index="0" cpuset="0x3" local_memory="1024"/>
				<object type="L1Cache" cpuset="0x1" cache_size="32768" depth="1" cache_type="1"><object type="L1iCache" cpuset="0x1" cache_type="2">
				<object type="Core" os_index="0" cpuset="0x1"><object type="PU" os_index="0" cpuset="0x1"/></object></object></object>
				<object type="Core" os_index="1" cpuset="0x2"><object type="PU" os_index="1" cpuset="0x2"/></object></object></object>
				<support name="discovery.pu"/><info name="Backend" value="Linux"/><info name="HostName" value="efi"/></topology>
				""");

		assertThat(hardware.machine().properties()).extracting(HardwareObject.Property::name).containsExactly("DMISysVendor", "Backend");
		assertThat(hardware.allowed().cardinality()).isEqualTo(2);
		assertThat(kinds(hardware.machine())).contains("PU", "NUMANode 0").doesNotContain("L1iCache");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "<x|malformed XML", "<topology/>|it has no machine",
			"<topology version=\"4.0\"/>|only the formats of hwloc 1, 2 and 3 are supported, not version 4.0",
			"<topology version=\"2.0\"><object type=\"Core\" cpuset=\"0x1\"/></topology>|its first object must be a Machine, not 'Core'",
			"<topology version=\"2.0\"><object type=\"Machine\" cpuset=\"0x0\"/></topology>|no processor that may be used",
			"<topology version=\"2.0\"><object type=\"Machine\" cpuset=\"moon\"/></topology>|'moon' is not a set of processors",
			"<topology version=\"2.0\"><object type=\"Machine\" cpuset=\"1\" os_index=\"x\"/></topology>|os_index must be a number",
			"<topology version=\"2.0\"><object type=\"Machine\" cpuset=\"1\"><object type=\"PU\" os_index=\"x\" cpuset=\"1\"/></object></topology>"
					+ "|os_index must be a number, not 'x'",
			"<topology><object type=\"Machine\" cpuset=\"1\"/><object type=\"Machine\" cpuset=\"1\"/></topology>|one too many" })
	void xml_wrong_isRefused(String xml, String message) {
		assertThatThrownBy(() -> HwlocXmlReader.read(xml)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
	}

	@Test
	void xml_externalEntity_isNotRead() {
		assertThatThrownBy(() -> HwlocXmlReader
				.read("<!DOCTYPE t [<!ENTITY e SYSTEM \"file:/etc/passwd\">]><topology version=\"2.0\">&e;</topology>"))
				.isInstanceOf(IllegalArgumentException.class);
	}

	private static List<String> kinds(HardwareObject machine) {
		List<String> kinds = new ArrayList<>();
		machine.forEach(object -> kinds.add(object.type() == Type.NUMA ? "NUMANode " + object.number() : object.kind()));
		return kinds;
	}

	private static List<Long> memory(HardwareObject machine) {
		List<Long> memory = new ArrayList<>();
		machine.forEach(object -> {
			if (object.type() == Type.NUMA) {
				memory.add(object.memory());
			}
		});
		return memory;
	}

	private static BitSet bits(int... numbers) {
		BitSet bits = new BitSet();
		for (int number : numbers) {
			bits.set(number);
		}
		return bits;
	}
}
