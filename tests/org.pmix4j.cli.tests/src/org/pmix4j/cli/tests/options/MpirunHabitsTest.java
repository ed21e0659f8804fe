// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.testkit.Growth;

/** What users of mpirun 4.1 and prterun 3 write: acted on as the option that means the same, or refused by name with the reason. */
class MpirunHabitsTest {
	@TempDir
	Path folder;

	@Test
	void tuneFile_ofManyLines_isReadInProportion() {
		Path file = folder.resolve("many");

		Growth.requireLinear(50_000, lines -> {
			write(file, IntStream.range(0, lines).mapToObj(line -> line % 2 == 0 ? "key" + line + " = 1" : "--mca key" + line + " 1"));
			assertThat(job("--tune " + file + " prog").apps().get(0).environment().edits()).hasSize(lines);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "-x V%d=1", "--mca key%d 1", "--pmixmca key%d 1", "--gmca key%d 1", "--mca mca_base_env_list A=%d",
			"--prepend-env V%d v" })
	void option_repeatedOften_isReadInProportion(String words) {
		Growth.requireLinear(20_000, times -> {
			List<String> line = new ArrayList<>();
			IntStream.range(0, times).forEach(each -> line.addAll(List.of(words.formatted(each).split(" "))));
			line.add("prog");
			assertThat(RunOptions.parse(line).job().apps().get(0).environment().edits()).hasSize(times);
		});
	}

	private static void write(Path file, Stream<String> lines) {
		try {
			Files.write(file, lines.toList());
		} catch (IOException e) {
			throw new AssertionError(e);
		}
	}

	private static JobSpec job(String line) {
		return RunOptions.parse(Arrays.asList(line.split(" "))).job();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "--mca rmaps_base_mapping_policy node | --map-by node",
			"-mca rmaps_default_mapping_policy slot | --map-by slot",
			"--mca rmaps_base_ranking_policy slot | --rank-by slot", "--mca hwloc_base_binding_policy none | --bind-to none",
			"--gmca rmaps_base_oversubscribe 1 | --oversubscribe", "--mca rmaps_base_oversubscribe false | -n 1",
			"--mca plm isolated | -n 1", "--prtemca plm isolated | -n 1", "--mca orte_hetero_nodes 1 | -n 1",
			"--mca rmaps_base_inherit 1 | --map-by :inherit", "--mca iof_base_redirect_app_stderr_to_stdout 1 | --merge-stderr",
			"--mca hwloc_base_bind_to_socket 1 | --bind-to package", "--mca orte_fork_agent env | --exec-agent env",
			"--mca orte_tag_output 1 | --tag-output", "--mca orte_timestamp_output true | --timestamp-output", "--mca orte_xml_output 1 | --xml",
			"--mca hwloc_base_report_bindings 1 | --report-bindings", "--mca rmaps_base_display_map 1 | --display-map",
			"--mca rmaps_base_cpus_per_rank 1 | --cpus-per-rank 1", "--mca orte_base_help_aggregate 0 | -n 1", "-rf ranks | --rankfile ranks",
			"--rtos continuous | --runtime-options continuous", "--default-hostfile hosts | --hostfile hosts",
			"--default-hostfile hosts --hostfile own | --hostfile own" })
	void option_ofMpirun_meansTheSameOption(String given, String same) {
		assertThat(job(given + " -n 1 prog").options()).isEqualTo(job(same + " -n 1 prog").options());
		assertThat(options(given)).isEqualTo(options(same));
	}

