// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.options.JobOption;
import org.pmix4j.host.options.McaParameters;
import org.pmix4j.host.options.OptionValues;

/**
 * Reads the parameters of the runtimes of mpirun and prterun that users set as variables: those that an option stands for are its default,
 * all others are named once. Parameters of the libraries of ranks reach the ranks with the environment. Stateless.
 *
 * @see "Open MPI 4.1, mpirun(1), --mca; PRRTE 3.0.8, prterun --help mca"
 */
public final class McaVariables {
	private static final String OPEN_MPI = "OMPI_MCA_";
	private static final String PRRTE = "PRTE_MCA_";
	/** A launcher of C sets parameters for the runtime's own processes, and so in the environment of its ranks. */
	private static final String OF_RANK = "PMIX_NAMESPACE";

	private McaVariables() {
	}

	/**
	 * {@return the programs with the defaults that variables give for options of programs}
	 *
	 * @param apps        the programs; what they say themselves counts more
	 * @param environment the variables
	 * @param notes       receives a line that names variables without effect
	 * @throws IllegalArgumentException if a value is not allowed; the message names the variable
	 */
	public static List<AppSpec> applied(List<AppSpec> apps, Map<String, String> environment, List<String> notes) {
		OptionValues defaults = OptionValues.DEFAULTS;
		List<String> unread = new ArrayList<>();
		for (Map.Entry<String, String> variable : environment.entrySet()) {
			String name = variable.getKey();
			boolean isPrrte = name.startsWith(PRRTE);
			if (isPrrte || name.startsWith(OPEN_MPI)) {
				String parameter = name.substring(OPEN_MPI.length());
				Optional<JobOption<?>> option = McaParameters.option(parameter);
				if (option.isPresent()) {
					defaults = plus(defaults, option.get(), "variable " + name, variable.getValue());
				} else if (isPrrte ? McaParameters.isUnknown(parameter) : McaParameters.isWithoutEffect(parameter)) {
					unread.add(name);
				}
			}
		}
		if (!unread.isEmpty() && !environment.containsKey(OF_RANK)) {
			unread.sort(null);
			notes.add("these variables have no effect, as they set parameters of the runtime of mpirun and prterun, which this launcher does"
					+ " not use: " + String.join(", ", unread));
		}
		if (defaults.options().isEmpty()) {
			return apps;
		}
		List<AppSpec> all = new ArrayList<>();
		for (AppSpec app : apps) {
			all.add(new AppSpec(app.program(), app.arguments(), defaults.plus(app.options())));
		}
		return all;
	}

	private static <T> OptionValues plus(OptionValues values, JobOption<T> option, String source, String text) {
		return values.with(option, option.parse(source, text));
	}
}
