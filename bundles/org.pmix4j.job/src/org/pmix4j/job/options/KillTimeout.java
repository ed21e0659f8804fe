// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Determines the time between TERM and KILL when a rank is ended: the option {@link JobOptions#KILL_TIMEOUT}, else the parameter of Open
 * MPI and PRRTE in the rank's environment, else a default that depends on the program. Stateless.
 *
 * @see "Open MPI 4.1, ompi_info --param odls base; PRRTE 3.0.8, prte_info: odls_base_sigkill_timeout"
 */
public final class KillTimeout {
	/** The time for programs that are not started by a JVM. */
	static final Duration USUAL = Duration.ofSeconds(2);
	/** Shutdown hooks need longer than signal handlers. */
	private static final Duration OF_JAVA = Duration.ofSeconds(5);
	/** The parameter of the other launchers, in seconds. */
	static final String PARAMETER = "odls_base_sigkill_timeout";
	private static final List<String> VARIABLES = List.of("OMPI_MCA_" + PARAMETER, "PRTE_MCA_" + PARAMETER);

	private KillTimeout() {
	}

	/**
	 * {@return the time for the ranks of a program}
	 *
	 * @param job         values of options of the job
	 * @param program     the name of the program
	 * @param environment of its ranks
	 */
	public static Duration of(OptionValues job, String program, Map<String, String> environment) {
		if (job.isSet(JobOptions.KILL_TIMEOUT)) {
			return job.get(JobOptions.KILL_TIMEOUT);
		}
		return VARIABLES.stream().map(environment::get).flatMap(text -> parse(text).stream()).findFirst()
				.orElseGet(() -> program.substring(program.lastIndexOf('/') + 1).equals("java") ? OF_JAVA : USUAL);
	}

	/**
	 * {@return why the environment gives no such time although it has the parameter; empty if all is well}
	 *
	 * @param environment of ranks
	 */
	public static Optional<String> problem(Map<String, String> environment) {
		return VARIABLES.stream().filter(name -> environment.containsKey(name) && parse(environment.get(name)).isEmpty()).findFirst()
				.map(name -> "variable " + name + " must be " + OptionType.SECONDS.wanted() + ", not '" + environment.get(name)
						+ "'; it is ignored");
	}

	/** Refuses a value of the parameter that is not a time. */
	static void require(String value) {
		parse(value).orElseThrow(() -> new IllegalArgumentException(
				"parameter " + PARAMETER + " must be " + OptionType.SECONDS.wanted() + ", not '" + value + "'"));
	}

	private static Optional<Duration> parse(@Nullable String text) {
		return text == null ? Optional.empty() : OptionType.SECONDS.parse(text);
	}
}
