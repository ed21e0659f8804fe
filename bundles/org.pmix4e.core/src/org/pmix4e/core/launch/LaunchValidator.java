// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.Attributes;
import org.pmix4e.core.internal.configuration.EnginePlans;
import org.pmix4e.core.internal.configuration.FurtherProgram;
import org.pmix4e.core.internal.configuration.LaunchOptions;
import org.pmix4e.core.internal.configuration.LaunchPlace;
import org.pmix4e.core.internal.configuration.LaunchPlans;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.configuration.ProgramCheck;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.internal.configuration.QuotedText;
import org.pmix4e.core.spi.LaunchProblem;
import org.pmix4e.core.spi.ProgramKind;
import org.pmix4e.core.spi.RankDebuggerFactory;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionRules;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;

/**
 * Finds the problems of a launch configuration before a launch. The tabs show them while the user types, and the delegate refuses to
 * launch with an error. Reads properties of files and asks the user nothing. Stateless.
 */
public final class LaunchValidator {
	/** Without these an engine cannot be found. */
	private static final Set<String> OF_SETTINGS = Set.of(DebugPlugin.ATTR_WORKING_DIRECTORY, ILaunchManager.ATTR_ENVIRONMENT_VARIABLES,
			PmixLaunchConstants.ATTR_MORE_PROGRAMS);

	private LaunchValidator() {
	}

	/**
	 * {@return the problems, in the order of the tabs; none if a launch can begin}
	 *
	 * @param configuration a launch configuration, or a working copy
	 */
	public static List<LaunchProblem> validate(ILaunchConfiguration configuration) {
		List<LaunchProblem> problems = new ArrayList<>();
		// where ranks start matters for what can be found from there
		if (check(problems, DebugPlugin.ATTR_WORKING_DIRECTORY, () -> directory(configuration))
				& check(problems, ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, () -> environment(configuration))) {
			check(problems, PmixLaunchConstants.ATTR_PROGRAM, () -> program(configuration));
		}
		check(problems, PmixLaunchConstants.ATTR_ARGUMENTS, () -> arguments(configuration));
		check(problems, PmixLaunchConstants.ATTR_MORE_PROGRAMS, () -> morePrograms(configuration));
		OptionalInt ranks = options(problems, configuration);
		if (ranks.isPresent() && problems.stream().noneMatch(problem -> OF_SETTINGS.contains(problem.attribute()))) {
			check(problems, PmixLaunchConstants.ATTR_ENGINE, () -> engine(configuration, ranks.getAsInt()));
		}
		check(problems, PmixLaunchConstants.ATTR_DEBUG_RANKS, () -> debugRanks(configuration));
		check(problems, PmixLaunchConstants.ATTR_SOURCE_PATHS, () -> sourcePaths(configuration));
		if (!isReported(problems, PmixLaunchConstants.ATTR_SESSION_DIRECTORY)) {
			check(problems, PmixLaunchConstants.ATTR_SESSION_DIRECTORY, () -> sessionDirectory(configuration));
		}
		return problems;
	}

	/**
	 * {@return the first reason why it cannot be launched}
	 *
	 * @param configuration a launch configuration, or a working copy
	 */
	public static Optional<LaunchProblem> firstError(ILaunchConfiguration configuration) {
		return validate(configuration).stream().filter(LaunchProblem::isError).findFirst();
	}

	/**
	 * {@return where its ranks start if it names no working directory}
	 *
	 * @param configuration a launch configuration, or a working copy
	 * @throws CoreException if it cannot be read
	 */
	public static Path defaultDirectory(ILaunchConfiguration configuration) throws CoreException {
		return LaunchPlace.defaultDirectory(configuration);
	}

