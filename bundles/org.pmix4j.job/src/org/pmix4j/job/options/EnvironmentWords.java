// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.options.EnvironmentEdits.Edit;
import org.pmix4j.job.options.EnvironmentEdits.Kind;
import org.pmix4j.model.Envar;

/**
 * Reads changes to the environment from words of the command line, and writes them as such. Stateless.
 *
 * @see "PRRTE 4, prterun --help append-env"
 */
final class EnvironmentWords {
	static final String SET = "--set-env";
	static final String UNSET = "--unset-env";
	static final String APPEND = "--append-env";
	static final String PREPEND = "--prepend-env";

	private static final char SEPARATOR = ':';

	private EnvironmentWords() {
	}

	/** Reads NAME=VALUE; empty if the value is missing. */
	static Optional<EnvironmentEdits> set(List<String> values) {
		return Optional.of(values.get(0)).filter(text -> text.indexOf('=') > 0).flatMap(OptionType.EDITS::parse);
	}

	/** Reads a name, of which a star at the end stands for the rest of any name. */
	static Optional<EnvironmentEdits> unset(List<String> values) {
		String name = values.get(0);
		return name.isEmpty() || name.indexOf('=') >= 0 ? Optional.empty()
				: Optional.of(EnvironmentEdits.NONE.plus(Kind.UNSET, new Envar(name, "", SEPARATOR)));
	}

	/** Reads NAME[SEPARATOR] and a value. */
	static Optional<EnvironmentEdits> joined(Kind kind, List<String> values) {
		String text = values.get(0);
		int last = text.length() - 1;
		boolean hasSeparator = text.length() > 3 && text.charAt(last) == ']' && text.charAt(last - 2) == '[';
		String name = hasSeparator ? text.substring(0, last - 2) : text;
		if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('[') >= 0) {
			return Optional.empty();
		}
		char separator = hasSeparator ? text.charAt(last - 1) : SEPARATOR;
		return Optional.of(EnvironmentEdits.NONE.plus(kind, new Envar(name, values.get(1), separator)));
	}

	/** Returns words that mean the changes. */
	static List<String> of(EnvironmentEdits edits) {
		List<String> words = new ArrayList<>();
		for (Edit edit : edits.edits()) {
			Envar variable = edit.variable();
			String name = variable.name();
			if (name.isEmpty() || name.indexOf('=') >= 0) {
				throw new IllegalArgumentException("no option of the command line changes the variable '" + name + "'");
			}
			switch (edit.kind()) {
				case SET -> OptionWords.add(words, AppOptions.ENVIRONMENT.words().get(0), name + "=" + variable.value());
				case UNSET -> OptionWords.add(words, UNSET, name);
				case APPEND -> add(words, APPEND, variable);
				case PREPEND -> add(words, PREPEND, variable);
				case ADD, FIRST -> throw new IllegalArgumentException(
						"no option of the command line does " + edit.kind() + " with variable '" + name + "'");
			}
		}
		return words;
	}

	private static void add(List<String> words, String option, Envar variable) {
		if (variable.name().indexOf('[') >= 0) {
			throw new IllegalArgumentException("no option of the command line changes the variable '" + variable.name() + "'");
		}
		char separator = variable.separator() == 0 ? SEPARATOR : variable.separator();
		OptionWords.add(words, option, variable.name() + "[" + separator + "]");
		words.add(variable.value());
	}
}
