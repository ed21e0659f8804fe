// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;

/**
 * A program of a job to spawn. Immutable.
 *
 * @param command          the executable: a path, or a name that is searched in PATH
 * @param arguments        its arguments, without the name of the program
 * @param environment      NAME=value for each variable to set
 * @param workingDirectory its working directory; empty for this process's
 * @param ranks            how many processes to start; 0 to let the host decide
 * @param infos            directives for this program
 * @see "PMIx Standard, chapter Process Management, pmix_app_t"
 */
public record SpawnProgram(String command, List<String> arguments, List<String> environment, String workingDirectory, int ranks,
		Infos infos) {
	/**
	 * Copies arguments and environment. The command must be named; whether it exists is found by the host.
	 *
	 * @throws IllegalArgumentException if the command is empty or the number of processes is negative
	 */
	public SpawnProgram {
		arguments = List.copyOf(arguments);
		environment = List.copyOf(environment);
		if (command.isEmpty() || ranks < 0) {
			throw new IllegalArgumentException("spawn of " + ranks + " ranks of '" + command + "'");
		}
	}

	/**
	 * {@return one process of the program in the working directory of this one}
	 *
	 * @param command   the executable
	 * @param arguments its arguments, without the name of the program
	 */
	public static SpawnProgram of(String command, String... arguments) {
		return new SpawnProgram(command, List.of(arguments), List.of(), "", 1, Infos.EMPTY);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value number of processes to start; 0 to let the host decide
	 */
	public SpawnProgram withRanks(int value) {
		return new SpawnProgram(command, arguments, environment, workingDirectory, value, infos);
	}

	/**
	 * {@return a copy that sets this variable, too}
	 *
	 * @param name  of a variable
	 * @param value its value
	 */
	public SpawnProgram plusEnvironment(String name, String value) {
		List<String> more = new ArrayList<>(environment);
		more.add(name + "=" + value);
		return new SpawnProgram(command, arguments, more, workingDirectory, ranks, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the working directory
	 */
	public SpawnProgram withWorkingDirectory(String value) {
		return new SpawnProgram(command, arguments, environment, value, ranks, infos);
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives for this program to add
	 */
	public SpawnProgram plusInfos(Info... more) {
		return new SpawnProgram(command, arguments, environment, workingDirectory, ranks, infos.with(more));
	}

	/** {@return the program as it is sent: argv begins with the name of the executable, as the C library has it} */
	public App toApp() {
		List<String> argv = new ArrayList<>();
		Path name = Path.of(command).getFileName();
		argv.add(name == null ? command : name.toString());
		argv.addAll(arguments);
		String directory = workingDirectory.isEmpty() ? Path.of("").toAbsolutePath().toString() : workingDirectory;
		return new App(command, argv, environment, directory, ranks, infos);
	}
}
