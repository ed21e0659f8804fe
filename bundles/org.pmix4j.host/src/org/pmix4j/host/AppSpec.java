// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One program of a job and how often to run it. Immutable.
 *
 * @param program     a path, or a name that is searched in the PATH of the program's own environment; becomes argv[0]
 * @param arguments   what follows argv[0]
 * @param ranks       how many processes, 1 to {@value #MAX_RANKS}
 * @param directory   its working directory; a relative one starts at the job's
 * @param environment variables to set besides the job's; the names of PMIx itself cannot be changed
 * @see "PMIx Standard, chapter Process Management, Application Structure"
 */
public record AppSpec(String program, List<String> arguments, int ranks, Path directory, Map<String, String> environment) {
	/** More processes than any one node runs; a larger number is a typing error. */
	public static final int MAX_RANKS = 1 << 16;

	/**
	 * Copies the collections.
	 *
	 * @throws IllegalArgumentException if there is no program or the number of ranks is out of range
	 */
	public AppSpec {
		if (program.isEmpty()) {
			throw new IllegalArgumentException("the name of the program is empty");
		}
		if (ranks < 1 || ranks > MAX_RANKS) {
			throw new IllegalArgumentException("number of ranks of " + program + " is 1 to " + MAX_RANKS + ", not " + ranks);
		}
		arguments = List.copyOf(arguments);
		environment = Map.copyOf(environment);
	}

	/**
	 * @param ranks     how many processes
	 * @param program   a path or name
	 * @param arguments what follows argv[0]
	 * @return the program in the job's directory, with the job's environment
	 */
	public static AppSpec of(int ranks, String program, String... arguments) {
		return new AppSpec(program, List.of(arguments), ranks, Path.of(""), Map.of());
	}

	/**
	 * @param other a working directory; a relative one starts at the job's
	 * @return the same program there
	 */
	public AppSpec withDirectory(Path other) {
		return new AppSpec(program, arguments, ranks, other, environment);
	}

	/**
	 * @param other variables to set besides the job's, instead of those given before
	 * @return the same program with them
	 */
	public AppSpec withEnvironment(Map<String, String> other) {
		return new AppSpec(program, arguments, ranks, directory, other);
	}
}
