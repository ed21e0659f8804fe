// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns parameters of the Modular Component Architecture into the variables by which the libraries of ranks read them. Stateless.
 *
 * @see "PRRTE 3.0.8, prterun --help mca; Open MPI 4.1, mpirun(1), --mca"
 */
public final class McaParameters {
	private static final String OPEN_MPI = "OMPI_MCA_";
	private static final String PMIX = "PMIX_MCA_";
	private static final String PRTE = "PRTE_MCA_";
	private static final String BASE = "mca_base";
	private static final String VARIABLES = "mca_base_env_list";
	/** Frameworks of the C library. */
	private static final List<String> OF_PMIX = List.of("bfrops", "gds", "pcompress", "pdl", "pfexec", "pif", "pinstalldirs", "plog", "pmdl",
			"pmix", "pnet", "preachable", "prm", "psec", "psensor", "pshmem", "psquash", "pstat", "pstrg", "ptl");
	/** Frameworks of the runtimes ORTE and PRRTE. */
	private static final List<String> OF_RUNTIME = List.of("errmgr", "ess", "filem", "grpcomm", "hwloc", "iof", "odls", "oob", "orte", "plm",
			"prte", "ras", "rmaps", "rml", "routed", "rtc", "schizo", "state");

	/** Parameters of the runtimes that options of ours stand for, in the names of ORTE 4.1 and PRRTE 3. */
	private static final Map<String, JobOption<?>> OPTIONS = Map.of("rmaps_base_mapping_policy", PlacementOptions.MAP_BY,
			"rmaps_default_mapping_policy", PlacementOptions.MAP_BY, "rmaps_base_ranking_policy", PlacementOptions.RANK_BY,
			"rmaps_default_ranking_policy", PlacementOptions.RANK_BY, "hwloc_base_binding_policy", PlacementOptions.BIND_TO,
			"hwloc_default_binding_policy", PlacementOptions.BIND_TO, "hwloc_base_cpu_list", PlacementOptions.CPU_LIST,
			"hwloc_default_cpu_list", PlacementOptions.CPU_LIST, "rmaps_base_no_oversubscribe", PlacementOptions.NO_OVERSUBSCRIBE);
	/** Those that start daemons on other nodes, or connect with them. */
	private static final List<String> OF_DAEMONS = List.of("ess", "filem", "grpcomm", "oob", "plm", "ras", "rml", "routed");

	private McaParameters() {
	}

	/**
	 * {@return the option of programs that the parameter of a runtime stands for; empty if there is none}
	 *
	 * @param key a parameter
	 */
	public static Optional<JobOption<?>> option(String key) {
		return Optional.ofNullable(OPTIONS.get(key));
	}

	/**
	 * {@return whether it is a parameter of a runtime, not of a library of the ranks, on which nothing here acts}
	 *
	 * @param key a parameter
	 */
	public static boolean isWithoutEffect(String key) {
		return isOf(OF_RUNTIME, key) && isUnknown(key);
	}

	/**
	 * {@return whether nothing here acts on a parameter of a runtime}
	 *
	 * @param key a parameter of a runtime
	 */
	public static boolean isUnknown(String key) {
		return !key.equals(KillTimeout.PARAMETER) && !OPTIONS.containsKey(key);
	}

	/**
	 * {@return the changes that set it for the ranks}
	 *
	 * @param key   a parameter of any library
	 * @param value its value
	 * @throws IllegalArgumentException if it is a parameter of another launcher's runtime, or the key is not a name
	 */
	public static EnvironmentEdits generic(String key, String value) {
		requireName(key);
		if (key.equals(KillTimeout.PARAMETER)) {
			KillTimeout.require(value);
			return EnvironmentEdits.NONE.plusSet(OPEN_MPI + key, value);
		}
		if (isOf(OF_RUNTIME, key)) {
			throw new IllegalArgumentException("parameter " + key + " belongs to the runtime of mpirun and prterun, which this launcher does not use"
					+ (isOf(OF_DAEMONS, key) ? ": no daemons run on other nodes" : key.endsWith("_verbose") ? "; use --report-state" : "")
					+ "; see the options of 'pmix4j run --help all'");
		}
		if (key.equals(VARIABLES)) {
			List<EnvironmentEdits.Edit> edits = new ArrayList<>();
			for (String variable : value.split(";")) {
				edits.addAll(OptionType.EDITS.parse(variable).orElseThrow(() -> new IllegalArgumentException("parameter " + key
						+ " must be a list of " + OptionType.EDITS.wanted() + ", separated by ';', not '" + value + "'")).edits());
			}
			return new EnvironmentEdits(edits);
		}
		if (key.startsWith(BASE)) {
			return EnvironmentEdits.NONE.plusSet(OPEN_MPI + key, value).plusSet(PMIX + key, value);
		}
		return EnvironmentEdits.NONE.plusSet((isOf(OF_PMIX, key) ? PMIX : OPEN_MPI) + key, value);
	}

	/**
	 * {@return the changes that set it for the ranks}
	 *
	 * @param key   a parameter of the C library
	 * @param value its value
	 * @throws IllegalArgumentException if the key is not a name
	 */
	public static EnvironmentEdits ofPmix(String key, String value) {
		requireName(key);
		return EnvironmentEdits.NONE.plusSet(PMIX + key, value);
	}

	/**
	 * {@return the changes that set it for the ranks}
	 *
	 * @param key   a parameter of PRRTE
	 * @param value its value
	 * @throws IllegalArgumentException if this launcher does not act on it
	 */
	public static EnvironmentEdits ofPrte(String key, String value) {
		requireName(key);
		if (!key.equals(KillTimeout.PARAMETER)) {
			throw new IllegalArgumentException("parameter " + key + " belongs to PRRTE, which this launcher does not use; of those, it"
					+ " only acts on " + KillTimeout.PARAMETER);
		}
		KillTimeout.require(value);
		return EnvironmentEdits.NONE.plusSet(PRTE + key, value);
	}

	/** Refuses what cannot be a part of the name of a variable. */
	private static void requireName(String key) {
		if (key.isBlank() || key.indexOf('=') >= 0) {
			throw new IllegalArgumentException("the name of a parameter must not be empty or contain '=', as '" + key
					+ "'; write KEY VALUE, not KEY=VALUE");
		}
	}

	private static boolean isOf(List<String> frameworks, String key) {
		int end = key.indexOf('_');
		return frameworks.contains(end < 0 ? key : key.substring(0, end));
	}
}
