// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.options;

import java.util.List;

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

	private McaParameters() {
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
			throw new IllegalArgumentException("parameter " + key
					+ " belongs to the runtime of mpirun and prterun, which this launcher does not use; see the options of 'pmix4j run --help all'");
		}
		if (key.equals(VARIABLES)) {
			EnvironmentEdits edits = EnvironmentEdits.NONE;
			for (String variable : value.split(";")) {
				edits = edits.plus(OptionType.EDITS.parse(variable).orElseThrow(() -> new IllegalArgumentException("parameter " + key
						+ " must be a list of " + OptionType.EDITS.wanted() + ", separated by ';', not '" + value + "'")));
			}
			return edits;
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
