// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.bytes.ByteStrings;

/**
 * One program of a job. Its texts reach the process as UTF-8, whatever the locale; texts of {@link ByteStrings} stand for any bytes.
 * Immutable.
 *
 * @param program   a path, or a name that is searched in the PATH of the program's own environment; becomes argv[0]
 * @param arguments the arguments behind argv[0]
 * @param options   values of options of {@link OptionScope#APP}, such as the number of ranks
 * @see "PMIx Standard, chapter Process Management, Application Structure"
 */
public record AppSpec(String program, List<String> arguments, OptionValues options) {
	/** The greatest number of ranks of a job, which may be on simulated nodes. */
	public static final int MAX_RANKS = AppOptions.MAX_RANKS;
	/** The greatest number of ranks of a job that is started and not only mapped. */
	public static final int MAX_STARTED = AppOptions.MAX_STARTED;

	/**
	 * Copies the list, and drops options of another scope.
	 *
	 * @throws IllegalArgumentException if the name of the program is empty
	 */
	public AppSpec {
		if (program.isEmpty()) {
			throw new IllegalArgumentException("the name of the program is empty");
		}
		arguments = List.copyOf(arguments);
		options = options.only(OptionScope.APP);
	}

	/**
	 * {@return the program in the job's directory, with the job's environment}
	 *
	 * @param ranks     how many processes
	 * @param program   a path or name
	 * @param arguments the arguments behind argv[0]
	 * @throws IllegalArgumentException if there is no program or the number of ranks is out of range
	 */
	public static AppSpec of(int ranks, String program, String... arguments) {
		return new AppSpec(program, List.of(arguments), OptionValues.DEFAULTS.with(AppOptions.RANKS, ranks));
	}

	/**
	 * {@return the same program with it}
	 *
	 * @param <T>    the type of its values
	 * @param option an option of a program
	 * @param value  its value
	 * @throws IllegalArgumentException if the value is not allowed
	 */
	public <T> AppSpec withOption(JobOption<T> option, T value) {
		return new AppSpec(program, arguments, options.with(option, value));
	}

	/**
	 * {@return the same program there}
	 *
	 * @param directory a working directory; a relative one starts at the job's
	 */
	public AppSpec withDirectory(Path directory) {
		return withOption(AppOptions.DIRECTORY, directory);
	}

	/**
	 * {@return the same program with them}
	 *
	 * @param variables variables to set besides the job's, in place of earlier changes
	 */
	public AppSpec withEnvironment(Map<String, String> variables) {
		return withOption(AppOptions.ENVIRONMENT, EnvironmentEdits.setting(variables));
	}

	/** {@return how many processes run it, 1 to {@value #MAX_RANKS}} */
	public int ranks() {
		return options.get(AppOptions.RANKS);
	}

	/** {@return its working directory; a relative one starts at the job's} */
	public Path directory() {
		return options.get(AppOptions.DIRECTORY);
	}

	/** {@return the changes to the job's environment; the variables of PMIx itself cannot be changed} */
	public EnvironmentEdits environment() {
		return options.get(AppOptions.ENVIRONMENT);
	}
}
