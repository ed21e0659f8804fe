// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;

import org.pmix4j.job.options.OptionList;

/**
 * The word of a list of options.
 *
 * @param list the list
 */
record ListOptionWord(OptionList list) implements CommandWord {
	private static final List<String> LABELS = List.of("WORDS");

	@Override
	public List<String> labels() {
		return LABELS;
	}

	@Override
	public void read(Reading reading, String word, List<String> values) {
		for (OptionList.Entry<?> entry : list.entries("option " + word, values.get(0))) {
			put(reading, entry);
		}
	}

	private static <T> void put(Reading reading, OptionList.Entry<T> entry) {
		reading.put(entry.option(), entry.value(), entry.origin());
	}
}
