// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The effect of each parameter of the Modular Component Architecture on this launcher, wherever it is set. A parameter that is not named
 * counts as its framework, the part before the first underscore; those of unknown frameworks belong to the program. Stateless.
 *
 * @see "Open MPI 4.1.4, ompi_info --param all all --level 9; PRRTE 3.0.8, prte_info --param all all"
 */
final class McaTable {
	/** The treatment of a parameter. */
	enum Kind {
		/** It is a parameter of a library of the program. */
		PROGRAM,
		/** It is a parameter of the program's PMIx library. */
		PMIX,
		/** Both the program's libraries and its PMIx library read it. */
		PROGRAM_AND_PMIX,
		/** It is a list of changes to the environment of the ranks. */
		VARIABLES,
		/** It is the time until KILL, which the engine reads from the environment of ranks. */
		KILL_TIMEOUT,
		/** The launcher's words take its value. */
		VALUE,
		/** A truth value gives the launcher's words. */
		SWITCH,
		/** Only certain values describe what is done anyway. */
		SAME,
		/** Nothing acts on it. */
		REFUSED
	}

	/**
	 * The row of a parameter.
	 *
	 * @param kind what is done with it
	 * @param text the launcher's words, the only values, or the reason, as the kind says
	 * @param hint what to do instead
	 */
	record Row(Kind kind, String text, String hint) {
	}

	private static final String TRUE = "1 true yes on t y enabled";
	private static final String FALSE = "0 false no off f n disabled";
	private static final String NO_DAEMONS = ": no daemons run on other nodes";
	private static final Set<String> OF_DAEMONS = Set.of("ess", "filem", "grpcomm", "oob", "plm", "ras", "regx", "rml", "routed");
	private static final Map<String, Row> PARAMETERS = new HashMap<>();
	private static final Map<String, Row> FRAMEWORKS = new HashMap<>();

