// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4j.engines.EngineRequest;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobCommandLine;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionValues;

/** The command line that does in a shell what a launch configuration does here. Stateless. */
public final class RunCommandLine {
	/**
	 * The attribute of the platform's tab Common for a file that it writes to standard input. Its constant belongs to the user interface,
	 * which we do not need.
	 */
	public static final String ATTR_STDIN_FILE = "org.eclipse.debug.ui.ATTR_CAPTURE_STDIN_FILE";
	/** Without PATH the shell would find neither Java nor the program. */
	private static final List<String> CLEAN = List.of("env", "-i");

	private RunCommandLine() {
	}

	/**
	 * @param configuration a launch configuration without errors
	 * @return one line for a POSIX shell, which may be typed in any directory
	 * @throws CoreException if it cannot be read
	 */
	public static String of(ILaunchConfiguration configuration) throws CoreException {
		LaunchSettings settings = LaunchSettings.read(configuration);
		List<String> words = new ArrayList<>();
		Map<String, String> variables = variables(configuration);
		if (!configuration.getAttribute(ILaunchManager.ATTR_APPEND_ENVIRONMENT_VARIABLES, true) && !variables.isEmpty()) {
			words.addAll(CLEAN);
			variables.forEach((name, value) -> words.add(name + "=" + value));
			variables = Map.of();
		}
		words.addAll(LauncherCommand.words());
		words.addAll(run(settings, variables));
		return QuotedText.join(words) + input(configuration).map(file -> " < " + QuotedText.quote(file)).orElse("");
	}

	private static List<String> run(LaunchSettings settings, Map<String, String> variables) throws CoreException {
		OptionValues options = settings.options();
		if (!variables.isEmpty()) {
			options = options.with(AppOptions.ENVIRONMENT, EnvironmentEdits.setting(variables));
		}
		try {
			JobSpec job = JobSpec.of(new AppSpec(settings.command().program(), settings.arguments(), options));
			for (FurtherProgram program : settings.further()) {
				job = job.plusApp(program.app(options));
			}
			List<String> words = new ArrayList<>(JobCommandLine.of(job.withOptions(settings.options()),
					settings.options().only(OptionScope.LAUNCHER)));
			// behind the name of the command
			words.addAll(1, engine(settings.engine()));
			return words;
		} catch (IllegalArgumentException e) {
			throw new CoreException(Status.error(LaunchOptions.sentence(e.getMessage()), e));
		}
	}

	private static List<String> engine(EngineRequest request) {
		List<String> words = new ArrayList<>();
		if (!request.engine().isEmpty()) {
			words.addAll(List.of("--engine", request.engine()));
		}
		request.slurm().forEach(options -> words.addAll(List.of("--slurm", options)));
		return words;
	}

	/** Those of the configuration alone, sorted. */
	private static Map<String, String> variables(ILaunchConfiguration configuration) throws CoreException {
		Map<String, String> set = configuration.getAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of());
		Map<String, String> variables = new TreeMap<>();
		for (Map.Entry<String, String> variable : set.entrySet()) {
			variables.put(variable.getKey(), Attributes.substituted(variable.getValue()));
		}
		return variables;
	}

	private static Optional<String> input(ILaunchConfiguration configuration) throws CoreException {
		return Optional.of(Attributes.text(configuration, ATTR_STDIN_FILE, "")).filter(file -> !file.isEmpty());
	}
}
