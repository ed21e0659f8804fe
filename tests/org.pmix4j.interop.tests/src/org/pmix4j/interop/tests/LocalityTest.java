// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.placement.internal.topology.HardwareReader;
import org.pmix4j.placement.internal.topology.HwlocXml;
import org.pmix4j.server.internal.topology.NodeTopology;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** Compares localities and distances with those of libpmix, for random locations on machines of several shapes. */
class LocalityTest {
	private static final int QUESTIONS = 300;
	private static final List<String> WORDS = List.of("SK", "L3", "L2", "L1", "CR", "HT", "NM");
	private static final List<String> IDS = List.of("-", "-", "eth0", "ETH1", "ib0", "mlx5_0", "renderD128", "ipv4://00:11:22:33:44:55",
			"gpu://here::rsmi0", "nothing");
	private static final String DEVICES = """
			<object type="Bridge" gp_index="9%1$d0" bridge_type="0-1" depth="0" bridge_pci="0000:[%1$d0-%1$d7]">
			  <object type="PCIDev" gp_index="9%1$d1" pci_busid="0000:%1$d1:00.0" pci_type="0200 [8086:1521] [8086:0001] 01" pci_link_speed="0.0">
			    <object type="OSDev" gp_index="9%1$d2" name="eth%1$d" osdev_type="2"><info name="Address" value="00:11:22:33:44:5%1$d"/></object>
			    <object type="OSDev" gp_index="9%1$d3" name="ib%1$d" osdev_type="2">
			      <info name="Address" value="00:00:10:29:fe:80:00:00:00:00:00:00:b8:59:9f:03:00:d4:12:3%1$d"/></object>
			    <object type="OSDev" gp_index="9%1$d4" name="mlx5_%1$d" osdev_type="3">
			      <info name="NodeGUID" value="b859:9f03:00d4:123%1$d"/><info name="SysImageGUID" value="b859:9f03:00d4:1230"/></object>
			  </object>
			  <object type="PCIDev" gp_index="9%1$d5" pci_busid="0000:%1$d2:00.0" pci_type="0302 [10de:1db6] [10de:124a] a1" pci_link_speed="0.0">
			    <object type="OSDev" gp_index="9%1$d6" name="card%1$d" osdev_type="1"/>
			    <object type="OSDev" gp_index="9%1$d7" name="rsmi%1$d" osdev_type="1"/>
			    <object type="OSDev" gp_index="9%1$d8" name="sda%1$d" osdev_type="0"/>
			  </object>
			</object>
			""";

	private final Random random = new Random(20);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	/** Adds a set of devices next to the whole machine and one next to the first package. */
	private static String withDevices(String xml) {
		int first = xml.indexOf("</object>\n  <object type=\"Package\"");
		String inside = first < 0 ? xml : xml.substring(0, first) + DEVICES.formatted(1) + xml.substring(first);
		int last = inside.lastIndexOf("</object>");
		return inside.substring(0, last) + DEVICES.formatted(0) + inside.substring(last);
	}

	private static List<String> library(Path xml, List<String> questions, Path scratch) throws IOException {
		Path file = Files.write(scratch.resolve("questions"), questions);
		ProcessBuilder builder = new ProcessBuilder(Peers.c("pmix_locality").toString(), xml.toString());
		builder.environment().put("TMPDIR", scratch.toString());
		Process process = builder.redirectInput(file.toFile()).redirectError(scratch.resolve("err").toFile()).start();
		return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
	}

	private List<String> ask(String xml, List<String> questions) throws IOException {
		List<String> answers = library(Files.writeString(scratch.resolve("machine.xml"), xml), questions, scratch);
		assertThat(answers).as(() -> "answers of libpmix").hasSameSizeAs(questions);
		return answers;
	}

	private BitSet some(int processors) {
		BitSet set = new BitSet();
		int first = random.nextInt(processors);
		set.set(first, first + 1 + random.nextInt(Math.min(4, processors - first)));
		if (random.nextInt(3) == 0) {
			set.set(random.nextInt(processors));
		}
		return set;
	}

