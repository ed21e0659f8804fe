// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.internal.Messages;
import org.pmix4j.process.ProgramSearch;

/** Explains why a program cannot be started, and what to do about it. Stateless. */
public final class ProgramCheck {
	private ProgramCheck() {
	}

	/**
	 * Searches a program as the launch does. Blocks on the file system.
	 *
	 * @param program       a path, or a name that is searched in PATH
	 * @param configuration with the working directory and the environment
	 * @return the reason for the user; empty if the program can be started
	 * @throws CoreException if the configuration cannot be read
	 */
	public static Optional<String> problem(String program, ILaunchConfiguration configuration) throws CoreException {
		ProgramSearch search = ProgramSearch.of(program, LaunchPlace.directory(configuration), LaunchPlace.environment(configuration));
		return search.isFound() ? Optional.empty() : Optional.of(reason(program, search));
	}

	private static String reason(String program, ProgramSearch search) {
		String file = search.file().map(Path::toString).orElse(program);
		return switch (search.outcome()) {
			case NOT_IN_PATH -> MessageFormat.format(Messages.ProgramCheck_notInPath, program, search.path());
			case DIRECTORY -> MessageFormat.format(Messages.ProgramCheck_directory, file);
			case NOT_EXECUTABLE -> search.file().map(ProgramCheck::notExecutable).orElseThrow();
			case NO_EXECUTION -> MessageFormat.format(Messages.ProgramCheck_noExecution, file);
			case UNREACHABLE -> MessageFormat.format(Messages.ProgramCheck_unreachable, file);
			case NOT_FOUND, BAD_NAME, FOUND -> MessageFormat.format(Messages.ProgramCheck_missing, file);
		};
	}

	/** Does not advise to make a source file executable. */
	private static String notExecutable(Path file) {
		String name = String.valueOf(file.getFileName());
		if (SourceFiles.isPython(name)) {
			return MessageFormat.format(Messages.ProgramCheck_python, file);
		}
		if (SourceFiles.programs(name).findAny().isEmpty()) {
			return MessageFormat.format(Messages.ProgramCheck_notExecutable, file);
		}
		Optional<Path> built = SourceFiles.programs(name).map(file::resolveSibling)
				.filter(program -> ProgramSearch.look(program) == ProgramSearch.Outcome.FOUND).findFirst();
		return built.isPresent() ? MessageFormat.format(Messages.ProgramCheck_builtSource, file, built.get())
				: MessageFormat.format(Messages.ProgramCheck_source, file);
	}
}
