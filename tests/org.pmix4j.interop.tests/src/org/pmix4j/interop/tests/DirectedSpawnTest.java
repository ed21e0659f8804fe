// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests directives of PMIx_Spawn, each required by a C program, and the output of the spawned job. */
class DirectedSpawnTest {
	private static final String SCRIPT = "echo out; echo err >&2";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	@TempDir
	private Path files;

	/** Spawns with directives, each given as key, type and value. */
	private Outcome spawn(Object... directives) {
		return spawnScript(SCRIPT, directives);
	}

	/** Leaves all processors to the spawned job. */
	private Outcome spawnScript(String script, Object... directives) {
		Stream<Object> arguments = Stream.concat(Stream.of("-n", 1, "--bind-to", "none", Peers.c("pmix_spawn_with"), script),
				Stream.of(directives));
		return pmix4j.run(arguments.toArray()).finish().requireExit(0);
	}

	private static void requireGood(Outcome outcome) {
		assertThat(outcome.lines()).containsSubsequence("spawn 0", "end 0 0");
	}

	private static String key(String name) {
		return KnownAttributes.byName(name).orElseThrow().key();
	}

	@ParameterizedTest
	@CsvSource({ "PMIX_IOF_TAG_FULLNAME_OUTPUT,'\\[.*@2,0\\]<stdout>: out'", "PMIX_IOF_TAG_OUTPUT,'\\[2,0\\]<stdout>: out'",
			"PMIX_TAG_OUTPUT,'\\[2,0\\]<stdout>: out'", "PMIX_IOF_RANK_OUTPUT,'\\[0\\]<stdout>: out'",
			"PMIX_IOF_TIMESTAMP_OUTPUT,'\\[\\w+ \\w+ +\\d+ [\\d:]+ \\d+\\]<stdout>: out'",
			"PMIX_IOF_XML_OUTPUT,'<stdout rank=\"0\">out&#010;</stdout>'", "PMIX_IOF_OUTPUT_RAW,out" })
	void output_ofSpawnedJob_hasRequestedFormat(String name, String line) {
		Outcome outcome = spawn(key(name), "bool", "true");

		requireGood(outcome);
		assertThat(outcome.lines()).anyMatch(found -> found.matches(line));
	}

	/** Returns the written files by their names without the namespace. */
	private Map<String, String> written() throws IOException {
		Map<String, String> found = new TreeMap<>();
		try (Stream<Path> all = Files.walk(files)) {
			for (Path file : all.filter(Files::isRegularFile).toList()) {
				found.put(files.relativize(file).toString().replaceFirst("p4j-[^/.]*@2", "JOB"), Files.readString(file));
			}
		}
		return found;
	}

	private void requireFiles(Outcome outcome, boolean alsoPrinted, String out, String err) throws IOException {
		requireGood(outcome);
		assertThat(outcome.lines().contains("out")).isEqualTo(alsoPrinted);
		assertThat(outcome.errorLines().contains("err")).isEqualTo(alsoPrinted);
		assertThat(written()).isEqualTo(Map.of(out, "out\n", err, "err\n"));
	}

	@Test
	void output_toFiles_isAlsoPrinted() throws IOException {
		for (Attribute<String> name : List.of(IofAttributes.IOF_OUTPUT_TO_FILE, IofAttributes.OUTPUT_TO_FILE)) {
			requireFiles(spawn(name.key(), "string", files.resolve("f")), true, "f.JOB.0.out", "f.JOB.0.err");
			clear();
		}
	}

	@Test
	void output_toDirectory_isAlsoPrinted() throws IOException {
		for (Attribute<String> name : List.of(IofAttributes.IOF_OUTPUT_TO_DIRECTORY, IofAttributes.OUTPUT_TO_DIRECTORY)) {
			requireFiles(spawn(name.key(), "string", files.resolve("d")), true, "d/JOB/rank.0/stdout", "d/JOB/rank.0/stderr");
			clear();
		}
	}

	@Test
	void output_toFilesOnly_isNotPrinted() throws IOException {
		for (Attribute<Boolean> alone : List.of(IofAttributes.IOF_FILE_ONLY, IofAttributes.OUTPUT_NOCOPY)) {
			requireFiles(spawn(IofAttributes.IOF_OUTPUT_TO_FILE.key(), "string", files.resolve("f"), alone.key(), "bool", "true"), false,
					"f.JOB.0.out", "f.JOB.0.err");
			clear();
		}
	}

	@Test
	void output_toFilePattern_isWritten() throws IOException {
		requireFiles(spawn(IofAttributes.IOF_OUTPUT_TO_FILE.key(), "string", files.resolve("p-%R"), IofAttributes.IOF_FILE_PATTERN.key(), "bool",
				"true"), true, "p-0.out", "p-0.err");
	}

	private void clear() throws IOException {
		try (Stream<Path> all = Files.walk(files)) {
			for (Path file : all.filter(Files::isRegularFile).toList()) {
				Files.delete(file);
			}
		}
	}

	@Test
	void hosts_added_mustBeThisNode() {
		requireGood(spawn(SpawnAttributes.ADD_HOST.key(), "string", "localhost"));
		assertThat(spawn(SpawnAttributes.ADD_HOST.key(), "string", "another.example.org").lines()).contains(
				"spawn " + Status.ERR_JOB_ALLOC_FAILED.code());
		assertThat(spawn(SpawnAttributes.ADD_HOSTFILE.key(), "string", "/nowhere/hosts").lines()).contains(
				"spawn " + Status.ERR_JOB_ALLOC_FAILED.code());
	}

