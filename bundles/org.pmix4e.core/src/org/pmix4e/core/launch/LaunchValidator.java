// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.spi.LaunchProblem;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.Attributes;
import org.pmix4e.core.internal.configuration.LaunchPlace;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.spi.ProgramKind;
import org.pmix4j.host.AppSpec;
import org.pmix4j.model.OutputFormat;

/**
 * Says before a launch what stands in its way. The tabs show it while the user writes, the delegate refuses with it. It reads files'
 * properties and asks the user nothing. Stateless.
 */
public final class LaunchValidator {
	private LaunchValidator() {
	}

	/**
	 * @param configuration a launch configuration, or a working copy
	 * @return what is wrong, in the order of the tabs; none if a launch can begin
	 */
	public static List<LaunchProblem> validate(ILaunchConfiguration configuration) {
		List<LaunchProblem> problems = new ArrayList<>();
		// where ranks start matters for what can be found from there
		if (check(problems, DebugPlugin.ATTR_WORKING_DIRECTORY, () -> directory(configuration))
				& check(problems, ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, () -> environment(configuration))) {
			check(problems, PmixLaunchConstants.ATTR_PROGRAM, () -> program(configuration));
		}
		check(problems, PmixLaunchConstants.ATTR_RANKS, () -> ranks(configuration));
		check(problems, PmixLaunchConstants.ATTR_ARGUMENTS, () -> arguments(configuration));
		check(problems, PmixLaunchConstants.ATTR_SESSION_DIRECTORY, () -> sessionDirectory(configuration));
		check(problems, PmixLaunchConstants.ATTR_TAG, () -> tag(configuration));
		check(problems, PmixLaunchConstants.ATTR_TIMEOUT, () -> timeout(configuration));
		check(problems, PmixLaunchConstants.ATTR_STDIN, () -> stdin(configuration));
		return problems;
	}

	/**
	 * @param configuration a launch configuration, or a working copy
	 * @return the first reason why it cannot be launched
	 */
	public static Optional<LaunchProblem> firstError(ILaunchConfiguration configuration) {
		return validate(configuration).stream().filter(LaunchProblem::isError).findFirst();
	}

	/**
	 * @param configuration a launch configuration, or a working copy
	 * @return where its ranks start if it names no working directory
	 * @throws CoreException if it cannot be read
	 */
	public static Path defaultDirectory(ILaunchConfiguration configuration) throws CoreException {
		return LaunchPlace.defaultDirectory(configuration);
	}

	private interface Check {
		List<LaunchProblem> run() throws CoreException;
	}

	private static boolean check(List<LaunchProblem> problems, String attribute, Check check) {
		List<LaunchProblem> found;
		try {
			found = check.run();
		} catch (CoreException e) {
			// an unknown variable, a value of another type: the status names it
			found = List.of(LaunchProblem.error(attribute, e.getStatus().getMessage()));
		} catch (InvalidPathException e) {
			found = error(attribute, Messages.LaunchValidator_badPath, e.getInput());
		}
		problems.addAll(found);
		return found.stream().noneMatch(LaunchProblem::isError);
	}

	private static List<LaunchProblem> error(String attribute, String pattern, Object... values) {
		return List.of(LaunchProblem.error(attribute, MessageFormat.format(pattern, values)));
	}

	private static List<LaunchProblem> program(ILaunchConfiguration configuration) throws CoreException {
		String id = LaunchPlace.kind(configuration);
		Optional<ProgramKind> kind = ProgramKinds.find(id);
		return kind.isPresent() ? kind.get().check(configuration)
				: error(PmixLaunchConstants.ATTR_KIND, Messages.LaunchValidator_unknownKind, id);
	}