	/**
	 * {@return why Debug As would debug no rank of it, and what to do; empty if it would}
	 *
	 * Looks for programs, so it is not for the thread of the user interface.
	 *
	 * @param configuration a launch configuration, or a working copy
	 * @throws CoreException if it cannot be read
	 */
	public static Optional<String> debuggerProblem(ILaunchConfiguration configuration) throws CoreException {
		return ProgramKinds.debuggers(LaunchPlace.kind(configuration)).flatMap(RankDebuggerFactory::problem);
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

	/**
	 * Checks each option as every source of options does, then what they demand of each other.
	 *
	 * @return the number of ranks; empty if an option has a problem
	 */
	private static OptionalInt options(List<LaunchProblem> problems, ILaunchConfiguration configuration) {
		OptionValues values = OptionValues.DEFAULTS;
		int before = problems.size();
		for (JobOption<?> option : OptionTable.all()) {
			values = option(problems, configuration, values, option);
		}
		if (problems.size() == before) {
			int ranks = values.get(AppOptions.RANKS) + furtherRanks(configuration);
			if (ranks > AppOptions.MAX_STARTED) {
				problems.add(LaunchProblem.error(PmixLaunchConstants.ATTR_MORE_PROGRAMS,
						MessageFormat.format(Messages.LaunchValidator_tooManyRanks, ranks, AppOptions.MAX_STARTED)));
			}
			OptionRules.problems(values, ranks, OptionSource.CONFIGURATION).forEach((option, complaint) -> problems
					.add(LaunchProblem.error(option.key().orElse(PmixLaunchConstants.ATTR_KIND), LaunchOptions.sentence(complaint))));
			return problems.size() == before ? OptionalInt.of(ranks) : OptionalInt.empty();
		}
		return OptionalInt.empty();
	}

	/** Checks whether there is an engine, and whether it can run the job. */
	private static List<LaunchProblem> engine(ILaunchConfiguration configuration, int ranks) throws CoreException {
		if (configuration.getAttribute(PmixLaunchConstants.ATTR_ENGINE, "").endsWith(":")) { // which only the dialog stores
			return List.of(LaunchProblem.error(PmixLaunchConstants.ATTR_ENGINE, Messages.LaunchValidator_noServer));
		}
		LaunchSettings settings = LaunchPlans.known(configuration);
		EngineChoice choice = EnginePlans.choice(settings);
		if (choice.isLocal()) {
			boolean namesNodes = settings.options().isSet(PlacementOptions.HOSTS) || settings.options().isSet(PlacementOptions.HOSTFILE);
			return choice.missing().filter(missing -> namesNodes)
					.map(missing -> List.of(LaunchProblem.error(PmixLaunchConstants.ATTR_ENGINE, LaunchOptions.sentence(missing))))
					.orElseGet(() -> oversubscription(ranks).map(List::of).orElse(List.of()));
		}
		EnginePlans.order(configuration, settings, choice);
		return choice.unavailable(settings.environment())
				.map(missing -> List.of(LaunchProblem.error(PmixLaunchConstants.ATTR_ENGINE, LaunchOptions.sentence(missing))))
				.orElse(List.of());
	}

	private static OptionValues option(List<LaunchProblem> problems, ILaunchConfiguration configuration, OptionValues values,
			JobOption<?> option) {
		String problem;
		try {
			return values.plus(LaunchOptions.read(configuration, option, false));
		} catch (CoreException e) {
			// an unknown variable, a value of another type: the status names it
			problem = e.getStatus().getMessage();
		} catch (IllegalArgumentException e) {
			problem = LaunchOptions.sentence(e.getMessage());
		}
		String key = option.key().orElseThrow();
		if (!isReported(problems, key)) {
			problems.add(LaunchProblem.error(key, problem));
		}
		return values;
	}

	private static boolean isReported(List<LaunchProblem> problems, String attribute) {
		return problems.stream().anyMatch(problem -> problem.attribute().equals(attribute));
	}

	private static Optional<LaunchProblem> oversubscription(int ranks) {
		int processors = Runtime.getRuntime().availableProcessors();
		return ranks <= processors ? Optional.empty()
				: Optional.of(LaunchProblem.warning(PmixLaunchConstants.ATTR_RANKS,
						MessageFormat.format(Messages.LaunchValidator_oversubscribed, ranks, processors)));
	}

	private static List<LaunchProblem> arguments(ILaunchConfiguration configuration) throws CoreException {
		String text = Attributes.known(configuration, PmixLaunchConstants.ATTR_ARGUMENTS);
		return QuotedText.openQuote(text).map(quote -> error(PmixLaunchConstants.ATTR_ARGUMENTS, Messages.LaunchValidator_openQuote, quote))
				.orElse(List.of());
	}

	/** Returns the number of ranks of further programs; 0 if they cannot be read, which is reported elsewhere. */
	private static int furtherRanks(ILaunchConfiguration configuration) {
		try {
			return FurtherProgram.known(configuration).stream().mapToInt(FurtherProgram::ranks).sum();
		} catch (CoreException e) {
			return 0;
		}
	}

	private static List<LaunchProblem> morePrograms(ILaunchConfiguration configuration) throws CoreException {
		for (FurtherProgram further : FurtherProgram.known(configuration)) {
			Optional<String> problem = ProgramCheck.problem(further.program(), configuration);
			if (problem.isPresent()) {
				return List.of(LaunchProblem.error(PmixLaunchConstants.ATTR_MORE_PROGRAMS, problem.get()));
			}
		}
		return List.of();
	}

	private static List<LaunchProblem> debugRanks(ILaunchConfiguration configuration) throws CoreException {
		String text = Attributes.known(configuration, PmixLaunchConstants.ATTR_DEBUG_RANKS);
		Optional<RankSet> chosen = RankSet.parse(text);
		if (chosen.isEmpty()) {
			return error(PmixLaunchConstants.ATTR_DEBUG_RANKS, Messages.LaunchValidator_debugRanks, text);
		}
		int ranks = configuration.getAttribute(PmixLaunchConstants.ATTR_RANKS, PmixPreferences.ranks()) + furtherRanks(configuration);
		return chosen.get().size() <= ranks ? List.of()
				: error(PmixLaunchConstants.ATTR_DEBUG_RANKS, Messages.LaunchValidator_debugRanksOutside, text, ranks - 1);
	}

	private static List<LaunchProblem> sourcePaths(ILaunchConfiguration configuration) throws CoreException {
		Optional<Path> missing = SourcePaths.of(configuration).folders().stream().filter(folder -> !Files.isDirectory(folder)).findFirst();
		return missing.isEmpty() ? List.of()
				: error(PmixLaunchConstants.ATTR_SOURCE_PATHS, Messages.LaunchValidator_noSourceFolder, missing.get());
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
}
