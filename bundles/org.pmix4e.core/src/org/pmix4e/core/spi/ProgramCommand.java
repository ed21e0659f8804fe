// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;

/**
 * The command of each rank. Immutable.
 *
 * @param name      the short name for users: that of the file or of the Java class
 * @param program   a path, or the name of a command in PATH
 * @param arguments the arguments that precede those of the user
 */
public record ProgramCommand(String name, String program, List<String> arguments) {
	/**
	 * Copies the arguments. The program must be named; the arguments may be empty.
	 *
	 * @throws IllegalArgumentException if there is no program
	 */
	public ProgramCommand {
		if (program.isEmpty()) {
			throw new IllegalArgumentException("the program is empty");
		}
		arguments = List.copyOf(arguments);
	}
}
