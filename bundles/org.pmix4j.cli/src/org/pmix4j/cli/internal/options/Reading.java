// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionValues;

/** Collects the values of one program's options while its words are read. Refuses values that contradict each other. One thread. */
final class Reading {
	private final Map<JobOption<?>, String> origins = new HashMap<>();
	private final Map<LineWord, List<String>> launch = new HashMap<>();
	private final List<String> notes = new ArrayList<>();
	private final List<String> off = new ArrayList<>();
	private OptionValues values = OptionValues.DEFAULTS;

	/** Adds the value of an option. The origin is what messages call the words that gave it. */
	<T> void put(JobOption<T> option, T value, String origin) {
		String before = origins.put(option, origin);
		if (before == null) {
			values = values.plus(option, value);
			return;
		}
		Optional<T> both = option.type().combine(values.get(option), value);
		values = values.with(option, both.orElseThrow(() -> contradiction(before, origin)));
	}

	/** Adds the values of an option that only the command line has. */
	void put(LineWord word, List<String> given, String origin) {
		List<String> before = launch.get(word);
		if (before != null && !word.isRepeatable() && !before.equals(given)) {
			throw contradiction("option " + word.word() + " " + String.join(" ", before), origin);
		}
		if (before != null && word.isRepeatable()) {
			before.addAll(given);
		} else {
			launch.put(word, new ArrayList<>(given));
		}
	}

	/** Adds what the user should know. */
	void note(String text) {
		notes.add(text);
	}

	/** Adds an option that a parameter turns off. */
	void off(String option) {
		off.add(option);
	}

	/** Returns whether help or the version is asked for, so that the rest does not matter. */
	boolean isRequest() {
		return launch.containsKey(LaunchWord.HELP) || launch.containsKey(LaunchWord.VERSION);
	}

	private static IllegalArgumentException contradiction(String before, String origin) {
		return new IllegalArgumentException(before + " and " + origin + " contradict each other");
	}

	/** Returns what was read, before the words of the program. */
	OptionLine line(List<String> rest) {
		launch.replaceAll((word, given) -> List.copyOf(given));
		return new OptionLine(values, Map.copyOf(origins), Map.copyOf(launch), List.copyOf(notes), List.copyOf(off), rest);
	}
}
