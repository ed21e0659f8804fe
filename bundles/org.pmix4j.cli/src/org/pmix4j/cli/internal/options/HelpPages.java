// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.pmix4j.job.options.OptionGroup;
import org.pmix4j.job.options.ValueHelp;

/** The help of {@code pmix4j run}: a short page, and pages about groups of options, options and other topics. Stateless. */
public final class HelpPages {
	private static final String ALL = "all";
	private static final String EXIT = "exit";
	private static final String SIGNALS = "signals";
	private static final String REFUSED = "refused";
	private static final int WIDTH = 80;
	private static final int INDENT = 24;

	private static final List<String> EXIT_TEXT = List.of("Exit code: that of the rank that failed first; 128 + n if signal n killed it;"
			+ " 127 if a program was not found, 126 if it cannot be run, 1 if the job cannot be placed or prepared, 110 after a timeout, 2 if"
			+ " the command line is wrong, 70 if the launcher itself fails.");
	private static final List<String> SIGNALS_TEXT = List.of(
			"Ctrl-C (INT), TERM and HUP end the job in order. A second one within the end says how to force it, a third one kills all ranks"
					+ " and leaves. The launcher then dies of the first signal.",
			"Ctrl-Z (TSTP) stops the ranks, which get STOP, and the launcher; CONT continues both. Ctrl-\\ (QUIT) shows what the job waits"
					+ " for.",
			"USR1, USR2, ABRT, ALRM and CONT are forwarded to all ranks; --forward-signals adds others, or turns it off.");

	private HelpPages() {
	}

	/** @return the short page, of fewer than 50 lines */
	public static String shortPage() {
		StringBuilder page = new StringBuilder();
		page.append("Usage: pmix4j run [OPTION]... PROGRAM [ARGUMENT]... [: [OPTION]... PROGRAM ...]\n");
		wrap(page, "Runs the ranks of one job on this machine. A ':' separates several programs. Programs may use OpenPMIx 2.1 to 7.0, and so"
				+ " Open MPI 4.1 or 5, or neither.", 0);
		List<HelpEntry> entries = HelpEntry.all();
		for (OptionGroup group : OptionGroup.values()) {
			List<HelpEntry> common = entries.stream().filter(entry -> entry.group() == group && entry.isCommon()).toList();
			if (!common.isEmpty()) {
				page.append(group.title()).append(":\n");
				common.forEach(entry -> append(page, shortened(entry)));
			}
		}
		wrap(page, "More: 'pmix4j run --help TOPIC', where TOPIC is an option or one of " + String.join(", ", topics()) + ".", 0);
		wrap(page, EXIT_TEXT.get(0), 0);
		wrap(page, "Ctrl-C ends the job in order; three times kill it at once. Ctrl-Z suspends it, Ctrl-\\ describes its state.", 0);
		return page.toString();
	}

	/**
	 * @param usage the first line
	 * @param text  what the command does, and its exit codes; one paragraph each
	 * @param words its options
	 * @return the page of a command
	 */
	public static String page(String usage, List<String> text, CommandWords words) {
		StringBuilder page = new StringBuilder("Usage: ").append(usage).append('\n');
		text.forEach(paragraph -> wrap(page, paragraph, 0));
		if (words.isOfTool()) {
			for (OptionGroup group : List.of(OptionGroup.LAUNCH, OptionGroup.OUTPUT, OptionGroup.LIMITS, OptionGroup.SERVER)) {
				List<HelpEntry> entries = words.entries().stream().filter(entry -> entry.group() == group).toList();
				if (!entries.isEmpty()) {
					page.append(group == OptionGroup.LAUNCH ? "Options" : group.title()).append(":\n");
					entries.forEach(entry -> append(page, entry));
				}
			}
			return page.toString();
		}
		page.append("Options:\n");
		words.entries().stream().filter(entry -> words != CommandWords.SUBMIT || entry.group() == OptionGroup.SERVER)
				.forEach(entry -> append(page, entry));
		return page.toString();
	}

	/** @return the topics that have a page, without the options */
	public static List<String> topics() {
		List<String> topics = new ArrayList<>();
		for (OptionGroup group : OptionGroup.values()) {
			if (group != OptionGroup.OTHER) {
				topics.add(name(group));
			}
		}
		topics.addAll(List.of(EXIT, SIGNALS, REFUSED, ALL));
		return topics;
	}

