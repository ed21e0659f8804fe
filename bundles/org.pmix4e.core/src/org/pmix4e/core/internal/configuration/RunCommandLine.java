// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4j.model.OutputFormat;

/** The command line that does in a shell what a launch configuration does here. Stateless. */
public final class RunCommandLine {
	private static final String COMMAND = "./pmix4j";
	/** What the platform's Common tab stores; the names belong to the user interface, which we do not need. */
	private static final String ATTR_STDIN_FILE = "org.eclipse.debug.ui.ATTR_CAPTURE_STDIN_FILE";
	/** Without PATH the shell would find neither Java nor the program. */
	private static final List<String> CLEAN = List.of("env", "-i");

	private RunCommandLine() {
	}

	/**
	 * @param configuration a launch configuration without errors
	 * @return one line for a POSIX shell, to be typed where the command {@code ./pmix4j} is
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
		words.addAll(List.of(COMMAND, "run", "-n", Integer.toString(settings.ranks()), "--wdir", settings.directory().toString()));
		variables.forEach((name, value) -> words.addAll(List.of("-x", name + "=" + value)));
		addOptions(words, settings);
		words.add(settings.command().program());
		words.addAll(settings.arguments());
		return ShellText.join(words) + input(configuration).map(file -> " < " + ShellText.quote(file)).orElse("");
	}

	private static void addOptions(List<String> words, LaunchSettings settings) {
		if (settings.tag() != OutputFormat.Tag.NONE) {
			words.add("--tag=" + settings.tag().name().toLowerCase(Locale.ROOT));
		}
		if (settings.merge()) {
			words.add("--merge-stderr");
		}
		if (!settings.stdin().equals("0")) {
			words.addAll(List.of("--stdin", settings.stdin()));
		}
		if (!settings.timeout().isZero()) {
			words.addAll(List.of("--timeout", Long.toString(settings.timeout().toSeconds())));
		}
		if (settings.goOn()) {
			words.add("--continue");
		}
		settings.sessionDirectory().ifPresent(directory -> words.addAll(List.of("--tmpdir", directory.toString())));
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
