// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobCommandLine;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.SpawnOptions;

/** The words of prterun and mpirun: their forms, the environment, parameters, lists of words, and files of programs. */
class PrterunWordsTest {
	@TempDir
	private Path folder;

	private static RunOrder parse(String... words) {
		return RunOptions.parse(List.of(words));
	}

	private static AppSpec app(String... words) {
		return parse(words).job().apps().get(0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "-n 3", "-n=3", "-n3", "-np 3", "--np 3", "--np=3", "--n 3", "-c 3", "-c3", "-n 3 --", "-n 3 -np 3",
			"-n 3 -wdir /", "-n 3 -timeout 5", "-n 3 -stdin none" })
	void parse_forms_giveThreeRanks(String options) {
		JobSpec job = parse((options + " prog -n 5").split(" ")).job();

		assertThat(job.size()).isEqualTo(3);
		assertThat(job.apps().get(0).program()).isEqualTo("prog");
		assertThat(job.apps().get(0).arguments()).containsExactly("-n", "5");
	}

	@Test
	void parse_environment_editsInOrder() {
		AppSpec app = app("-x", "A=1", "--prepend-env", "A[:]", "x", "--append-env", "A", "y", "--unset-env", "B*", "--set-env", "C=3", "prog");

		Map<String, String> environment = new HashMap<>(Map.of("B1", "b", "B2", "b", "D", "d"));
		app.environment().applyTo(environment);
		assertThat(environment).isEqualTo(Map.of("A", "x:1:y", "C", "3", "D", "d"));
	}

	@Test
	void parse_environmentWithSeparator_usesIt() {
		Map<String, String> environment = new HashMap<>(Map.of("A", "1"));
		app("--append-env", "A[;]", "2", "prog").environment().applyTo(environment);

		assertThat(environment).containsEntry("A", "1;2");
	}

	@Test
	void show_environment_isReadBack() {
		AppSpec app = app("--prepend-env", "A[;]", "--raw", "--append-env", "B", "--", "--unset-env", "*", "-x", "C=", "-x", "-D=-x", "prog");

		List<String> words = JobCommandLine.of(JobSpec.of(app), OptionValues.DEFAULTS);

		assertThat(RunOptions.parse(words.subList(1, words.size())).job().apps().get(0).environment()).isEqualTo(app.environment());
	}

