// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.pmix4j.job.options.McaParameters;

/**
 * Reads the parameters of the runtimes of mpirun and prterun that users set as variables: those that an option stands for are its default,
 * all others are named once. Parameters of the libraries of ranks reach the ranks with the environment. Stateless.
 *
 * @see "Open MPI 4.1, mpirun(1), --mca; PRRTE 3.0.8, prterun --help mca"
 */
public final class McaVariables {
	/** A launcher of C sets parameters for the runtime's own processes, and so in the environment of its ranks. */
	private static final String OF_RANK = "PMIX_NAMESPACE";
	/** Sets variables of ranks; Open MPI 4.1, mpirun(1). */
	private static final String VARIABLES = McaParameters.OPEN_MPI + "mca_base_env_list";
	/** Slurm sets it in each allocation from release 23.11 on, so that mpirun and prte start their daemons; no choice of the user. */
	private static final String OF_SLURM = "plm_slurm_args";

	private McaVariables() {
	}

	/**
	 * Reads the defaults that variables give.
	 *
	 * @param environment the variables
	 * @param defaults    receives them; those of PRRTE take precedence over those of Open MPI
	 * @param notes       receives a line that names variables without effect
	 * @throws IllegalArgumentException if a value is not allowed; the message names the variable
	 */
	public static void read(Map<String, String> environment, McaDefaults defaults, List<String> notes) {
		Map<String, String> parameters = new TreeMap<>();
		environment.forEach((name, value) -> {
			if (isParameter(name) && !key(name).equals(OF_SLURM)) {
				parameters.put(name, value);
			}
		});
		List<String> unread = new ArrayList<>();
		parameters.forEach((name, value) -> {
			if (McaParameters.isWithoutEffect(name, value)) {
				unread.add(name);
			} else if (name.equals(VARIABLES)) {
				defaults.put(McaParameters.generic(key(name), value));
			} else if (!name.startsWith(McaParameters.PMIX)) {
				defaults.read("variable " + name, key(name), value);
			}
		});
		if (!unread.isEmpty() && !isRank(environment)) {
			notes.add("these variables have no effect, as they set parameters of the runtime of mpirun and prterun, which this launcher does"
					+ " not use: " + String.join(", ", unread));
		}
	}

	/** Returns whether the variables are those of a rank, for whose launcher they may be meant. */
	static boolean isRank(Map<String, String> environment) {
		return environment.containsKey(OF_RANK);
	}

	private static String key(String name) {
		return name.substring((name.startsWith(McaParameters.PRTE) ? McaParameters.PRTE : McaParameters.OPEN_MPI).length());
	}

	private static boolean isParameter(String name) {
		return name.startsWith(McaParameters.OPEN_MPI) || name.startsWith(McaParameters.PRTE) || name.startsWith(McaParameters.PMIX);
	}
}
