// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.McaDefaults;
import org.pmix4j.cli.internal.options.McaFiles;
import org.pmix4j.cli.internal.options.McaVariables;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;

/** Files of systems and users that set parameters of the runtimes of mpirun and prterun. */
class McaFilesTest {
	private static final String OPEN_MPI = "home/.openmpi/mca-params.conf";
	private static final String PMIX = "home/.pmix/mca-params.conf";
	private static final String PRTE = "home/.prte/mca-params.conf";

	@TempDir
	private Path root;
	private final Map<String, String> environment = new HashMap<>();
	private final List<String> notes = new ArrayList<>();

	@BeforeEach
	void setHome() {
		environment.put("HOME", root.resolve("home").toString());
	}

	private Path write(String name, String text) throws IOException {
		Path file = root.resolve(name);
		Files.createDirectories(file.getParent());
		return Files.writeString(file, text);
	}

	private McaDefaults read(EnvironmentEdits given) {
		McaDefaults defaults = new McaDefaults();
		McaFiles files = new McaFiles(root, environment, given, defaults, notes);
		files.read();
		McaVariables.read(environment, defaults, notes);
		files.readOverride();
		return defaults;
	}

	private OptionValues ofProgram() {
		return read(EnvironmentEdits.NONE).applied(List.of(new AppSpec("prog", List.of(), OptionValues.DEFAULTS))).get(0).options();
	}

	private String mapBy() {
		return ofProgram().get(PlacementOptions.MAP_BY);
	}

	private Map<String, String> variables() {
		Map<String, String> variables = new HashMap<>();
		ofProgram().get(AppOptions.ENVIRONMENT).applyTo(variables);
		return variables;
	}

	@ParameterizedTest
	@ValueSource(strings = { OPEN_MPI, PMIX, PRTE, "etc/openmpi/openmpi-mca-params.conf", "etc/openmpi-mca-params.conf",
			"etc/pmix-mca-params.conf", "etc/prte-mca-params.conf", "etc/openmpi/prte-mca-params.conf",
			"etc/openmpi/openmpi-mca-params-override.conf" })
	void file_usualPlace_isRead(String name) throws IOException {
		write(name, "rmaps_base_mapping_policy = node\n");

		assertThat(mapBy()).isEqualTo("node");
	}

	@ParameterizedTest
	@CsvSource({ "OPAL_PREFIX, openmpi-mca-params.conf", "OMPIHOME, openmpi-mca-params.conf", "PMIX_PREFIX, pmix-mca-params.conf",
			"PRTE_PREFIX, prte-mca-params.conf" })
	void file_ofInstallationElsewhere_isReadInsteadOfTheSystems(String variable, String name) throws IOException {
		write("etc/" + name, "rmaps_base_mapping_policy = slot");
		write("opt/etc/" + name, "rmaps_base_mapping_policy = node");
		environment.put(variable, root.resolve("opt").toString());

		assertThat(mapBy()).isEqualTo("node");
	}