	private static Object options(String words) {
		return job(words + " -n 1 prog").apps().get(0).options();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "--mca plm_rsh_agent ssh | no daemons run on other nodes",
			"--mca oob_tcp_if_include eth0 | no daemons",
			"--mca rmaps_base_verbose 5 | use --report-state", "--mca orte_tag_output maybe | orte_tag_output must be true or false",
			"--mca plm slurm | plm cannot be 'slurm'", "--mca hwloc_base_topo_file x | use --simulate", "--mca snapc full | no checkpoints",
			"--mca sstore stage | no checkpoints", "--mca regx naive | no daemons", "--mca orte_launch_agent orted | no daemons",
			"--mca rmaps seq | use --map-by", "--prtemca btl self | belongs to PRRTE", "--pmixmca plm isolated | does not belong to the PMIx",
			"--mca orte_xterm 0 | --output file=NAME", "--mca hwloc_base_slot_list 0 | --cpu-list",
			"--display-diffable-map | use --display map",
			"--activate nodes | elastic DVM", "--map-by device=mlx5_0 | no devices", "--map-by device=gpu:shared:ndev=2 | no devices",
			"--map-by ppr:2:device=gpu | no devices", "--ppr 2:device=network | no devices",
			"--novm | no daemons", "--arch x86 | all ranks run on this machine",
			"--file apps | use --app",
			"-d | --report-state", "-q | standard error", "-v | --display", "--hnp uri | submit",
			"--xml-file f | redirect standard output", "--report-events uri | pmix4j event", "--staged | all its ranks" })
	void option_thatCannotBeActedOn_isRefusedByNameWithTheReason(String given, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> job(given + " prog"))
				.withMessageContaining(given.split(" ")[0].replaceAll("^-+", ""))
				.withMessageContaining(reason);
	}

	@Test
	void tune_fileOfOpenMpi_setsParametersAndVariables() throws IOException {
		Path file = Files.writeString(folder.resolve("tune"), "--mca btl self,vader -x FOO=bar\n# note\n-mca pml ob1 # end\n\nmpi_yield = 1\n"
				+ "-x 'TEXT=two words' --pmixmca gds hash\n");
		Map<String, String> environment = new HashMap<>();
		AppSpec app = job("--tune " + file + " prog").apps().get(0);
		app.environment().applyTo(environment);

		assertThat(environment).containsEntry("OMPI_MCA_btl", "self,vader").containsEntry("FOO", "bar").containsEntry("OMPI_MCA_pml", "ob1")
				.containsEntry("OMPI_MCA_mpi_yield", "1").containsEntry("TEXT", "two words").containsEntry("PMIX_MCA_gds", "hash").hasSize(6);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "--np 4 | only --mca, --pmixmca and -x",
			"--mca btl | needs a parameter and its value", "-x | needs a variable",
			"rmaps_base_mapping_policy = nowhere | nowhere", "--mca orte_tag_output maybe | must be true or false",
			"plm_rsh_agent = ssh | no daemons", "--pmixmca rmaps_base_oversubscribe 1 | behind --mca" })
	void tune_lineThatCannotBeRead_isRefusedWithItsPlace(String line, String reason) throws IOException {
		Path file = Files.writeString(folder.resolve("tune"), line + "\n");

		assertThatIllegalArgumentException().isThrownBy(() -> job("--tune " + file + " prog")).withMessageContaining(file.toString())
				.withMessageContaining(reason);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "rmaps_base_mapping_policy = node | -n 1 | --map-by node -n 1",
			"--mca rmaps_base_oversubscribe 1 | --map-by core -n 1 | --map-by core:oversubscribe -n 1",
			"hwloc_base_binding_policy = none | --bind-to core -n 1 | --bind-to core -n 1", "orte_tag_output = 1 | -n 1 | --tag-output -n 1",
			"orte_default_hostfile = hosts | -n 1 | --hostfile hosts -n 1", "plm = isolated | -n 1 | -n 1" })
	void tune_parameterOfAnOption_isItsDefault(String line, String given, String same) throws IOException {
		Path file = Files.writeString(folder.resolve("tune"), line + "\n");
		JobSpec wanted = job(same + " prog");

		JobSpec job = job("--tune " + file + " " + given + " prog");

		assertThat(job.options()).isEqualTo(wanted.options());
		assertThat(job.apps().get(0).options()).isEqualTo(wanted.apps().get(0).options());
	}

	@Test
	void defaultHostfile_programWithHosts_isNotUsed() {
		AppSpec app = job("--default-hostfile hosts --host localhost -n 1 prog").apps().get(0);

		assertThat(app.options().isSet(PlacementOptions.HOSTFILE)).isFalse();
	}
}