	private static List<LaunchProblem> ranks(ILaunchConfiguration configuration) throws CoreException {
		int ranks = configuration.getAttribute(PmixLaunchConstants.ATTR_RANKS, PmixPreferences.ranks());
		if (ranks < 1 || ranks > AppSpec.MAX_RANKS) {
			return error(PmixLaunchConstants.ATTR_RANKS, Messages.LaunchValidator_ranks, AppSpec.MAX_RANKS, ranks);
		}
		int processors = Runtime.getRuntime().availableProcessors();
		if (ranks > processors) {
			return List.of(LaunchProblem.warning(PmixLaunchConstants.ATTR_RANKS,
					MessageFormat.format(Messages.LaunchValidator_oversubscribed, ranks, processors)));
		}
		return List.of();
	}

	private static List<LaunchProblem> arguments(ILaunchConfiguration configuration) throws CoreException {
		Attributes.known(configuration, PmixLaunchConstants.ATTR_ARGUMENTS);
		return List.of();
	}

	private static List<LaunchProblem> environment(ILaunchConfiguration configuration) throws CoreException {
		LaunchPlace.environment(configuration);
		return List.of();
	}

	private static List<LaunchProblem> directory(ILaunchConfiguration configuration) throws CoreException {
		Path directory = LaunchPlace.directory(configuration);
		if (Files.isDirectory(directory)) {
			return List.of();
		}
		return error(DebugPlugin.ATTR_WORKING_DIRECTORY,
				Files.exists(directory) ? Messages.LaunchValidator_noDirectory : Messages.LaunchValidator_directoryMissing, directory);
	}

	private static List<LaunchProblem> sessionDirectory(ILaunchConfiguration configuration) throws CoreException {
		String attribute = PmixLaunchConstants.ATTR_SESSION_DIRECTORY;
		String text = Attributes.known(configuration, attribute);
		if (text.isEmpty()) {
			return List.of();
		}
		Path directory = Path.of(text);
		if (!directory.isAbsolute()) {
			return error(attribute, Messages.LaunchValidator_sessionDirectoryRelative, text);
		}
		if (!Files.isDirectory(directory)) {
			return error(attribute, Messages.LaunchValidator_sessionDirectoryMissing, text);
		}
		return Files.isWritable(directory) ? List.of() : error(attribute, Messages.LaunchValidator_sessionDirectoryReadOnly, text);
	}

	private static List<LaunchProblem> tag(ILaunchConfiguration configuration) throws CoreException {
		String tag = configuration.getAttribute(PmixLaunchConstants.ATTR_TAG, PmixPreferences.tag());
		boolean known = Arrays.stream(OutputFormat.Tag.values()).anyMatch(value -> value.name().toLowerCase(Locale.ROOT).equals(tag));
		return known ? List.of() : error(PmixLaunchConstants.ATTR_TAG, Messages.LaunchValidator_tag, tag);
	}

	private static List<LaunchProblem> timeout(ILaunchConfiguration configuration) throws CoreException {
		int seconds = configuration.getAttribute(PmixLaunchConstants.ATTR_TIMEOUT, 0);
		return seconds >= 0 ? List.of() : error(PmixLaunchConstants.ATTR_TIMEOUT, Messages.LaunchValidator_timeout, seconds);
	}

	private static List<LaunchProblem> stdin(ILaunchConfiguration configuration) throws CoreException {
		String target = configuration.getAttribute(PmixLaunchConstants.ATTR_STDIN, "0");
		if (target.equals(PmixLaunchConstants.STDIN_ALL) || target.equals(PmixLaunchConstants.STDIN_NONE)) {
			return List.of();
		}
		int ranks = configuration.getAttribute(PmixLaunchConstants.ATTR_RANKS, PmixPreferences.ranks());
		try {
			int rank = Integer.parseInt(target);
			if (rank >= 0 && rank < Math.max(1, ranks)) {
				return List.of();
			}
		} catch (NumberFormatException e) {
			// told below, as a number out of range is
		}
		return error(PmixLaunchConstants.ATTR_STDIN, Messages.LaunchValidator_stdin, target, Math.max(1, ranks) - 1);
	}
}
