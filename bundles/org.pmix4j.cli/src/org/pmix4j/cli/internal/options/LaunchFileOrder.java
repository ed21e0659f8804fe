// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.pmix4j.engines.EngineRequest;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.OutputFormat.Tag;

/** Makes the programs and options of a launch file those of a command line. Stateless. */
final class LaunchFileOrder {
	private static final String OWN = "org.pmix4e.launch.";
	private static final String TYPE = OWN + "job";
	private static final String KIND = OWN + "kind";
	private static final String EXECUTABLE = "executable";
	private static final String PROGRAM = OWN + "program";
	private static final String ARGUMENTS = OWN + "arguments";
	private static final String MORE_PROGRAMS = OWN + "morePrograms";
	private static final String ENGINE = OWN + "engine";
	private static final String SLURM = OWN + "slurm";
	/** These matter in debug mode only. */
	private static final Set<String> OF_DEBUGGER = Set.of(OWN + "debugRanks", OWN + "suspendAll");
	private static final Set<String> OWN_KEYS = Set.of(KIND, PROGRAM, ARGUMENTS, MORE_PROGRAMS, ENGINE, SLURM);
	private static final String ENVIRONMENT = "org.eclipse.debug.core.environmentVariables";
	private static final String APPEND = "org.eclipse.debug.core.appendEnvironmentVariables";
	private static final String STDIN_FILE = "org.eclipse.debug.ui.ATTR_CAPTURE_STDIN_FILE";

	private LaunchFileOrder() {
	}

	/** Returns the job of a launch file. Options of the command line take precedence over its own. */
	static JobSpec job(LaunchFile file, OptionValues given) {
		refuseOthers(file);
		OptionValues options = options(file, OptionValues.DEFAULTS);
		Map<String, String> variables = file.maps().getOrDefault(ENVIRONMENT, Map.of());
		boolean appends = !file.values().getOrDefault(APPEND, "true").equals("false");
		if (appends && !variables.isEmpty()) {
			options = options.with(AppOptions.ENVIRONMENT, EnvironmentEdits.setting(replaced(variables, file)));
		}
		options = options.plus(given);
		String place = "launch file " + file.file();
		JobSpec job = JobSpec.of(new AppSpec(file.text(PROGRAM), words(file, file.values().getOrDefault(ARGUMENTS, ""), place), options));
		for (String line : file.lists().getOrDefault(MORE_PROGRAMS, List.of())) {
			job = job.plusApp(further(words(file, line, place), options, place));
		}
		job = job.withOptions(options);
		return appends || variables.isEmpty() ? job : job.withEnvironment(replaced(variables, file));
	}

	/** Returns the options of a launch file, and those of the command line, which take precedence. */
	static OptionValues options(LaunchFile file, OptionValues given) {
		OptionValues options = OptionValues.DEFAULTS.with(OutputOptions.TAG, Tag.RANK);
		for (JobOption<?> option : OptionTable.all()) {
			options = with(option, file, options);
		}
		return options.plus(given);
	}

	/** Returns what a launch file says about the engine. */
	static EngineRequest engine(LaunchFile file) {
		String slurm = file.text(SLURM);
		return new EngineRequest(file.text(ENGINE), slurm.isEmpty() ? List.of() : List.of(slurm));
	}

	private static void refuseOthers(LaunchFile file) {
		String name = "launch file " + file.file();
		if (!file.type().equals(TYPE)) {
			throw new IllegalArgumentException(name + " is not a PMIx job but of the type '" + file.type() + "'");
		}
		if (!file.values().getOrDefault(KIND, EXECUTABLE).equals(EXECUTABLE)) {
			throw new IllegalArgumentException(name + " runs a class, whose class path only Eclipse knows; use the command line that"
					+ " Eclipse shows for the configuration");
		}
		if (file.text(PROGRAM).isEmpty()) {
			throw new IllegalArgumentException(name + " names no program");
		}
		if (file.values().containsKey(STDIN_FILE)) {
			throw new IllegalArgumentException(name + " reads standard input from " + file.values().get(STDIN_FILE)
					+ "; remove that, and redirect the input of this command");
		}
		for (String key : file.values().keySet()) {
			boolean isKnown = !key.startsWith(OWN) || OWN_KEYS.contains(key) || OF_DEBUGGER.contains(key)
					|| OptionTable.all().stream().anyMatch(option -> option.key().filter(key::equals).isPresent());
			if (!isKnown) {
				throw new IllegalArgumentException(name + " has an unknown attribute " + key);
			}
		}
	}

	private static <T> OptionValues with(JobOption<T> option, LaunchFile file, OptionValues options) {
		String text = option.key().map(file::text).orElse("");
		if (text.isEmpty()) {
			return options;
		}
		return options.with(option, option.parse("the " + option.name() + " of launch file " + file.file(), text));
	}

	private static Map<String, String> replaced(Map<String, String> variables, LaunchFile file) {
		Map<String, String> replaced = new TreeMap<>();
		variables.forEach((name, value) -> replaced.put(name, file.replaced(value)));
		return replaced;
	}

	private static List<String> words(LaunchFile file, String text, String place) {
		List<String> words = new ArrayList<>();
		file.replaced(text).lines().forEach(line -> words.addAll(ShellWords.split(line, place)));
		return words;
	}

	/** Reads a number of ranks, a program and its arguments. */
	private static AppSpec further(List<String> words, OptionValues first, String place) {
		if (words.size() < 2) {
			throw new IllegalArgumentException("a further program of " + place + " must be a number of ranks, a program and its arguments");
		}
		int ranks = AppOptions.RANKS.parse("the number of ranks of a further program of " + place, words.get(0));
		return new AppSpec(words.get(1), words.subList(2, words.size()), PlacementOptions.ofFurtherProgram(first, ranks));
	}
}
