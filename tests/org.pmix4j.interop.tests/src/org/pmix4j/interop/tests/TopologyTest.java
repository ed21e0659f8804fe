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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.internal.topology.HardwareObject;
import org.pmix4j.host.internal.topology.HardwareReader;
import org.pmix4j.host.internal.topology.HwlocXml;
import org.pmix4j.testkit.Peers;

/** Compares our description of hardware with hwloc's, for this machine and others. */
class TopologyTest {
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

	@Test
	void machine_partlyUnusable_isNotDescribed() throws IOException {
		FakeMachine.write(scratch, 1, 1, 4, 1, true);
		Files.writeString(scratch.resolve("proc/self/status"), "Cpus_allowed_list:\t0-2\nMems_allowed_list:\t0\n");

		assertThat(HardwareReader.read(scratch)).isEmpty();
	}

	@Test
	void machine_withAFabric_isNotDescribed() throws IOException {
		FakeMachine.write(scratch, 1, 1, 4, 1, true);
		Files.createDirectories(scratch.resolve("sys/class/infiniband/mlx5_0"));

		assertThat(HardwareReader.read(scratch)).isEmpty();
	}
}