	private String words() {
		return WORDS.stream().filter(word -> random.nextInt(5) > 0).map(word -> word + CpuSet.of(some(16)).list())
				.collect(Collectors.joining(":", "hwloc:", ""));
	}

	@Test
	void relativeLocality_matchesTheLibrary() throws Exception {
		FakeMachine.write(scratch.resolve("fake"), 1, 1, 2, 1, true);
		List<String> questions = new ArrayList<>();
		for (int i = 0; i < QUESTIONS; i++) {
			questions.add("shared " + words() + " " + words());
		}

		List<String> answers = ask(HwlocXml.of(HardwareReader.read(scratch.resolve("fake")).orElseThrow(), "here"), questions);

		List<String> ours = new ArrayList<>();
		for (String question : questions) {
			String[] parts = question.split(" ");
			ours.add(Integer.toString(NodeTopology.relativeLocality(parts[1], parts[2]).bits()));
		}
		assertThat(ours).isEqualTo(answers);
		assertThat(answers.stream().distinct()).hasSizeGreaterThan(20);
	}

	@ParameterizedTest
	@CsvSource({ "1,1,4,1,true", "1,1,4,2,true", "2,1,2,2,true", "2,1,4,1,false", "1,2,2,2,true", "2,2,4,2,true", "1,1,1,1,false" })
	void localityAndDistances_matchTheLibrary(int packages, int nodes, int cores, int threads, boolean caches) throws Exception {
		Path fake = scratch.resolve("fake");
		FakeMachine.write(fake, packages, nodes, cores, threads, caches);
		String xml = withDevices(HwlocXml.of(HardwareReader.read(fake).orElseThrow(), "here"));
		List<String> questions = new ArrayList<>();
		for (int i = 0; i < QUESTIONS; i++) {
			String list = CpuSet.of(some(packages * nodes * cores * threads)).list();
			questions.add(i % 2 == 0 ? "locality " + list
					: "distances " + list + " " + random.nextInt(64) + " " + IDS.get(random.nextInt(IDS.size())));
		}

		List<String> answers = ask(xml, questions);

		NodeTopology node = NodeTopology.of(new Topology(xml, ByteObject.EMPTY));
		List<String> ours = new ArrayList<>();
		for (String question : questions) {
			ours.add(answer(node, question.split(" ")));
		}
		for (int i = 0; i < answers.size(); i++) {
			assertThat(ours.get(i)).as(questions.get(i)).isEqualTo(answers.get(i));
		}
		assertThat(answers).anyMatch(answer -> answer.contains("fab://")).anyMatch(answer -> answer.contains("gpu://here::rsmi0"));
	}

	/** The client then asks its server, which finds none either. */
	@Test
	void distances_ofAnUnknownDevice_areNotFound() throws IOException {
		Path fake = scratch.resolve("fake");
		FakeMachine.write(fake, 1, 1, 4, 2, true);
		Path xml = Files.writeString(scratch.resolve("machine.xml"), withDevices(HwlocXml.of(HardwareReader.read(fake).orElseThrow(), "here")));

		pmix4j.run("-n", 2, Peers.c("pmix_distances"), xml).finish().requirePeers("pmix_distances", 2);
	}

	private static String answer(NodeTopology node, String[] question) throws PmixException {
		CpuSet set = new CpuSet(question[1]);
		if (question[0].equals("locality")) {
			return node.localityString(set);
		}
		Infos infos = Infos.EMPTY;
		if (!question[2].equals("0")) {
			infos = infos.with(FabricAttributes.DEVICE_TYPE, DeviceType.of(Long.parseLong(question[2])));
		}
		if (!question[3].equals("-")) {
			infos = infos.with(FabricAttributes.DEVICE_ID, question[3]);
		}
		try {
			return node.distances(set, infos, "here").stream()
					.map(found -> String.join("/", found.uuid(), found.osName(), Long.toString(found.deviceType().bits()),
							Integer.toString(Short.toUnsignedInt(found.min())), Integer.toString(Short.toUnsignedInt(found.max()))))
					.collect(Collectors.joining(" "));
		} catch (PmixException e) {
			return "none";
		}
	}
}