	@Test
	void startTimeout_inTime_hasNoEffect() {
		requireGood(spawn(SpawnAttributes.SPAWN_TIMEOUT.key(), "int", 30));
	}

	@Test
	void directives_withoutEffect_areAcceptedEvenIfRequired() {
		requireGood(spawn(IdentityAttributes.REQUESTOR_IS_CLIENT.key(), "bool", "true", SpawnAttributes.PERSONALITY.key(), "string", "ompi",
				SpawnAttributes.WDIR_USER_SPECIFIED.key(), "bool", "true", SpawnAttributes.ENVARS_HARVESTED.key(), "bool", "true",
				SpawnAttributes.FWD_ENVIRONMENT.key(), "bool", "true"));
		requireGood(spawn(DebuggerAttributes.DEBUG_TARGET.key(), "proc", "other", IofAttributes.IOF_REDIRECT.key(), "bool", "true",
				SpawnAttributes.NON_PMI.key(), "bool", "true", SpawnAttributes.AGGREGATE_HELP.key(), "bool", "true",
				SpawnAttributes.NOTIFY_PROC_ABNORMAL_TERMINATION.key(), "bool", "true"));
	}

	@Test
	void environment_notForwarded_isNotInherited() {
		String script = "echo ${SPAWNERS_OWN-none} ${PATH:+path} $PMIX_RANK";
		String[] words = { "pmix.fwdenv", "bool", "false" };

		assertThat(pmix4j.run("-n", 1, "-x", "SPAWNERS_OWN=1", Peers.c("pmix_spawn_with"), script, words[0], words[1], words[2]).finish()
				.requireExit(0).lines()).contains("none path 0", "end 0 0");
		assertThat(pmix4j.run("-n", 1, "-x", "SPAWNERS_OWN=1", Peers.c("pmix_spawn_with"), script).finish().requireExit(0).lines())
				.contains("1 path 0", "end 0 0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--fwd-environment=false", "--runtime-options=fwd-environment=0" })
	void run_environmentNotForwarded_isNotInherited(String option) {
		assertThat(pmix4j.run(option, "-n", 1, "-x", "GIVEN=2", "/bin/sh", "-c", "echo ${OUTER-none} $GIVEN ${PATH:+path} $PMIX_RANK")
				.with("OUTER", "1").finish().requireExit(0).lines()).containsExactly("none 2 path 0");
	}

	@Test
	void processors_givenByListOrNumber_bindTheRanks() throws IOException {
		String last = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith("Cpus_allowed_list:"))
				.map(line -> line.replaceFirst(".*\\D", "")).findFirst().orElseThrow();

		assertThat(spawnScript("grep Cpus_allowed_list: /proc/self/status", SpawnAttributes.CPU_LIST.key(), "string", last).lines())
				.contains("Cpus_allowed_list:\t" + last, "end 0 0");
		assertThat(spawnScript("nproc", SpawnAttributes.CPUS_PER_PROC.key(), "uint32", 2).lines()).contains("2", "end 0 0");
	}

	@Test
	void terminal_requested_isStandardOutput() {
		assertThat(spawnScript("test -t 1 && echo terminal", SpawnAttributes.SPAWN_PTY.key(), "bool", "true").lines()).contains("terminal",
				"end 0 0");
	}

	@Test
	void hardware_displayed_isThatOfTheNamedNodes() {
		String here = spawnScript("echo node=$(uname -n)").lines().stream().filter(line -> line.startsWith("node=")).findFirst().orElseThrow()
				.substring("node=".length());

		assertThat(spawn(SpawnAttributes.DISPLAY_TOPOLOGY.key(), "string", here).lines()).contains("TOPOLOGY FOR NODE " + here);
		assertThat(spawn(SpawnAttributes.DISPLAY_PROCESSORS.key(), "string", here).lines()).anyMatch(line -> line.startsWith("PKG[0]: "));
		assertThat(spawn(SpawnAttributes.DISPLAY_MAP.key(), "bool", "true", SpawnAttributes.DISPLAY_PARSEABLE_OUTPUT.key(), "bool", "true")
				.lines()).contains("<map>");
		assertThat(spawn(SpawnAttributes.DISPLAY_TOPOLOGY.key(), "string", "elsewhere").errorLines())
				.anyMatch(line -> line.endsWith("report of the hardware: node 'elsewhere' is not in this session"));
	}

	@ParameterizedTest
	@CsvSource({ "PMIX_PTY_TERMIO, bytes, termio", "PMIX_PTY_WSIZE, bytes, 12345678", "PMIX_GPU_SUPPORT, bool, true" })
	void directive_unsupported_isRefusedIfRequiredAndElseToldOnce(String name, String type, String value) {
		Outcome required = spawn(key(name), type, value);
		assertThat(required.lines()).contains("spawn " + Status.ERR_NOT_SUPPORTED.code());
		assertThat(required.errorLines()).containsOnlyOnce("pmix4j: spawn: " + name + " is required, but has no effect here");

		Outcome other = spawn("?" + key(name), type, value);
		requireGood(other);
		assertThat(other.errorLines()).containsOnlyOnce("pmix4j: spawn of job 2: " + name + " has no effect here");
	}
}
