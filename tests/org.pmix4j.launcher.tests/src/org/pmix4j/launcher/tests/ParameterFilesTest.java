// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Compares the effect of files with parameters in a user's home with that under mpirun and prterun. */
class ParameterFilesTest {
	private static final String RANKS_AND_VARIABLES = "echo $FOO $A ${OMPI_COMM_WORLD_RANK:-$PMIX_RANK}";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	private void write(String name, String text) throws Exception {
		Path file = scratch.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, text.replace(';', '\n'));
	}

	private List<String> ofMpirun(Map<String, String> variables, List<String> words) throws Exception {
		List<String> command = new ArrayList<>(List.of("mpirun", "--allow-run-as-root"));
		command.addAll(words);
		return lines(new ProcessBuilder(command), variables);
	}

	private List<String> lines(ProcessBuilder builder, Map<String, String> variables) throws Exception {
		builder.environment().putAll(variables);
		Process process = builder.redirectError(scratch.resolve("errors").toFile()).start();
		process.getOutputStream().close();
		List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().sorted().toList();
		assertThat(process.waitFor()).as(Files.readString(scratch.resolve("errors"))).isZero();
		return lines;
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "rmaps_base_oversubscribe = 1 | -n 9",
			"foo;rmaps_base_oversubscribe = 1 | -n 9",
			"-x FOO=bar;orte_tag_output = 0 | -n 2", "mca_base_env_list = A=1 | -n 2",
			"-x FOO=bar | -n 1 -x FOO=given", "orte_output_filename = | -n 1",
			"rmaps_base_mapping_policy = socket;rmaps_base_mapping_policy = slot | -n 2" })
	void file_ofOpenMpi_actsAsUnderMpirun(String content, String options) throws Exception {
		write(".openmpi/mca-params.conf", content);
		List<String> words = new ArrayList<>(Arrays.asList(options.split(" ")));
		words.addAll(List.of("sh", "-c", RANKS_AND_VARIABLES));

		Outcome outcome = pmix4j.run(words.toArray()).with("HOME", scratch.toString()).finish().requireExit(0);

		assertThat(outcome.lines().stream().sorted())
				.isEqualTo(ofMpirun(Map.of("HOME", scratch.toString()), words)).isNotEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { " | ", "OMPI_MCA_rmaps_base_oversubscribe=0 | ", " | --mca rmaps_base_oversubscribe 0",
			"OMPI_MCA_rmaps_base_oversubscribe= | ", "OMPI_MCA_mca_base_param_files=none | ", " | --mca mca_base_param_files none",
			"OMPI_MCA_mca_base_param_files=/nowhere | ", "OMPI_MCA_rmaps_base_oversubscribe=1 | --mca rmaps_base_oversubscribe 0" })
	void file_besideVariableAndOption_countsAsUnderMpirun(String variable, String option) throws Exception {
		write(".openmpi/mca-params.conf", "rmaps_base_oversubscribe = 1");
		List<String> words = new ArrayList<>(List.of("--host", "localhost:1", "-n", "2"));
		words.addAll(option == null ? List.of() : Arrays.asList(option.split(" ")));
		words.add("true");
		List<String> command = new ArrayList<>(List.of("mpirun", "--allow-run-as-root"));
		command.addAll(words);
		ProcessBuilder mpirun = new ProcessBuilder(command).redirectErrorStream(true);
		Launcher run = pmix4j.run(words.toArray()).with("HOME", scratch.toString());
		mpirun.environment().put("HOME", scratch.toString());
		if (variable != null) {
			String[] parts = variable.split("=", 2);
			mpirun.environment().put(parts[0], parts[1]);
			run.with(parts[0], parts[1]);
		}
		Process process = mpirun.start();
		String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		boolean isRun = process.waitFor() == 0;

		Outcome outcome = run.finish();

		assertThat(outcome.exitCode() == 0).as(said + outcome.errors()).isEqualTo(isRun);
	}

	@ParameterizedTest
	@CsvSource({ ".prte/mca-params.conf", ".pmix/mca-params.conf" })
	void file_ofPrrte_actsAsUnderPrterun(String name) throws Exception {
		write(name, "rmaps_default_mapping_policy = node");
		List<String> words = List.of("-n", "1", "--display", "map", "true");
		List<String> command = new ArrayList<>(List.of("env", "HOME=" + scratch, "prterun", "--allow-run-as-root"));
		command.addAll(words);

		Outcome outcome = pmix4j.run(words.toArray()).with("HOME", scratch.toString()).finish().requireExit(0);

		assertThat(policy(outcome.lines())).isEqualTo(policy(lines(new ProcessBuilder(Peers.trixie(command)), Map.of())))
				.contains("BYNODE");
	}

	@Test
	void files_malformedWithoutEffectAndWrong_areNamedWithTheirLines() throws Exception {
		write(".openmpi/mca-params.conf", "foo;plm_rsh_agent = ssh");
		Path file = scratch.resolve(".openmpi/mca-params.conf");

		Outcome outcome = pmix4j.run("-n", 1, "true").with("HOME", scratch.toString()).finish().requireExit(0);

		assertThat(outcome.errorLines()).hasSize(2).anyMatch(line -> line.contains(file + " line 1 must be KEY = VALUE"))
				.anyMatch(line -> line.endsWith("plm_rsh_agent (file " + file + " line 2)"));

		write(".openmpi/mca-params.conf", ";hwloc_base_binding_policy = bogus");
		outcome = pmix4j.run("-n", 1, "true").with("HOME", scratch.toString()).finish();

		assertThat(outcome.exitCode()).isNotZero();
		assertThat(outcome.errors()).contains("file " + file + " line 2: ", "bogus");
	}

	private static String policy(List<String> lines) {
		return lines.stream().filter(line -> line.contains("Mapping policy:")).map(String::strip).findFirst().orElse("");
	}
}