	@Test
	void parse_missingVariable_isNoted() {
		assertThat(parse("-x", "NO_SUCH_VARIABLE", "-x", "PATH", "-x", "NO_SUCH*", "prog").notes()).singleElement().asString()
				.contains("option -x", "NO_SUCH_VARIABLE");
		assertThat(parse("prog", ":", "-x", "NO_SUCH_VARIABLE", "prog").notes()).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource({ "--mca,btl,OMPI_MCA_btl", "-mca,btl,OMPI_MCA_btl", "--omca,coll,OMPI_MCA_coll",
			"--mca,hwloc_base_mem_alloc_policy,OMPI_MCA_hwloc_base_mem_alloc_policy",
			"--mca,gds,PMIX_MCA_gds", "--pmixmca,ptl_base_verbose,PMIX_MCA_ptl_base_verbose", "--gmca,btl,OMPI_MCA_btl",
			"--gpmixmca,gds,PMIX_MCA_gds" })
	void parse_parameter_isAVariableOfTheRanks(String word, String key, String variable) {
		assertThat(app(word, key, "^a", "prog").environment()).isEqualTo(EnvironmentEdits.NONE.plusSet(variable, "^a"));
	}

	@ParameterizedTest
	@CsvSource({ "pmix, ext3x", "pmix_base_verbose, 5", "mca_base_component_show_load_errors, 1" })
	void parse_parameterOfBothLibraries_isAVariableOfEach(String key, String value) {
		assertThat(app("--mca", key, value, "prog").environment())
				.isEqualTo(EnvironmentEdits.NONE.plusSet("OMPI_MCA_" + key, value).plusSet("PMIX_MCA_" + key, value));
	}

	@Test
	void parse_globalParameter_appliesToAllProgramsBelowTheirOwn() {
		List<AppSpec> apps = parse("--gmca", "btl", "all", "--mca", "coll", "first", "a", ":", "--mca", "btl", "own", "b").job().apps();

		assertThat(variables(apps.get(0))).isEqualTo(Map.of("OMPI_MCA_btl", "all", "OMPI_MCA_coll", "first"));
		assertThat(variables(apps.get(1))).isEqualTo(Map.of("OMPI_MCA_btl", "own"));
	}

	@Test
	void parse_listOfVariables_setsThem() {
		assertThat(variables(app("--mca", "mca_base_env_list", "A=1;B=2", "prog"))).isEqualTo(Map.of("A", "1", "B", "2"));
	}

	@Test
	void parse_tune_readsParameters() throws Exception {
		Path file = Files.writeString(folder.resolve("tune"), "# comment\n\nbtl = self\n gds=hash\n");

		assertThat(variables(app("--tune", file.toString(), "--gmca", "btl", "tcp", "prog")))
				.isEqualTo(Map.of("OMPI_MCA_btl", "tcp", "PMIX_MCA_gds", "hash"));
	}

	@Test
	void parse_tuneOfOtherRuntime_isRefusedByName() throws Exception {
		Path file = Files.writeString(folder.resolve("tune"), "plm_rsh_agent = ssh\n");

		assertThatIllegalArgumentException().isThrownBy(() -> app("--tune", file.toString(), "prog")).withMessageContaining("plm_rsh_agent");
	}

	private static Map<String, String> variables(AppSpec app) {
		Map<String, String> environment = new HashMap<>();
		app.environment().applyTo(environment);
		return environment;
	}

	@Test
	void parse_appFile_readsProgramsWithTheirOptions() throws Exception {
		Path file = Files.writeString(folder.resolve("apps"),
				"# two programs\n-n 2 --wdir / first 'two words' \"a \\\"b\\\"\" c\\ d # comment\n\n  -x A=1 second -n 5\n");

		RunOrder order = parse("--timeout", "7", "--app", file.toString());

		assertThat(order.job().timeout()).hasSeconds(7);
		assertThat(order.job().apps()).extracting(AppSpec::program).containsExactly("first", "second");
		assertThat(order.job().apps().get(0).ranks()).isEqualTo(2);
		assertThat(order.job().apps().get(0).arguments()).containsExactly("two words", "a \"b\"", "c d");
		assertThat(order.job().apps().get(1).arguments()).containsExactly("-n", "5");
		assertThat(variables(order.job().apps().get(1))).isEqualTo(Map.of("A", "1"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "prog 'open | line 1: a quote is not closed",
			"--timeout 5 prog | --timeout is not possible in line 1",
			"-n x prog | option -n must be a number", "-n 2 | no program", "# nothing | names no program" })
	void parse_wrongAppFile_isRefusedWithItsPlace(String text, String message) throws Exception {
		Path file = Files.writeString(folder.resolve("apps"), text);

		assertThatIllegalArgumentException().isThrownBy(() -> parse("--app", file.toString())).withMessageContaining(message);
	}

	@Test
	void parse_path_isTheDirectoryOfTheProgram() {
		assertThat(app("--path", "/opt/bin", "prog").program()).isEqualTo("/opt/bin/prog");
	}

	@ParameterizedTest
	@CsvSource({ "nocopy,true", "copy,false", "copy=false,true", "nocopy=0,false", "copy=T,false" })
	void parse_copyOfOutput_hasBothWords(String word, boolean onlyFiles) {
		JobSpec job = parse("--output", "file=out," + word, "prog").job();

		assertThat(job.get(OutputOptions.NO_COPY)).isEqualTo(onlyFiles);
	}

	@Test
	void parse_runtimeOptions_haveTruthValues() {
		JobSpec job = parse("--runtime-options", "error-nonzero-status=f,REPORT-CHILD=1,donotl,timeout=1:02,continuous=no", "prog").job();

		assertThat(job.get(JobOptions.NON_ZERO_IS_FAILURE)).isFalse();
		assertThat(job.get(SpawnOptions.REPORT_SEPARATELY)).isTrue();
		assertThat(job.get(JobOptions.DO_NOT_LAUNCH)).isTrue();
		assertThat(job.get(JobOptions.CONTINUE)).isFalse();
		assertThat(job.timeout()).hasSeconds(62);
	}

	/** The words of prterun 3 are those that its page --help runtime-options describes. */
	@ParameterizedTest
	@ValueSource(strings = { "error-nonzero-status", "donotlaunch", "show-progress", "notifyerrors,recoverable", "recoverable", "autorestart",
			"continuous", "max-restarts=2", "exec-agent=/usr/bin/env", "output-proctable", "stop-on-exec", "stop-in-init", "stop-in-app",
			"stop-in-app=solve",
			"timeout=10", "spawn-timeout=10", "report-state-on-timeout", "get-stack-traces", "report-child-jobs-separately", "fwd-environment",
			"fwd-environment=false", "aggregate-help-messages", "aggregate-help=0", "default-exec-agent" })
	void parse_runtimeOptionOfPrterun_givesAnOption(String words) {
		JobSpec plain = parse("prog").job();
		JobSpec job = parse("--runtime-options", words, "prog").job();

		assertThat(List.of(job.options(), job.apps().get(0).options()))
				.isNotEqualTo(List.of(plain.options(), plain.apps().get(0).options()));
	}

	/** They are names of the parameter prte_allowed_exit_without_sync, which prterun does not know as runtime options, either. */
	@ParameterizedTest
	@ValueSource(strings = { "allowed-exit-without-sync", "exit_without_sync" })
	void parse_runtimeOptionThatCannotBeDone_isRefusedByName(String word) {
		assertThatIllegalArgumentException().isThrownBy(() -> parse("--runtime-options", word, "prog")).withMessageContaining(word);
	}

	@ParameterizedTest
	@CsvSource({ "--raw,true", "--raw=true,true", "--raw=0,false", "--raw=disable,false" })
	void parse_switch_mayHaveATruthValue(String word, boolean value) {
		assertThat(parse(word, "prog").job().get(OutputOptions.RAW)).isEqualTo(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "--allow-run-as-root", "--noprefix", "--no-ready-msg", "--no-aggregate-help",
			"--runtime-options aggregate-help=false", "--fwd-environment", "--fwd-environment=1", "--allow-run-as-root --allow-run-as-root" })
	void parse_wishThatIsAlwaysFulfilled_changesNothing(String options) {
		JobSpec job = parse((options + " true").split(" ")).job();

		assertThat(job.apps()).isEqualTo(parse("true").job().apps());
		assertThat(parse((options + " true").split(" ")).notes()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "--map-by core --oversubscribe,core:oversubscribe", "--nolocal --map-by node,node:nolocal", "--npernode 2,ppr:2:node",
			"--bynode --cpus-per-rank 2,node:pe=2", "--map-by slot --byslot,slot" })
	void parse_policy_takesQualifiersOfOtherWords(String options, String policy) {
		assertThat(app((options + " prog").split(" ")).options().get(PlacementOptions.MAP_BY)).isEqualTo(policy);
	}

	/** The words that prterun 3.0.8, or mpirun 5, takes for those on the right. */
	@ParameterizedTest
	@CsvSource({ "--show-progress,--runtime-options show-progress", "-s,--preload-binary", "--display-topo,--display topo",
			"--display-devel-allocation,--display allocation", "--enable-recovery,--runtime-options recoverable",
			"--disable-recovery,--runtime-options recoverable=false", "--N 2,--map-by ppr:2:node", "--output filename=x,--output file=x" })
	void parse_otherSpelling_meansTheSame(String spelling, String words) {
		JobSpec job = parse((spelling + " prog").split(" ")).job();
		JobSpec same = parse((words + " prog").split(" ")).job();

		assertThat(job.options()).isEqualTo(same.options());
		assertThat(job.apps()).isEqualTo(same.apps());
		assertThat(List.of(job.options(), job.apps())).isNotEqualTo(List.of(parse("prog").job().options(), parse("prog").job().apps()));
	}

	@Test
	void parse_hostsTwice_areJoined() {
		assertThat(app("--host", "a:2", "-H", "b", "prog").options().get(PlacementOptions.HOSTS)).isEqualTo("a:2,b");
	}

	@Test
	void parse_optionsOfFirstProgram_doNotApplyToTheSecond() {
		List<AppSpec> apps = parse("-n", "2", "-x", "A=1", "a", ":", "-n", "3", "b").job().apps();

		assertThat(apps).extracting(app -> app.options().get(AppOptions.RANKS)).containsExactly(2, 3);
		assertThat(apps.get(1).environment()).isEqualTo(EnvironmentEdits.NONE);
	}
}
