// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HwlocXml;
import org.pmix4j.placement.internal.topology.SyntheticHardware;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/**
 * Compares what is shown of random jobs on simulated nodes with the texts of PRRTE of Debian 13, byte by byte but for names. Each run draws
 * the same jobs, which contain every hardware, mapping and display at least once. The system property {@value #SEED} draws others, as many
 * as the property {@value #JOBS} says: {@code -Dtest.jvm.limits="-Dpmix4j.maps.seed=2 -Dpmix4j.maps.jobs=300"}. A difference is mended or
 * becomes a row of {@code docs/placement.md}.
 */
class PrrteMapTest {
	private static final String SEED = "pmix4j.maps.seed";
	private static final String JOBS = "pmix4j.maps.jobs";
	private static final List<String> HARDWARE = List.of("package:2 l3:2 core:4 pu:2", "package:2 core:4 pu:1", "node:2 package:1 core:4 pu:2",
			"package:1 l3:2 l2:2 core:2 pu:2", "package:8 core:1 pu:4", "package:10 core:2 pu:2", "package:2 numa:4 core:2 pu:4",
			"package:1 core:2 pu:8", "package:3 l2:2 core:1 pu:8", "package:2 [numa] [numa] l3:2 core:2 pu:2",
			"package:2 core:3 pu:2(indexes=0,6,1,7,2,8,3,9,4,10,5,11)");
	private static final List<String> MAPPINGS = List.of("slot", "node", "core", "hwthread", "l3cache", "numa", "package", "ppr:1:package",
			"ppr:1:node", "pe-list=0,2", "pe-list=0-3", "rankfile:file=ranks", "seq:file=sequence");
	private static final List<String> QUALIFIERS = List.of("", "", "", ":span", ":oversubscribe", ":nooversubscribe", ":hwtcpus", ":corecpus",
			":pe=2");
	private static final List<String> RANKINGS = List.of("", "", "", "slot", "fill");
	private static final List<String> BINDINGS = List.of("", "", "core", "hwthread", "numa", "package", "none", "core:overload-allowed",
			"core:if-supported");
	private static final List<String> DISPLAYS = List.of("map", "map-devel", "map:parseable", "cpus", "topo=nodeA0", "bind");

	/** The exit code of PRRTE if it frees something twice after it has shown the map, as with some lists of processors. */
	private static final int ABORTED = 134;
	private static final Pattern RANK = Pattern.compile("Data for proc:|<rank |Process rank:");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir(factory = PlainNames.class)
	Path folder;

