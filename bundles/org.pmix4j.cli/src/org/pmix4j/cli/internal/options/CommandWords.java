// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionList;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionSpelling;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.ValueHelp;

/**
 * The words that begin options of a command: those of the {@link OptionTable}, its lists, and the words of the command line alone.
 * Immutable.
 */
public final class CommandWords {
	/** The words of {@code pmix4j run}. */
	public static final CommandWords RUN = new CommandWords(option -> true, CommandUse.RUN);
	/** The words that each program of a job may have. */
	static final CommandWords PROGRAM = new CommandWords(option -> option.scope() == OptionScope.APP, CommandUse.PROGRAM);
	/** The words of {@code pmix4j submit}: those of a job, and those that name the server. */
	public static final CommandWords SUBMIT = new CommandWords(option -> !isOfServer(option), CommandUse.SUBMIT);
	/** The words of {@code pmix4j server}: those of the launcher, and lists of nodes, which describe the machine. */
	public static final CommandWords SERVER = new CommandWords(option -> isOfServer(option) || PlacementOptions.LISTS.contains(option),
			CommandUse.SERVER);
	/** The words of {@code pmix4j engines}. */
	public static final CommandWords ENGINES = new CommandWords(option -> false, CommandUse.ENGINES);
	/** The words of {@code pmix4j stop}. */
	public static final CommandWords STOP = new CommandWords(option -> false, CommandUse.STOP);

	private final Predicate<JobOption<?>> condition;
	private final CommandUse use;

	private CommandWords(Predicate<JobOption<?>> condition, CommandUse use) {
		this.condition = condition;
		this.use = use;
	}

	/** Returns whether an option is that of a server. */
	private static boolean isOfServer(JobOption<?> option) {
		return option.scope() == OptionScope.LAUNCHER;
	}

	/** Returns the option that a word begins. The number of ranks comes first, so that most commands do not need the whole table. */
	Optional<CommandWord> find(String word) {
		if (condition.test(AppOptions.RANKS) && AppOptions.RANKS.words().contains(word)) {
			return Optional.of(new CommandWord.OfOption<>(AppOptions.RANKS));
		}
		return exact(word).or(() -> isShortened(word) ? exact("-" + word) : Optional.empty());
	}

	/** mpirun writes the long options with one hyphen, too. */
	private static boolean isShortened(String word) {
		return word.length() > 2 && word.charAt(0) == '-' && word.charAt(1) != '-';
	}

	private Optional<CommandWord> exact(String word) {
		for (JobOption<?> option : OptionTable.all()) {
			if (condition.test(option)) {
				Optional<CommandWord> found = word(option, word);
				if (found.isPresent()) {
					return found;
				}
			}
		}
		for (LineWord each : use.lineWords()) {
			if (each.words().contains(word)) {
				return Optional.of(each);
			}
		}
		for (OptionList list : OptionList.ofCommandLine()) {
			if (use.isOfJob() && list.commandWords().contains(word)) {
				return Optional.of(new CommandWord.OfList(list));
			}
		}
		return use.isOfTool() ? Optional.empty() : RefusedWord.find(word).map(CommandWord.class::cast);
	}

	private static <T> Optional<CommandWord> word(JobOption<T> option, String word) {
		if (option.words().contains(word)) {
			return Optional.of(new CommandWord.OfOption<>(option));
		}
		for (OptionSpelling<T> spelling : option.spellings()) {
			if (spelling.word().equals(word)) {
				return Optional.of(new CommandWord.OfSpelling<>(option, spelling));
			}
		}
		return Optional.empty();
	}

	/**
	 * @param word a word of a command line
	 * @return whether it begins an option of this command
	 */
	public boolean has(String word) {
		return exact(word).filter(found -> !(found instanceof RefusedWord)).isPresent();
	}

	/**
	 * @param use a command that looks at running jobs
	 * @return its words
	 */
	public static CommandWords ofTool(CommandUse use) {
		return new CommandWords(option -> false, use);
	}

	/** Returns whether options may follow operands. */
	boolean isOfTool() {
		return use.isOfTool();
	}

	/** @return whether the command takes a job */
	public boolean isOfJob() {
		return use.isOfJob();
	}

	/** Returns the help about the options that this command has and a job has not. */
	List<HelpEntry> entries() {
		return HelpEntry.all(use, condition);
	}

	/** @return each word of each option, for the completion in shells */
	public List<OptionHelp> help() {
		List<OptionHelp> help = new ArrayList<>();
		for (HelpEntry entry : entries()) {
			List<String> values = values(entry);
			for (String word : entry.words()) {
				String name = HelpEntry.name(word);
				List<String> parameters = McaWords.names(name);
				help.add(new OptionHelp(name, word.split(" ").length - 1, entry.text(), parameters.isEmpty() ? values : parameters));
			}
		}
		return help;
	}

	private static List<String> values(HelpEntry entry) {
		return entry.words().stream().anyMatch(each -> each.endsWith(" KEY=VALUE")) ? InfoText.words()
				: entry.values().stream().map(CommandWords::completed).filter(value -> !value.isEmpty()).distinct().toList();
	}

	/** Returns a word up to the part that the user chooses, which is in capitals. */
	private static String completed(ValueHelp value) {
		String word = value.word();
		int end = 0;
		while (end < word.length() && !Character.isUpperCase(word.charAt(end))) {
			end++;
		}
		return word.substring(0, end);
	}

	/** Returns all words that are not refused. */
	List<String> names() {
		List<String> names = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			if (condition.test(option)) {
				names.addAll(option.words());
				option.spellings().forEach(spelling -> names.add(spelling.word()));
			}
		}
		use.lineWords().forEach(each -> names.addAll(each.words()));
		if (use.isOfJob()) {
			OptionList.ofCommandLine().forEach(list -> names.add(list.word()));
		}
		return names;
	}
}
