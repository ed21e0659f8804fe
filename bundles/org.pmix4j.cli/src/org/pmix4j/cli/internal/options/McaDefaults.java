// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.options.JobOption;
import org.pmix4j.host.options.McaParameters;
import org.pmix4j.host.options.OptionScope;
import org.pmix4j.host.options.OptionValues;

/**
 * Collects the values of options that parameters of other launchers give in variables and files. What is read later counts more, and the
 * command line counts most. One thread.
 */
public final class McaDefaults {
	private final Map<LineWord, List<String>> launch = new HashMap<>();
	private OptionValues values = OptionValues.DEFAULTS;

	/** Reads a parameter if it stands for an option; the source is where it is set, for messages. Returns whether it does. */
	boolean read(String source, String key, String value) {
		try {
			Optional<List<String>> words = McaParameters.words(key, value);
			if (words.isEmpty()) {
				return false;
			}
			if (!words.get().isEmpty()) {
				OptionLine line = OptionReader.read(words.get(), CommandWords.RUN);
				values = merged(values, line.values());
				launch.putAll(line.launch());
			}
			return true;
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
		}
	}

	/** Adds values of an option, which count more than those before. */
	<T> void put(JobOption<T> option, T value) {
		values = values.plus(option, value);
	}

	/**
	 * @param word an option that only the command line has
	 * @return its values in their order; empty if none are collected
	 */
	public List<String> get(LineWord word) {
		return launch.getOrDefault(word, List.of());
	}

	/**
	 * @param apps programs
	 * @return the programs with what is collected for programs; what they say themselves counts more
	 */
	public List<AppSpec> applied(List<AppSpec> apps) {
		OptionValues own = values.only(OptionScope.APP);
		if (own.options().isEmpty()) {
			return apps;
		}
		return apps.stream().map(app -> new AppSpec(app.program(), app.arguments(), merged(own, app.options()))).toList();
	}

	/**
	 * @param given values of the job or the launcher
	 * @param scope which of them
	 * @return the values with what is collected for that; the given ones count more
	 */
	public OptionValues applied(OptionValues given, OptionScope scope) {
		return merged(values.only(scope), given);
	}

	private static OptionValues merged(OptionValues defaults, OptionValues given) {
		OptionValues both = given;
		for (JobOption<?> option : defaults.options()) {
			both = merged(both, option, defaults);
		}
		return both;
	}

	/** A value may add to another one, as a qualifier does to a policy; if it contradicts it, the given one counts. */
	private static <T> OptionValues merged(OptionValues given, JobOption<T> option, OptionValues defaults) {
		if (!given.isSet(option)) {
			return given.with(option, defaults.get(option));
		}
		Optional<T> both = option.type().combine(defaults.get(option), given.get(option));
		try {
			return both.isEmpty() ? given : given.with(option, both.get());
		} catch (IllegalArgumentException e) {
			return given;
		}
	}
}