	/** Makes folders without a dash in their names, which PRRTE refuses in the names of files. */
	static final class PlainNames implements TempDirFactory {
		@Override
		public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
			return Files.createTempDirectory("maps");
		}
	}

	@Test
	void map_randomJobs_areThoseOfPrrte() throws Exception {
		long seed = Long.getLong(SEED, 1);
		int jobs = Integer.getInteger(JOBS, MAPPINGS.size());
		Random random = new Random(seed);
		Pool hardware = new Pool(HARDWARE, random);
		Pool mappings = new Pool(MAPPINGS, random);
		Pool displays = new Pool(DISPLAYS, random);
		for (int job = 0; job < jobs; job++) {
			int nodes = 1 + random.nextInt(3);
			int slots = any(List.of(4, 8, 16), random);
			Path xml = Files.writeString(folder.resolve("hardware.xml"), restricted(hardware.next(), random));
			// at most as many ranks as lines, and as many on a node as slots, as PRRTE drops the others silently
			int ranks = 1 + random.nextInt(4 * nodes);
			writeFiles(nodes, ranks);
			List<String> options = options(ranks, displays.next(), mappings.next(), random);
			List<Object> words = new ArrayList<>(List.of("--do-not-launch", "--simulate", nodes + "*nodeA:slots=" + slots + ":" + xml));
			words.addAll(options);
			Outcome own = pmix4j.run(words.toArray()).finish();

			String map = prterun(xml, nodes, slots, options);
			assertThat(own.exitCode() == 0 ? anonymous(own.text()) : "")
					.as("seed %d, job %d, hardware %s, %d nodes with %d slots, options %s: %s", seed, job, Files.readString(xml), nodes, slots,
							options, own.errors())
					.isEqualTo(count(map) < ranks ? "" : map);
		}
	}

	/** Elements in a random order, each once before one comes again. */
	private static final class Pool {
		private final List<String> all;
		private final Random random;
		private final List<String> left = new ArrayList<>();

		Pool(List<String> all, Random random) {
			this.all = all;
			this.random = random;
		}

		String next() {
			if (left.isEmpty()) {
				left.addAll(all);
			}
			return left.remove(random.nextInt(left.size()));
		}
	}

	/** Returns the XML of hardware of which a few processors may not be used. */
	private static String restricted(String words, Random random) {
		HardwareObject machine = SyntheticHardware.parse(words);
		String xml = HwlocXml.of(machine, "simulated");
		if (random.nextInt(3) > 0) {
			return xml;
		}
		int mask = 1 | (int) (random.nextInt() & (1L << Math.min(31, machine.processors().cardinality())) - 1);
		return xml.replaceFirst("allowed_cpuset=\"[^\"]*\"", String.format("allowed_cpuset=\"0x%08x\"", mask));
	}

	/** Writes a sequence with as many lines as ranks, and a rank file with a processor of its own for each rank. */
	private void writeFiles(int nodes, int ranks) throws IOException {
		StringBuilder sequence = new StringBuilder();
		StringBuilder file = new StringBuilder();
		for (int rank = 0; rank < ranks; rank++) {
			sequence.append("nodeA").append(rank % nodes).append('\n');
			file.append("rank ").append(rank).append("=+n").append(rank % nodes).append(" slot=").append(rank / nodes).append('\n');
		}
		Files.writeString(folder.resolve("sequence"), sequence);
		Files.writeString(folder.resolve("ranks"), file);
	}

	private List<String> options(int ranks, String display, String drawnMapping, Random random) {
		String mapping = drawnMapping.replace("file=", "file=" + folder + "/");
		String drawn = any(QUALIFIERS, random);
		// a contradiction that PRRTE ignores
		boolean contradicts = mapping.equals("hwthread") && drawn.equals(":corecpus");
		String qualifier = mapping.startsWith("ppr") || contradicts ? "" : drawn;
		List<String> options = new ArrayList<>(List.of("-n", Integer.toString(ranks), "--display", display, "--map-by",
				mapping + qualifier));
		String ranking = any(RANKINGS, random);
		// PRRTE binds to empty sets where several processors are wanted of a piece that has none left
		String binding = qualifier.startsWith(":pe=") ? "" : any(BINDINGS, random);
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
	private static String prterun(Path xml, int nodes, int slots, List<String> options) throws Exception {
		List<String> command = new ArrayList<>(List.of("prterun", "--allow-run-as-root", "--prtemca", "ras", "simulator", "--prtemca",
				"ras_simulator_num_nodes", Integer.toString(nodes), "--prtemca", "ras_simulator_slots", Integer.toString(slots),
				"--prtemca", "ras_simulator_max_slots", "0", "--prtemca", "hwloc_use_topo_file", xml.toString(), "--runtime-options", "donotlaunch"));
		command.addAll(options);
		Process process = new ProcessBuilder(Peers.trixie(command)).redirectError(ProcessBuilder.Redirect.DISCARD)
				.redirectInput(new File("/dev/null")).start();
		String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		int code = process.waitFor();
		return code == 0 || code == ABORTED ? anonymous(text) : "";
	}

	/** Counts the ranks of a map: PRRTE drops those of a sequence for which a node has no slot or processor; such a job is refused here. */
	private static long count(String map) {
		return RANK.matcher(map).results().count();
	}

	private static String anonymous(String map) {
		return map.replaceAll("[^\\s\\[]+@([01])\\b", "JOB$1").strip();
	}
}
