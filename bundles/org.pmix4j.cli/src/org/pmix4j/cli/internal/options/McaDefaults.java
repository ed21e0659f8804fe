// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.McaParameters;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.bytes.OwnProcess;

/**
 * Collects the values of options that parameters of other launchers give in variables and files. Later values take precedence, and the
 * command line counts most. One thread.
 */
public final class McaDefaults {
	private final Map<String, Setting> settings = new LinkedHashMap<>();
	private EnvironmentEdits edits = EnvironmentEdits.NONE;
	/** Made once: all is read before the first question. */
	private @Nullable OptionLine collected;

	/** The last setting of an option: its place, and its words; none if it is turned off. */
	private record Setting(String source, List<String> words) {
	}

	/** Reads a parameter if it stands for an option; the source is where it is set, for messages. Returns whether it does. */
	boolean read(String source, String key, String value) {
		try {
			Optional<List<String>> words = value.isEmpty() ? Optional.empty() : McaParameters.words(key, withHome(value));
			Optional<String> option = McaParameters.option(key);
			if (words.isPresent() && option.isPresent()) {
				// those at the end take precedence
				settings.remove(option.get());
				settings.put(option.get(), new Setting(source, words.get()));
			}
			return words.isPresent() || option.isPresent();
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
		}
	}

	/** Replaces a leading tilde by the home of the user, as no shell sees the values of variables and files. */
	static String withHome(String value) {
		return value.startsWith("~/") ? OwnProcess.environment().getOrDefault("HOME", "") + value.substring(1) : value;
	}

	/** Adds changes to the environment of ranks, which take precedence over those before. */
	void put(EnvironmentEdits later) {
		edits = edits.plus(later);
	}

	/**
	 * Forgets what was read for options that the command line turns off.
	 *
	 * @param options as {@link OptionLine#off()} names them
	 */
	public void remove(Collection<String> options) {
		settings.keySet().removeAll(options);
	}

	/**
	 * @param word an option that only the command line has
	 * @return its values in their order; empty if none are collected
	 */
	public List<String> get(LineWord word) {
		return collected().get(word);
	}

	/** Returns what the settings amount to; throws IllegalArgumentException that names the place of a value that is not allowed. */
	private OptionLine collected() {
		OptionLine known = collected;
		if (known == null) {
			known = collect();
			collected = known;
		}
		return known;
	}

	private OptionLine collect() {
		OptionValues values = edits.edits().isEmpty() ? OptionValues.DEFAULTS : OptionValues.DEFAULTS.with(AppOptions.ENVIRONMENT, edits);
		Map<LineWord, List<String>> launch = new HashMap<>();
		for (Setting each : settings.values()) {
			try {
				OptionLine line = OptionReader.read(each.words(), CommandWords.RUN);
				values = merged(values, line.values());
				launch.putAll(line.launch());
			} catch (IllegalArgumentException e) {
				throw new IllegalArgumentException(each.source() + ": " + e.getMessage(), e);
			}
		}
		return new OptionLine(values, Map.of(), launch, List.of(), List.of(), List.of());
	}

	/**
	 * @param apps programs
	 * @return the programs with what is collected for programs; what they say themselves takes precedence
	 */
	public List<AppSpec> applied(List<AppSpec> apps) {
		OptionValues own = collected().values().only(OptionScope.APP);
		if (own.options().isEmpty()) {
			return apps;
		}
		return apps.stream().map(app -> new AppSpec(app.program(), app.arguments(), merged(own, app.options()))).toList();
	}

	/**
	 * @param given values of the job or the launcher
	 * @param scope which of them
	 * @return the values with what is collected for that; the given ones take precedence
	 */
	public OptionValues applied(OptionValues given, OptionScope scope) {
		return merged(collected().values().only(scope), given);
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
