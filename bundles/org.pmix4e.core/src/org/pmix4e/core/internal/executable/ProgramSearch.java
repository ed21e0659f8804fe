// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.executable;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Map;
import java.util.Optional;
import org.pmix4e.core.internal.Messages;

/**
 * Tells before a launch whether the host will find a program; the host has the last word. Immutable.
 *
 * @param directory   where the ranks start
 * @param environment their variables
 */
record ProgramSearch(Path directory, Map<String, String> environment) {
	/** Where the host looks if there is no PATH. */
	private static final String DEFAULT_PATH = "/bin:/usr/bin";

	/** Why it cannot be run; empty if it looks well. A name with a slash starts at the directory, another is searched in PATH. */
	Optional<String> problem(String program) {
		if (program.isEmpty()) {
			return Optional.of(Messages.ProgramSearch_none);
		}
		try {
			return program.indexOf('/') >= 0 ? direct(directory.resolve(program)) : search(program);
		} catch (InvalidPathException e) {
			return Optional.of(MessageFormat.format(Messages.ProgramSearch_missing, program));
		}
	}

	private Optional<String> search(String name) {
		String path = environment.getOrDefault("PATH", DEFAULT_PATH);
		for (String entry : (path + ":").split(":", -1)) {
			if (direct(directory.resolve(entry).resolve(name)).isEmpty()) {
				return Optional.empty();
			}
		}
		return Optional.of(MessageFormat.format(Messages.ProgramSearch_notInPath, name, path));
	}

	private static Optional<String> direct(Path file) {
		if (!Files.exists(file)) {
			return Optional.of(MessageFormat.format(Messages.ProgramSearch_missing, file));
		}
		if (Files.isDirectory(file)) {
			return Optional.of(MessageFormat.format(Messages.ProgramSearch_directory, file));
		}
		return Files.isExecutable(file) ? Optional.empty() : Optional.of(MessageFormat.format(Messages.ProgramSearch_notExecutable, file));
	}
}
