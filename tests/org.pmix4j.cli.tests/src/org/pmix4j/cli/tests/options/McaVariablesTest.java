// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.McaDefaults;
import org.pmix4j.cli.internal.options.McaVariables;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;

/** Variables that set parameters of the runtimes of mpirun and prterun. */
class McaVariablesTest {
	private final List<String> notes = new ArrayList<>();

	private McaDefaults read(Map<String, String> environment) {
		McaDefaults defaults = new McaDefaults();
		McaVariables.read(environment, defaults, notes);
		return defaults;
	}

	private OptionValues applied(OptionValues own, Map<String, String> environment) {
		return read(environment).applied(List.of(new AppSpec("prog", List.of(), own))).get(0).options();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "OMPI_MCA_rmaps_base_mapping_policy | slot | --map-by slot",
			"PRTE_MCA_rmaps_default_mapping_policy | node | --map-by node", "OMPI_MCA_rmaps_base_oversubscribe | 1 | --oversubscribe",
			"OMPI_MCA_rmaps_base_oversubscribe | 0 | -n 1", "OMPI_MCA_rmaps_base_no_oversubscribe | yes | --nooversubscribe",
			"OMPI_MCA_rmaps_base_no_schedule_local | 1 | --nolocal", "PRTE_MCA_rmaps_default_inherit | 1 | --map-by :inherit",
			"OMPI_MCA_rmaps_base_cpus_per_rank | 1 | --cpus-per-rank 1", "OMPI_MCA_rmaps_base_n_pernode | 2 | --npernode 2",
			"OMPI_MCA_rmaps_ppr_pattern | 1:core | --ppr 1:core", "OMPI_MCA_rmaps_base_ranking_policy | slot | --rank-by slot",
			"PRTE_MCA_rmaps_default_ranking_policy | slot | --rank-by slot", "OMPI_MCA_hwloc_base_binding_policy | none | --bind-to none",
			"PRTE_MCA_hwloc_default_binding_policy | core | --bind-to core", "OMPI_MCA_hwloc_base_bind_to_core | 1 | --bind-to core",
			"OMPI_MCA_hwloc_base_cpu_list | 0,1 | --cpu-list 0,1", "PRTE_MCA_hwloc_default_cpu_list | 0-1 | --cpu-list 0-1",
			"OMPI_MCA_orte_fork_agent | env | --exec-agent env", "OMPI_MCA_mca_base_env_list | A=1;B=2 | -x A=1 -x B=2",
			"OMPI_MCA_hwloc_base_report_bindings | 1 | --report-bindings", "OMPI_MCA_orte_tag_output | 1 | --tag-output",
			"OMPI_MCA_rmaps_base_display_map | true | --display-map", "OMPI_MCA_orte_do_not_launch | 1 | --do-not-launch",
			"OMPI_MCA_orte_abort_on_non_zero_status | 0 | --runtime-options error-nonzero-status=0",
			"OMPI_MCA_iof_base_redirect_app_stderr_to_stdout | 1 | --merge-stderr", "OMPI_MCA_orte_max_restarts | 3 | --max-restarts 3",
			"OMPI_MCA_orte_timestamp_output | 1 | --timestamp-output", "PRTE_MCA_prte_xml_output | 1 | --xml",
			"PRTE_MCA_ess_base_forward_signals | USR1 | --forward-signals USR1", "OMPI_MCA_orte_tmpdir_base | /var/tmp | --tmpdir /var/tmp" })
	void variable_isDefaultOfItsOption(String variable, String value, String words) {
		OptionValues wanted = OptionReader.read(List.of(words.split(" ")), CommandWords.RUN).values().without(AppOptions.RANKS);

		McaDefaults defaults = read(Map.of(variable, value));

		assertThat(defaults.applied(List.of(new AppSpec("prog", List.of(), OptionValues.DEFAULTS))).get(0).options())
				.isEqualTo(wanted.only(OptionScope.APP));
		for (OptionScope scope : List.of(OptionScope.JOB, OptionScope.LAUNCHER)) {
			assertThat(defaults.applied(OptionValues.DEFAULTS, scope)).isEqualTo(wanted.only(scope));
		}
		assertThat(notes).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "OMPI_MCA_plm_slurm_args", "PRTE_MCA_plm_slurm_args" })
	void variableThatSlurmSets_isPassedOver(String variable) {
		read(Map.of(variable, "--external-launcher"));

		assertThat(notes).isEmpty();
	}

	@Test
	void defaultHostfile_isThatOfThePrograms() {
		assertThat(read(Map.of("OMPI_MCA_orte_default_hostfile", "hosts")).get(LaunchWord.DEFAULT_HOSTFILE)).containsExactly("hosts");
	}

	@ParameterizedTest
	@CsvSource({ "core, core:oversubscribe", "core:nooversubscribe, core:nooversubscribe" })
	void qualifier_policyIsGiven_isAddedUnlessItContradicts(String given, String wanted) {
		OptionValues own = OptionValues.DEFAULTS.with(PlacementOptions.MAP_BY, given);

		assertThat(applied(own, Map.of("OMPI_MCA_rmaps_base_oversubscribe", "1")).get(PlacementOptions.MAP_BY)).isEqualTo(wanted);
	}

	@Test
	void policy_ofBothRuntimes_thatOfPrrteCounts() {
		OptionValues values = applied(OptionValues.DEFAULTS,
				Map.of("OMPI_MCA_rmaps_base_mapping_policy", "slot", "PRTE_MCA_rmaps_default_mapping_policy", "node"));

		assertThat(values.get(PlacementOptions.MAP_BY)).isEqualTo("node");
	}

	@ParameterizedTest
	@CsvSource({ "OMPI_MCA_plm, isolated", "OMPI_MCA_rmaps, round_robin", "OMPI_MCA_orte_hetero_nodes, 1", "OMPI_MCA_pmix, ext3x",
			"PMIX_MCA_gds, hash", "OMPI_MCA_hwloc_base_mem_alloc_policy, local_only", "OMPI_MCA_hwloc_base_mem_bind_failure_action, warn",
			"OMPI_MCA_btl, self", "OMPI_MCA_orte_base_help_aggregate, 0", "OMPI_MCA_mpi_yield_when_idle, 1", "PMIX_MCA_mca_base_verbose, 1" })
	void variable_saysWhatIsDoneOrBelongsToTheProgram_isNotNamed(String variable, String value) {
		assertThat(applied(OptionValues.DEFAULTS, Map.of(variable, value))).isEqualTo(OptionValues.DEFAULTS);
		assertThat(notes).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "OMPI_MCA_plm, rsh", "OMPI_MCA_snapc, full", "OMPI_MCA_sstore_base_verbose, 1", "OMPI_MCA_regx, naive",
			"PRTE_MCA_btl, self", "PMIX_MCA_rmaps_base_oversubscribe, 1", "OMPI_MCA_hwloc_base_topo_file, x", "OMPI_MCA_oob_tcp_if_include, lo",
			"OMPI_MCA_ras_gridengine_verbose, 1", "PRTE_MCA_plm_ssh_agent, ssh", "OMPI_MCA_orte_set_default_slots, cores" })
	void variable_withoutEffect_isNamed(String variable, String value) {
		applied(OptionValues.DEFAULTS, Map.of(variable, value));

		assertThat(notes).singleElement().asString().endsWith(": " + variable);
	}

	@Test
	void policy_optionIsGiven_optionCounts() {
		OptionValues given = OptionValues.DEFAULTS.with(PlacementOptions.BIND_TO, "core");

		assertThat(applied(given, Map.of("OMPI_MCA_hwloc_base_binding_policy", "none"))).isEqualTo(given);
	}

	@Test
	void policy_wrongValue_variableIsNamed() {
		assertThatIllegalArgumentException()
				.isThrownBy(() -> applied(OptionValues.DEFAULTS, Map.of("OMPI_MCA_hwloc_base_binding_policy", "bogus")))
				.withMessageContainingAll("OMPI_MCA_hwloc_base_binding_policy", "bogus");
	}

	@Test
	void otherParametersOfRuntimes_areNamedOnce() {
		assertThat(applied(OptionValues.DEFAULTS, Map.of("OMPI_MCA_plm_rsh_agent", "ssh", "PRTE_MCA_any", "1", "OMPI_MCA_btl", "self",
				"OMPI_MCA_odls_base_sigkill_timeout", "3", "PRTE_MCA_odls_base_sigkill_timeout", "3")))
				.isEqualTo(OptionValues.DEFAULTS);

		assertThat(notes).singleElement().asString().endsWith(": OMPI_MCA_plm_rsh_agent, PRTE_MCA_any");
	}

	@Test
	void otherParametersOfRuntimes_inRankOfAnotherLauncher_areNotNamed() {
		applied(OptionValues.DEFAULTS, Map.of("OMPI_MCA_ess_base_jobid", "1", "PMIX_NAMESPACE", "prterun-1"));

		assertThat(notes).isEmpty();
	}
}