	@ParameterizedTest
	@CsvSource({ "etc/openmpi/openmpi-mca-params.conf, " + OPEN_MPI, OPEN_MPI + ", " + PMIX, PMIX + ", " + PRTE,
			"etc/prte-mca-params.conf, " + PRTE, PRTE + ", etc/openmpi/openmpi-mca-params-override.conf" })
	void parameter_ofTwoFiles_lastOneCounts(String less, String more) throws IOException {
		write(less, "rmaps_default_mapping_policy = slot\nhwloc_base_bind_to_core = 1\n");
		write(more, "rmaps_base_mapping_policy = node\nhwloc_base_bind_to_core = 0\n");

		assertThat(ofProgram()).isEqualTo(OptionValues.DEFAULTS.with(PlacementOptions.MAP_BY, "node"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "OMPI_MCA_rmaps_base_mapping_policy", "PRTE_MCA_rmaps_base_mapping_policy",
			"PRTE_MCA_rmaps_default_mapping_policy" })
	void parameter_alsoOfVariable_variableCounts(String variable) throws IOException {
		write(PRTE, "rmaps_base_mapping_policy = node\n");
		environment.put(variable, "slot");

		assertThat(mapBy()).isEqualTo("slot");
	}

	@Test
	void parameter_emptyValueOrVariable_setsNothingAndHidesTheFile() throws IOException {
		write(OPEN_MPI, "rmaps_base_mapping_policy = node\nhwloc_base_binding_policy =\nplm =\norte_tag_output = 1\n");
		environment.put("OMPI_MCA_orte_tag_output", "");
		environment.put("OMPI_MCA_hwloc_base_report_bindings", "");

		assertThat(ofProgram()).isEqualTo(OptionValues.DEFAULTS.with(PlacementOptions.MAP_BY, "node"));
		assertThat(notes).isEmpty();
	}

	@Test
	void override_variableSaysOtherwise_fileCountsAndIsNamed() throws IOException {
		Path file = write("etc/openmpi/openmpi-mca-params-override.conf", "rmaps_base_mapping_policy = node\n");
		environment.put("OMPI_MCA_rmaps_base_mapping_policy", "slot");

		assertThat(mapBy()).isEqualTo("node");
		assertThat(notes).singleElement().asString().contains(file.toString(), "options");
	}

	@Test
	void switches_turnedOffOnTheCommandLine_areNotApplied() {
		environment.put("OMPI_MCA_orte_tag_output", "1");
		McaDefaults defaults = read(EnvironmentEdits.NONE);

		defaults.remove(OptionReader.read(List.of("--mca", "prte_tag_output", "0", "prog"), CommandWords.RUN).off());

		assertThat(defaults.applied(OptionValues.DEFAULTS, OptionScope.JOB)).isEqualTo(OptionValues.DEFAULTS);
	}

	@ParameterizedTest
	@ValueSource(strings = { "OMPI_MCA_mca_base_param_files", "OMPI_MCA_mca_param_files", "PMIX_MCA_mca_base_param_files" })
	void files_namedByVariable_replaceTheUsualOnes_firstCounts(String variable) throws IOException {
		write(OPEN_MPI, "hwloc_base_bind_to_core = 1\n");
		write(PMIX, "hwloc_base_bind_to_core = 1\n");
		String first = write("first", "rmaps_base_mapping_policy = node\n").toString();
		String second = write("second", "rmaps_base_mapping_policy = slot\n").toString();
		environment.put(variable, first + "," + second + ",/nowhere");
		environment.put(variable.startsWith("OMPI") ? "PMIX_MCA_mca_base_param_files" : "OMPI_MCA_mca_base_param_files", "none");

		assertThat(ofProgram()).isEqualTo(OptionValues.DEFAULTS.with(PlacementOptions.MAP_BY, "node"));
		assertThat(notes).containsExactly("file /nowhere of parameter mca_base_param_files does not exist");
	}

	@Test
	void files_namedOnTheCommandLine_countMoreThanThoseOfVariables() throws IOException {
		String file = write("file", "rmaps_base_mapping_policy = node\n").toString();
		environment.put("OMPI_MCA_mca_base_param_files", write("other", "rmaps_base_mapping_policy = slot\n").toString());
		EnvironmentEdits given = OptionReader.read(List.of("--mca", "mca_base_param_files", file, "prog"), CommandWords.RUN).values()
				.get(AppOptions.ENVIRONMENT);

		assertThat(read(given).applied(List.of(new AppSpec("prog", List.of(), OptionValues.DEFAULTS))).get(0).options()
				.get(PlacementOptions.MAP_BY)).isEqualTo("node");
	}

	@Test
	void line_commentsWordsAndCarriageReturns_areRead() throws IOException {
		write(OPEN_MPI, """
				# rmaps_base_mapping_policy = slot
				// rmaps_base_mapping_policy = slot
				/* rmaps_base_mapping_policy = slot
				rmaps_base_mapping_policy = slot */
				  rmaps_base_mapping_policy=node\r
				-x FOO=bar --mca odls_base_sigkill_timeout 3 --mca btl self
				mca_base_env_list = A=1;B=2""");

		assertThat(mapBy()).isEqualTo("node");
		assertThat(variables()).isEqualTo(Map.of("FOO", "bar", "OMPI_MCA_odls_base_sigkill_timeout", "3", "A", "1", "B", "2"));
		assertThat(notes).isEmpty();
	}

	@Test
	void killTimeout_alsoOfVariable_variableCounts() throws IOException {
		write(OPEN_MPI, "odls_base_sigkill_timeout = 3\n");
		environment.put("PRTE_MCA_odls_base_sigkill_timeout", "4");

		assertThat(variables()).isEmpty();
	}

	@Test
	void defaultHostfile_inTheHome_isFound() throws IOException {
		write(OPEN_MPI, "orte_default_hostfile = ~/hosts\n");

		assertThat(read(EnvironmentEdits.NONE).get(LaunchWord.DEFAULT_HOSTFILE)).containsExactly(System.getenv("HOME") + "/hosts");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "foo | must be KEY = VALUE, not 'foo'", "= 3 | must be KEY = VALUE",
			"bar baz = 1 | must be KEY = VALUE", "--mca btl | needs a parameter and its value", "-n 2 | only --mca",
			"-x 'A=1 | quote" })
	void line_malformed_isNamedAndTheOthersCount(String line, String problem) throws IOException {
		Path file = write(OPEN_MPI, "\n" + line + "\nrmaps_base_mapping_policy = node\n");

		assertThat(mapBy()).isEqualTo("node");
		assertThat(notes).singleElement().asString().startsWith("file " + file + " line 2").contains(problem).endsWith("; it is ignored");
	}

