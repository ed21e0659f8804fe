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
import org.pmix4j.cli.internal.options.McaVariables;
import org.pmix4j.host.AppSpec;
import org.pmix4j.host.options.McaParameters;
import org.pmix4j.host.options.OptionValues;
import org.pmix4j.host.options.PlacementOptions;

/** Variables that set parameters of the runtimes of mpirun and prterun. */
class McaVariablesTest {
	private final List<String> notes = new ArrayList<>();

	private OptionValues applied(OptionValues own, Map<String, String> environment) {
		return McaVariables.applied(List.of(new AppSpec("prog", List.of(), own)), environment, notes).get(0).options();
	}

	@ParameterizedTest
	@CsvSource({ "OMPI_MCA_rmaps_base_mapping_policy, slot", "PRTE_MCA_rmaps_default_mapping_policy, node",
			"OMPI_MCA_rmaps_base_ranking_policy, slot", "PRTE_MCA_rmaps_default_ranking_policy, slot",
			"OMPI_MCA_hwloc_base_binding_policy, none", "PRTE_MCA_hwloc_default_binding_policy, core",
			"OMPI_MCA_hwloc_base_cpu_list, '0,1'", "PRTE_MCA_hwloc_default_cpu_list, 0-1", "OMPI_MCA_rmaps_base_no_oversubscribe, 1" })
	void policy_isDefaultOfItsOption(String variable, String value) {
		var option = McaParameters.option(variable.substring("OMPI_MCA_".length())).orElseThrow();

		OptionValues values = applied(OptionValues.DEFAULTS, Map.of(variable, value));

		assertThat(values.options()).containsExactly(option);
		assertThat(values.get(option)).isEqualTo(option.parse(variable, value));
		assertThat(notes).isEmpty();
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
