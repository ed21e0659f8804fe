// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.topology.HwlocXml;
import org.pmix4j.host.internal.topology.SyntheticHardware;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Compares maps of random jobs on simulated nodes with those of PRRTE of Debian 13, byte by byte but for names. */
class PrrteMapTest {
	private static final int JOBS = 8;
	private static final List<String> HARDWARE = List.of("package:2 l3:2 core:4 pu:2", "package:2 core:4 pu:1", "node:2 package:1 core:4 pu:2",
			"package:1 l3:2 l2:2 core:2 pu:2");
	private static final List<String> MAPPINGS = List.of("slot", "node", "core", "hwthread", "l3cache", "numa", "package");
	private static final List<String> QUALIFIERS = List.of("", "", ":span", ":oversubscribe", ":hwtcpus");
	private static final List<String> RANKINGS = List.of("", "", "slot", "fill", "span");
	private static final List<String> BINDINGS = List.of("", "", "core", "numa", "package", "none", "core:overload-allowed");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void map_randomJobs_areThoseOfPrrte(@TempDir Path folder) throws Exception {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		for (int job = 0; job < JOBS; job++) {
			String hardware = any(HARDWARE, random);
			String nodes = Integer.toString(1 + random.nextInt(3));
			String slots = any(List.of("4", "8", "16"), random);
			List<String> options = options(random);
			Path xml = Files.writeString(folder.resolve("hardware.xml"), HwlocXml.of(SyntheticHardware.parse(hardware), "simulated"));
			List<Object> words = new ArrayList<>(List.of("--simulate", nodes + "*nodeA:slots=" + slots + ":" + hardware));
			words.addAll(options);
			Outcome own = pmix4j.run(words.toArray()).finish();

			assertThat(own.exitCode() == 0 ? anonymous(own.text()) : "").as("seed %d, hardware %s, %s nodes with %s slots, options %s: %s", seed,
					hardware, nodes, slots, options, own.errors()).isEqualTo(prterun(xml, nodes, slots, options));
		}
	}

	private static List<String> options(Random random) {
		List<String> options = new ArrayList<>(List.of("-n", Integer.toString(1 + random.nextInt(18)), "--display", "map", "--map-by",
				any(MAPPINGS, random) + any(QUALIFIERS, random)));
		String ranking = any(RANKINGS, random);
		String binding = any(BINDINGS, random);
		if (!ranking.isEmpty()) {
			options.addAll(List.of("--rank-by", ranking));
		}
		if (!binding.isEmpty()) {
			options.addAll(List.of("--bind-to", binding));
		}
		options.add("true");
		return options;
	}

	private static <T> T any(List<T> list, Random random) {
		return list.get(random.nextInt(list.size()));
	}

	/** Returns the map of PRRTE; empty if it refuses the job. */
	private static String prterun(Path xml, String nodes, String slots, List<String> options) throws Exception {
		List<String> command = new ArrayList<>(List.of("prterun", "--allow-run-as-root", "--prtemca", "ras", "simulator", "--prtemca",
				"ras_simulator_num_nodes", nodes, "--prtemca", "ras_simulator_slots", slots, "--prtemca", "ras_simulator_max_slots", "0",
				"--prtemca", "hwloc_use_topo_file", xml.toString(), "--runtime-options", "donotlaunch"));
		command.addAll(options);
		Process process = new ProcessBuilder(Peers.trixie(command)).redirectError(ProcessBuilder.Redirect.DISCARD)
				.redirectInput(new File("/dev/null")).start();
		String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return process.waitFor() == 0 ? anonymous(text) : "";
	}

	private static String anonymous(String map) {
		return map.replaceAll("\\S+@1\\b", "JOB");
	}
}