	@ParameterizedTest
	@CsvSource({ "rmaps_base_oversubscribe, maybe", "hwloc_base_binding_policy, bogus", "odls_base_sigkill_timeout, soon",
			"mca_base_env_list, =1" })
	void parameter_wrongValue_fileAndLineAreNamed(String key, String value) throws IOException {
		Path file = write(OPEN_MPI, "btl = self\n" + key + " = " + value + "\n");

		assertThatIllegalArgumentException().isThrownBy(this::ofProgram).withMessageStartingWith("file " + file + " line 2: ")
				.withMessageContaining(value);
	}

	@ParameterizedTest
	@CsvSource({ OPEN_MPI + ", plm_rsh_agent", OPEN_MPI + ", snapc", PRTE + ", btl", PRTE + ", prte_unknown", PMIX + ", plm_ssh_agent" })
	void parameter_withoutEffect_isNamedOnce(String name, String key) throws IOException {
		Path file = write(name, "coll_base_verbose = 1\n".repeat(name.equals(PRTE) ? 0 : 1) + key + " = x\n" + key + " = y\n");

		assertThat(ofProgram()).isEqualTo(OptionValues.DEFAULTS);
		assertThat(notes).singleElement().asString()
				.endsWith(": " + key + " (file " + file + " line " + (name.equals(PRTE) ? 2 : 3) + ")");
	}

	@Test
	void parameter_withoutEffectInRankOfAnotherLauncher_isNotNamed() throws IOException {
		write(OPEN_MPI, "plm_rsh_agent = x\n");
		environment.put("PMIX_NAMESPACE", "prterun-1");

		assertThat(ofProgram()).isEqualTo(OptionValues.DEFAULTS);
		assertThat(notes).isEmpty();
	}

	@Test
	void file_isADirectory_isNamed() throws IOException {
		Path folder = Files.createDirectories(root.resolve(OPEN_MPI));

		assertThat(ofProgram()).isEqualTo(OptionValues.DEFAULTS);
		assertThat(notes).containsExactly("file " + folder + " is ignored, as it is not a regular file");
	}

	@Test
	void file_isAPipeWithoutWriter_isNamedAndNotRead() throws Exception {
		Path pipe = root.resolve(OPEN_MPI);
		Files.createDirectories(pipe.getParent());
		assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

		assertThat(ofProgram()).isEqualTo(OptionValues.DEFAULTS);
		assertThat(notes).singleElement().asString().contains(pipe.toString(), "not a regular file");
	}

	@Test
	void file_tooLarge_isNamed() throws IOException {
		Path file = write(OPEN_MPI, "#".repeat((16 << 20) + 1));

		assertThat(ofProgram()).isEqualTo(OptionValues.DEFAULTS);
		assertThat(notes).singleElement().asString().contains(file.toString(), "is larger than").endsWith("; it is ignored");
	}
}
