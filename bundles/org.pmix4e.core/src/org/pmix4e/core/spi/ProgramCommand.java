// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;

/**
 * What is started for each rank. Immutable.
 *
 * @param program   a path, or a name that is searched in PATH
 * @param arguments what comes before the arguments that the user gave
 */
public record ProgramCommand(String program, List<String> arguments) {
	/** @throws IllegalArgumentException if there is no program */
	public ProgramCommand {
		if (program.isEmpty()) {
			throw new IllegalArgumentException("the program is empty");
		}
		arguments = List.copyOf(arguments);
	}
}
