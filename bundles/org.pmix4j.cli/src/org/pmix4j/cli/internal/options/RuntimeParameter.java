// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.host.options.OptionType;

/**
 * Parameters of the runtimes of mpirun and prterun that mean the same as an option of this launcher. On the command line they are read as
 * that option; all other parameters of those runtimes are refused. Stateless.
 *
 * @see "Open MPI 4.1.4, ompi_info --param all all --level 9; PRRTE 3.0.8, prte_info --param all all"
 */
final class RuntimeParameter {
	private static final Set<String> WORDS = Set.of("--mca", "-mca", "--omca", "-omca", "--gmca", "-gmca", "--gomca", "-gomca", "--prtemca",
			"-prtemca");
	/** The options that take the value of the parameter. */
	private static final Map<String, String> VALUES = new HashMap<>();
	/** The options that a truth value turns on. */
	private static final Map<String, String> SWITCHES = new HashMap<>();
	/** What is turned on by a truth value, but never done here. */
	private static final Set<String> NEVER = Set.of("orte_base_help_aggregate", "prte_base_help_aggregate");

	static {
		value("--map-by", "rmaps_base_mapping_policy", "rmaps_default_mapping_policy");
		value("--rank-by", "rmaps_base_ranking_policy", "rmaps_default_ranking_policy");
		value("--bind-to", "hwloc_base_binding_policy", "hwloc_default_binding_policy");
		value("--ppr", "rmaps_base_pattern", "rmaps_ppr_pattern");
		value("--npernode", "rmaps_base_n_pernode", "rmaps_ppr_n_pernode");
		value("--npersocket", "rmaps_base_n_persocket", "rmaps_ppr_n_persocket");
		value("--cpus-per-rank", "rmaps_base_cpus_per_rank", "rmaps_base_cpus_per_proc");
		value("--rankfile", "rmaps_rank_file_path", "orte_rankfile");
		value("--cpu-list", "hwloc_base_cpu_list", "hwloc_base_cpu_set", "hwloc_default_cpu_list");
		value("--default-hostfile", "orte_default_hostfile", "prte_default_hostfile");
		value("--output-filename", "orte_output_filename");
		value("--tmpdir", "orte_tmpdir_base", "prte_tmpdir_base");
		value("--max-restarts", "orte_max_restarts");
		value("--forward-signals", "ess_base_forward_signals");
		on("--oversubscribe", "rmaps_base_oversubscribe");
		on("--nooversubscribe", "rmaps_base_no_oversubscribe");
		on("--nolocal", "rmaps_base_no_schedule_local");
		on("--pernode", "rmaps_base_pernode", "rmaps_ppr_pernode");
		on("--byslot", "rmaps_base_byslot");
		on("--bynode", "rmaps_base_bynode");
		on("--display-map", "rmaps_base_display_map");
		on("--display-devel-map", "rmaps_base_display_devel_map");
		on("--display-allocation", "ras_base_display_alloc");
		on("--report-bindings", "hwloc_base_report_bindings", "hwloc_default_report_bindings", "orte_report_bindings");
		on("--use-hwthread-cpus", "hwloc_base_use_hwthreads_as_cpus", "hwloc_default_use_hwthreads_as_cpus");
		on("--tag-output", "orte_tag_output");
		on("--timestamp-output", "orte_timestamp_output");
		on("--xml", "orte_xml_output");
		on("--enable-recovery", "orte_enable_recovery");
		on("--report-child-jobs-separately", "orte_report_child_jobs_separately");
	}

	private RuntimeParameter() {
	}

	private static void value(String option, String... parameters) {
		List.of(parameters).forEach(each -> VALUES.put(each, option));
	}

	private static void on(String option, String... parameters) {
		List.of(parameters).forEach(each -> SWITCHES.put(each, option));
	}

	/**
	 * Returns the words that a parameter on the command line stands for.
	 *
	 * @param word  an option, such as {@code --mca}
	 * @param words the words of the command line
	 * @param key   where the name of the parameter stands, its value behind it
	 * @return the words, none if nothing is turned on; empty if it is no such parameter
	 * @throws IllegalArgumentException if a switch has another value than a truth value
	 */
	static Optional<List<String>> words(String word, List<String> words, int key) {
		if (!WORDS.contains(word) || key + 1 >= words.size()) {
			return Optional.empty();
		}
		String parameter = words.get(key);
		String value = words.get(key + 1);
		if (VALUES.containsKey(parameter)) {
			return Optional.of(List.of(VALUES.get(parameter), value));
		}
		if (SWITCHES.containsKey(parameter)) {
			return Optional.of(isOn(word, parameter, value) ? List.of(SWITCHES.get(parameter)) : List.of());
		}
		return NEVER.contains(parameter) && !isOn(word, parameter, value) ? Optional.of(List.of()) : Optional.empty();
	}

	private static boolean isOn(String word, String parameter, String value) {
		return OptionType.FLAG.parse(value).orElseThrow(() -> new IllegalArgumentException(
				"option " + word + ": parameter " + parameter + " must be " + OptionType.FLAG.wanted() + ", not '" + value + "'"));
	}

	/** Returns the option that means the same as a parameter. */
	static Optional<String> option(String parameter) {
		return Optional.ofNullable(VALUES.getOrDefault(parameter, SWITCHES.get(parameter)));
	}
}
