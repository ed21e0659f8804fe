// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;
import java.util.Optional;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionSpelling;

/**
 * Another spelling of an option's value.
 *
 * @param <T>      the type of the option's values
 * @param option   the option
 * @param spelling the spelling
 */
record SpellingWord<T>(JobOption<T> option, OptionSpelling<T> spelling) implements CommandWord {
	@Override
	public List<String> labels() {
		return spelling.labels();
	}

	@Override
	public void read(Reading reading, String word, List<String> values) {
		String given = String.join(" ", values);
		T value = read(word, values).orElseThrow(() -> new IllegalArgumentException("option " + word
				+ spelling.refusal().apply(values).map(reason -> ": " + reason)
						.orElseGet(() -> " must be " + spelling.wanted() + ", not '" + given + "'")));
		reading.put(option, value, ("option " + word + " " + given).strip());
	}

	private Optional<T> read(String word, List<String> values) {
		try {
			return spelling.reader().apply(values);
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException("option " + word + ": " + e.getMessage(), e);
		}
	}
}
