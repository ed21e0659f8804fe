// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionGroup;
import org.pmix4j.job.options.OptionList;
import org.pmix4j.job.options.OptionSpelling;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.ValueHelp;

/**
 * One option in the help. Immutable.
 *
 * @param words    its words, the usual one first, each with its values
 * @param text     what it does
 * @param group    its group
 * @param isCommon whether the short help shows it
 * @param values   the words of its values
 */
record HelpEntry(List<String> words, String text, OptionGroup group, boolean isCommon, List<ValueHelp> values) {
	/** Makes the entry of an option whose values need no explanation. */
	HelpEntry(List<String> words, String text, OptionGroup group, boolean isCommon) {
		this(words, text, group, isCommon, List.of());
	}

	/** Returns an entry for each option of the command line, in the order of the table. */
	static List<HelpEntry> all() {
		return all(CommandUse.RUN, option -> true);
	}

	/** Returns an entry for each option of the table that meets a condition, and for those of a command alone. */
	static List<HelpEntry> all(CommandUse use, Predicate<JobOption<?>> condition) {
		List<HelpEntry> entries = ofTable(condition);
		if (use.isOfJob()) {
			OptionList.ofCommandLine().forEach(list -> entries.add(of(list)));
		}
		for (LineWord word : use.lineWords()) {
			entries.add(new HelpEntry(word.words().stream().map(each -> withValues(each, word.labels(), word.mayLackValue())).toList(),
					word.text(), word.group(), false));
		}
		return entries;
	}

	private static List<HelpEntry> ofTable(Predicate<JobOption<?>> condition) {
		List<HelpEntry> entries = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			if (condition.test(option) && (!option.words().isEmpty() || !option.spellings().isEmpty())) {
				entries.add(of(option));
			}
		}
		return entries;
	}

	private static HelpEntry of(OptionList list) {
		OptionGroup group = list == OptionList.OUTPUT ? OptionGroup.OUTPUT
				: list == OptionList.RUNTIME ? OptionGroup.LAUNCH : OptionGroup.REPORTS;
		return new HelpEntry(List.of(list.word() + " WORDS"), list.text() + " Words: " + String.join(", ", list.words()) + ".", group, false,
				ValueHelp.of(list));
	}

	private static HelpEntry of(JobOption<?> option) {
		List<String> words = new ArrayList<>();
		List<String> labels = option.label().isEmpty() ? List.of() : List.of(option.label());
		for (String word : option.words()) {
			words.add(withValues(word, option.detail().map(each -> List.of(each.label())).orElse(labels),
					option.fallback().isPresent() || option.detail().isPresent()));
		}
		for (OptionSpelling<?> spelling : option.spellings()) {
			words.add(withValues(spelling.word(), spelling.labels(), false));
		}
		return new HelpEntry(words, option.text(), option.group(), option.isCommon(), ValueHelp.of(option));
	}

	private static String withValues(String word, List<String> labels, boolean mayLackValue) {
		if (mayLackValue) {
			return word + "[=" + labels.get(0) + "]";
		}
		return labels.isEmpty() ? word : word + " " + String.join(" ", labels);
	}

	/** Returns a word without its values. */
	static String name(String word) {
		int end = 0;
		while (end < word.length() && " =[".indexOf(word.charAt(end)) < 0) {
			end++;
		}
		return word.substring(0, end);
	}

	/** Returns whether a word, with or without its hyphens, begins the option. */
	boolean hasWord(String word) {
		return words.stream().map(HelpEntry::name).anyMatch(each -> each.equals(word) || each.replaceFirst("^--?", "")
				.equals(word));
	}
}