	static {
		value("--map-by ", "rmaps_base_mapping_policy", "rmaps_default_mapping_policy", "rmaps_base_schedule_policy");
		value("--rank-by ", "rmaps_base_ranking_policy", "rmaps_default_ranking_policy");
		value("--bind-to ", "hwloc_base_binding_policy", "hwloc_default_binding_policy", "orte_process_binding");
		value("--ppr ", "rmaps_base_pattern", "rmaps_ppr_pattern");
		value("--npernode ", "rmaps_base_n_pernode", "rmaps_ppr_n_pernode");
		value("--npersocket ", "rmaps_base_n_persocket", "rmaps_ppr_n_persocket");
		value("--cpus-per-rank ", "rmaps_base_cpus_per_rank", "rmaps_base_cpus_per_proc");
		value("--rankfile ", "rmaps_rank_file_path", "orte_rankfile");
		value("--cpu-list ", "hwloc_base_cpu_list", "hwloc_base_cpu_set", "hwloc_default_cpu_list");
		value("--default-hostfile ", "orte_default_hostfile", "prte_default_hostfile");
		value("--output-filename ", "orte_output_filename");
		value("--tmpdir ", "orte_tmpdir_base", "prte_tmpdir_base", "orte_local_tmpdir_base", "prte_local_tmpdir_base");
		value("--max-restarts ", "orte_max_restarts");
		value("--forward-signals ", "ess_base_forward_signals", "ess_hnp_forward_signals", "prte_forward_signals");
		value("--exec-agent ", "orte_fork_agent", "prte_fork_agent");
		value("--runtime-options error-nonzero-status=", "orte_abort_on_non_zero_status", "state_base_error_non_zero_exit");
		on("--oversubscribe", "rmaps_base_oversubscribe");
		on("--nooversubscribe", "rmaps_base_no_oversubscribe");
		on("--nolocal", "rmaps_base_no_schedule_local");
		on("--map-by :inherit", "rmaps_base_inherit", "rmaps_default_inherit");
		on("--pernode", "rmaps_base_pernode", "rmaps_ppr_pernode");
		on("--bycore", "rmaps_base_bycore");
		on("--byslot", "rmaps_base_byslot");
		on("--bynode", "rmaps_base_bynode");
		on("--display-map", "rmaps_base_display_map");
		on("--display-devel-map", "rmaps_base_display_devel_map");
		on("--display-allocation", "ras_base_display_alloc", "orte_display_alloc", "orte_display_devel_alloc", "ras_base_display_devel_alloc");
		on("--do-not-launch", "orte_do_not_launch", "prte_do_not_launch");
		on("--report-bindings", "hwloc_base_report_bindings", "hwloc_default_report_bindings", "orte_report_bindings");
		on("--use-hwthread-cpus", "hwloc_base_use_hwthreads_as_cpus", "hwloc_default_use_hwthreads_as_cpus");
		on("--bind-to-core", "hwloc_base_bind_to_core");
		on("--bind-to-socket", "hwloc_base_bind_to_socket");
		on("--merge-stderr", "iof_base_redirect_app_stderr_to_stdout");
		on("--tag-output", "orte_tag_output", "prte_tag_output");
		on("--timestamp-output", "orte_timestamp_output", "prte_timestamp_output");
		on("--xml", "orte_xml_output", "prte_xml_output");
		on("--enable-recovery", "orte_enable_recovery", "prte_enable_recovery");
		on("--report-child-jobs-separately", "orte_report_child_jobs_separately", "prte_report_child_jobs_separately");
		same(FALSE, "each message is shown", "orte_base_help_aggregate", "prte_base_help_aggregate");
		same(TRUE + " " + FALSE, "the hardware of each node is read", "orte_hetero_nodes", "prte_hetero_nodes");
		same("isolated", NO_DAEMONS.substring(2), "plm");
		same("round_robin", "use --map-by", "rmaps");
		same("default", "there is only one way to start ranks", "odls");
		same("hnp", NO_DAEMONS.substring(2), "ess");
		all(new Row(Kind.KILL_TIMEOUT, "", ""), KillTimeout.PARAMETER);
		all(new Row(Kind.VARIABLES, "", ""), "mca_base_env_list");
		all(new Row(Kind.PROGRAM, "", ""), "hwloc", "hwloc_base_verbose", "hwloc_base_mem_alloc_policy",
				"hwloc_base_mem_bind_failure_action");
		refused("; use --simulate FILE", "hwloc_base_topo_file", "ras_simulator_num_nodes", "ras_simulator_topo_files",
				"ras_simulator_slots", "ras_simulator_max_slots");
		refused("; use --cpu-list", "hwloc_base_slot_list");
		refused("; write slots in --host or --hostfile", "orte_set_default_slots", "prte_set_default_slots", "ras_base_multiplier");
		refused(": ranks cannot have their own terminals; use --output file=NAME", "orte_xterm", "prte_xterm");
		refused("; use --display map", "rmaps_base_display_diffable_map");
		refused("; use --display topo", "rmaps_base_display_topo_with_map");
		refused("; use --get-stack-traces", "orte_timeout_for_stack_trace", "prte_timeout_for_stack_trace");
		refused(NO_DAEMONS, "orte_rsh_agent", "orte_launch_agent", "prte_launch_agent", "orte_no_vm", "prte_no_vm", "orte_max_vm_size",
				"prte_max_vm_size", "orte_leave_session_attached", "prte_leave_session_attached", "orte_debug_daemons", "prte_debug_daemons",
				"orte_startup_timeout", "orte_daemon_cores", "prte_daemon_cores", "orte_assume_same_shell", "prte_assume_same_shell",
				"orte_remote_tmpdir_base", "prte_remote_tmpdir_base");
		for (String each : List.of("bfrops", "gds", "pcompress", "pdl", "pfexec", "pgpu", "pif", "pinstalldirs", "plog", "pmdl", "pnet",
				"preachable", "prm", "psec", "psensor", "pshmem", "psquash", "pstat", "pstrg", "ptl")) {
			FRAMEWORKS.put(each, new Row(Kind.PMIX, "", ""));
		}
		for (String each : List.of("allocator", "bml", "btl", "coll", "crs", "fbtl", "fcoll", "fs", "io", "memory", "mpool", "mtl", "op", "osc",
				"patcher", "pml", "rcache", "sharedfp", "shmem", "timer", "topo", "vprotocol")) {
			FRAMEWORKS.put(each, new Row(Kind.PROGRAM, "", ""));
		}
		// Open MPI 4 has a framework of that name, too
		FRAMEWORKS.put("pmix", new Row(Kind.PROGRAM_AND_PMIX, "", ""));
		for (String each : List.of("dfs", "errmgr", "hwloc", "iof", "notifier", "odls", "orte", "propagate", "prte", "prtebacktrace",
				"prtedl", "prteif", "prteinstalldirs", "prtereachable", "rmaps", "rtc", "schizo", "state")) {
			FRAMEWORKS.put(each, new Row(Kind.REFUSED, "", ""));
		}
		OF_DAEMONS.forEach(each -> FRAMEWORKS.put(each, new Row(Kind.REFUSED, "", NO_DAEMONS)));
		for (String each : List.of("snapc", "sstore")) {
			FRAMEWORKS.put(each, new Row(Kind.REFUSED, "", ": it has no checkpoints"));
		}
	}

	private McaTable() {
	}

	private static void all(Row row, String... parameters) {
		List.of(parameters).forEach(each -> PARAMETERS.put(each, row));
	}

	private static void value(String words, String... parameters) {
		all(new Row(Kind.VALUE, words, ""), parameters);
	}

	private static void on(String words, String... parameters) {
		all(new Row(Kind.SWITCH, words, ""), parameters);
	}

	private static void same(String values, String reason, String... parameters) {
		all(new Row(Kind.SAME, values, ": " + reason), parameters);
	}

	private static void refused(String hint, String... parameters) {
		all(new Row(Kind.REFUSED, "", hint), parameters);
	}

	/** Returns the named parameters and frameworks of these kinds, in the order of the alphabet. */
	static List<String> names(Set<Kind> kinds) {
		return Stream.concat(PARAMETERS.entrySet().stream(), FRAMEWORKS.entrySet().stream())
				.filter(entry -> kinds.contains(entry.getValue().kind())).map(Map.Entry::getKey).distinct().sorted().toList();
	}

	/** Returns the row of a parameter. */
	static Row row(String parameter) {
		Row named = PARAMETERS.get(parameter);
		if (named != null) {
			return named;
		}
		if (parameter.startsWith("mca_base")) {
			return new Row(Kind.PROGRAM_AND_PMIX, "", "");
		}
		int end = parameter.indexOf('_');
		Row row = FRAMEWORKS.getOrDefault(end < 0 ? parameter : parameter.substring(0, end), new Row(Kind.PROGRAM, "", ""));
		boolean isReport = row.kind() == Kind.REFUSED && row.hint().isEmpty() && parameter.endsWith("_verbose");
		return isReport ? new Row(Kind.REFUSED, "", "; use --report-state") : row;
	}
}
