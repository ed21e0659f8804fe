// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HardwareReader;
import org.pmix4j.placement.internal.topology.HwlocXml;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Compares our description of hardware with hwloc's, for this machine and others. */
class TopologyTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	@TempDir
	private Path scratch;

	private List<String> hwloc(Map<String, String> environment, String... arguments) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(Peers.c("hwloc_tree").toString());
		builder.command().addAll(List.of(arguments));
		builder.environment().putAll(environment);
		Process process = builder.redirectErrorStream(true).start();
		return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
	}

	private List<String> ours(HardwareObject machine) throws IOException {
		Path xml = Files.writeString(scratch.resolve("ours.xml"), HwlocXml.of(machine, "<\"host\" & co>"));
		return hwloc(Map.of(), xml.toString());
	}

	/** There is no description if this process may use only part of the machine. */
	@Test
	void thisMachine_description_matchesHwloc() throws IOException {
		List<String> theirs = hwloc(KernelTopology.environment());
		String usable = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith("Cpus_allowed_list:"))
				.findFirst().orElseThrow();
		Optional<HardwareObject> machine = HardwareReader.read();

		if (usable.endsWith("\t" + Files.readString(Path.of("/sys/devices/system/cpu/online")).strip())) {
			assertThat(ours(machine.orElseThrow())).isEqualTo(theirs).anyMatch(line -> line.startsWith("PU "));
		} else {
			assertThat(machine).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource({ "1,1,4,1,true", "1,1,4,2,true", "2,1,2,2,true", "2,1,4,1,false", "1,2,2,2,true", "2,2,4,2,true", "1,1,1,1,false" })
	void otherMachine_description_matchesHwloc(int packages, int nodes, int cores, int threads, boolean caches) throws IOException {
		Path root = scratch.resolve("machine");
		FakeMachine.write(root, packages, nodes, cores, threads, caches);
		List<String> theirs = hwloc(Map.of("HWLOC_FSROOT", root.toString(), "HWLOC_COMPONENTS", "linux,stop"));

		assertThat(theirs).filteredOn(line -> line.startsWith("PU ")).hasSize(packages * nodes * cores * threads);
		assertThat(ours(HardwareReader.read(root).orElseThrow())).isEqualTo(theirs);
	}

	/** hwloc reads cards of this machine only, so what it reads in our description is compared with what it would find there. */
	@Test
	void otherMachine_cards_areBehindTheirBridges() throws IOException {
		FakeMachine.write(scratch, 2, 1, 2, 1, true);
		FakeMachine.addCard(scratch, "pci0000:00/0000:00:03.0", "0-3", "0xffff00", "");
		FakeMachine.addCard(scratch, "pci0000:00/0000:00:02.0", "0-3", "0x010000", "block/vda");
		FakeMachine.addCard(scratch, "pci0000:80/0000:80:1c.0/0000:83:00.0", "2-3", "0x020000", "net/eth0");
		FakeMachine.addCard(scratch, "pci0000:80/0000:80:1d.0/0000:84:00.0", "2-3", "0x0c0330", "");
		FakeMachine.addDevice(scratch, scratch.resolve("sys/devices/virtual/net/lo"), "net/lo");

		assertThat(ours(HardwareReader.read(scratch).orElseThrow())).filteredOn(line -> line.contains("Dev "))
				.containsExactlyInAnyOrder(
						"PCIDev 0000:00:02.0 0100 8086:1533 0000:0000 03 behind bridge 0-1 0000:[00-00] depth 0 at depth 0 number 0",
						"PCIDev 0000:83:00.0 0200 8086:1533 0000:0000 03 behind bridge 1-1 0000:[83-83] depth 1"
								+ " behind bridge 0-1 0000:[80-83] depth 0 at depth 1 number 1",
						"OSDev vda 0 Size=2048 on 00:02.0 behind bridge 0-1 0000:[00-00] depth 0 at depth 0 number 0",
						"OSDev eth0 2 Address=02:00:00:00:00:07 on 83:00.0 behind bridge 1-1 0000:[83-83] depth 1"
								+ " behind bridge 0-1 0000:[80-83] depth 0 at depth 1 number 1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "sys/devices/platform/mmc0/block/mmcblk0", "sys/devices/pci0000:00/0000:00:04.0/usb1/net/usb0" })
	void machine_withADeviceOnNoCard_isNotDescribed(String folder) throws IOException {
		FakeMachine.write(scratch, 1, 1, 4, 1, true);
		Path device = scratch.resolve(folder);
		FakeMachine.addDevice(scratch, device, device.getParent().getFileName() + "/" + device.getFileName());

		assertThat(HardwareReader.read(scratch)).isEmpty();
	}

	@Test
	void machine_withCardsNextToHalfACore_isNotDescribed() throws IOException {
		FakeMachine.write(scratch, 1, 1, 4, 1, true);
		FakeMachine.addCard(scratch, "pci0000:00/0000:00:02.0", "1-3", "0x010000", "block/vda");

		assertThat(HardwareReader.read(scratch)).isEmpty();
	}

	/** From 8 ranks on, the ranks read the hardware from the server's description; fewer ranks discover it themselves, from the same files. */
	@Test
	void distances_ofManyRanks_areThoseOfOne() {
		List<String> one = distances(1);
		assertThat(one).hasSize(1);
		assertThat(distances(8)).isEqualTo(one);
	}

	private List<String> distances(int ranks) {
		Launcher launcher = pmix4j.run("--bind-to", "none", "-n", ranks, Peers.c("pmix_distances"));
		KernelTopology.environment().forEach(launcher::with);
		Outcome outcome = launcher.finish();
		outcome.requirePeers("pmix_distances", ranks);
		return outcome.lines().stream().filter(line -> line.contains("distances:")).distinct().toList();
	}

	@Test
	void machine_partlyUnusable_isNotDescribed() throws IOException {
		FakeMachine.write(scratch, 1, 1, 4, 1, true);
		Files.writeString(scratch.resolve("proc/self/status"), "Cpus_allowed_list:\t0-2\nMems_allowed_list:\t0\n");

		assertThat(HardwareReader.read(scratch)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "infiniband/mlx5_0", "drm/card0", "drm/renderD128" })
	void machine_withAFabricOrGraphics_isNotDescribed(String card) throws IOException {
		FakeMachine.write(scratch, 1, 1, 4, 1, true);
		Files.createDirectories(scratch.resolve("sys/class").resolve(card));

		assertThat(HardwareReader.read(scratch)).isEmpty();
	}
}