	/**
	 * @param topic an option of a command; for a command that takes a job, also a group or another topic
	 * @param words the options of the command
	 * @return its page; empty if there is none
	 */
	public static Optional<String> page(String topic, CommandWords words) {
		StringBuilder page = new StringBuilder();
		if (words != CommandWords.RUN) {
			words.entries().stream().filter(entry -> entry.hasWord(topic)).forEach(entry -> explain(page, entry));
		}
		return page.isEmpty() && words.isOfJob() ? page(topic) : Optional.of(page.toString()).filter(text -> !text.isEmpty());
	}

	/**
	 * @param topic a group, an option, or another topic
	 * @return its page for a command that takes a job; empty if there is none
	 */
	public static Optional<String> page(String topic) {
		StringBuilder page = new StringBuilder();
		String name = topic.toLowerCase(Locale.ROOT);
		for (OptionGroup group : OptionGroup.values()) {
			if (name.equals(name(group)) || name.equals(ALL)) {
				append(page, group);
			}
		}
		if (name.equals(REFUSED)) {
			page.append("Options of prterun, mpirun and mpiexec.hydra that are refused:\n");
			for (RefusedWord word : RefusedWord.all()) {
				append(page, new HelpEntry(List.of((word.word() + " " + String.join(" ", word.labels())).strip()), word.reason() + ".",
						OptionGroup.OTHER, false));
			}
		}
		if (name.equals(EXIT) || name.equals(ALL)) {
			EXIT_TEXT.forEach(text -> wrap(page, text, 0));
		}
		if (name.equals(SIGNALS) || name.equals(ALL)) {
			SIGNALS_TEXT.forEach(text -> wrap(page, text, 0));
		}
		// the words of an option are explained even if a topic has its name
		boolean isTopic = !page.isEmpty();
		HelpEntry.all().stream().filter(entry -> entry.hasWord(topic) && (!isTopic || !entry.values().isEmpty()))
				.forEach(entry -> explain(page, entry));
		return Optional.of(page.toString()).filter(text -> !text.isEmpty());
	}

	private static String name(OptionGroup group) {
		return group.name().toLowerCase(Locale.ROOT);
	}

	private static void append(StringBuilder page, OptionGroup group) {
		List<HelpEntry> entries = HelpEntry.all().stream().filter(entry -> entry.group() == group).toList();
		if (!entries.isEmpty()) {
			page.append(group.title()).append(":\n");
			entries.forEach(entry -> append(page, entry));
			page.append('\n');
		}
	}

	/** Keeps the usual word of an option, and others as long as they fit in front of the text. */
	private static HelpEntry shortened(HelpEntry entry) {
		int count = 1;
		int used = 2 + entry.words().get(0).length();
		while (count < entry.words().size() && used + 2 + entry.words().get(count).length() <= INDENT - 2) {
			used += 2 + entry.words().get(count++).length();
		}
		return new HelpEntry(entry.words().subList(0, count), entry.text(), entry.group(), true);
	}

	/** Appends an option with each word of its values. */
	private static void explain(StringBuilder page, HelpEntry entry) {
		append(page, entry);
		if (entry.values().isEmpty()) {
			return;
		}
		page.append("Words:\n");
		for (ValueHelp value : entry.values()) {
			append(page, new HelpEntry(List.of(value.word()), value.text(), entry.group(), false));
		}
	}

	/** Appends words and text of an option; the text begins in its own column. */
	private static void append(StringBuilder page, HelpEntry entry) {
		StringBuilder words = new StringBuilder(" ");
		int last = entry.words().size() - 1;
		for (int i = 0; i <= last; i++) {
			String word = entry.words().get(i) + (i < last ? "," : "");
			if (words.length() - words.lastIndexOf("\n") + 1 + word.length() > WIDTH) {
				words.append("\n   ");
			}
			words.append(' ').append(word);
		}
		page.append(words);
		int used = words.length() - 1 - words.lastIndexOf("\n");
		if (used > INDENT - 2) {
			page.append('\n');
			used = 0;
		}
		page.append(" ".repeat(INDENT - used));
		wrap(page, entry.text(), INDENT);
	}

	/** Appends text in lines of the width of a terminal. All lines but the first are indented. */
	private static void wrap(StringBuilder page, String text, int indent) {
		int column = indent;
		for (String word : text.split(" ")) {
			if (column > indent && column + 1 + word.length() > WIDTH) {
				page.append('\n').append(" ".repeat(indent));
				column = indent;
			}
			page.append(column > indent ? " " : "").append(word);
			column += (column > indent ? 1 : 0) + word.length();
		}
		page.append('\n');
	}
}
