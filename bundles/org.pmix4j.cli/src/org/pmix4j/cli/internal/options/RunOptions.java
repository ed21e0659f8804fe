// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Stack;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.AppSpec;
import org.pmix4j.host.JobCommandLine;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.StandardInput;
import org.pmix4j.host.options.JobOption;
import org.pmix4j.host.options.OptionList;
import org.pmix4j.host.options.OptionRules;
import org.pmix4j.host.options.OptionScope;
import org.pmix4j.host.options.OptionSource;
import org.pmix4j.host.options.OptionTable;
import org.pmix4j.host.options.OptionValues;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Makes the options of {@code pmix4j run} from the {@link OptionTable}, and reads a job from the words of a command line. Stateless. */
public final class RunOptions {
	private RunOptions() {
	}

	/** @return a command without name and description, which takes the options of the table, a program and its arguments */
	public static CommandSpec spec() {
		CommandSpec spec = CommandSpec.create();
		addOptions(spec, option -> true);
		for (OptionList list : OptionList.ofCommandLine()) {
			spec.addOption(OptionSpec.builder(list.word()).type(List.class).auxiliaryTypes(String.class).paramLabel("WORDS")
					.description(list.text()).build());
		}
		return spec;
	}

	/**
	 * Makes a parser that never takes an argument of the program for an option, or for the name of a file with more words.
	 *
	 * @param spec a command with options before a program
	 * @return the parser
	 */
	public static CommandLine parser(CommandSpec spec) {
		return new CommandLine(spec).setStopAtPositional(true).setUnmatchedOptionsArePositionalParams(false).setExpandAtFiles(false)
				.setAllowOptionsAsOptionParameters(true);
	}

	private static void addOptions(CommandSpec spec, Predicate<JobOption<?>> condition) {
		for (JobOption<?> option : OptionTable.all()) {
			if (!option.words().isEmpty() && condition.test(option)) {
				spec.addOption(optionSpec(option));
			}
		}
		spec.addPositional(PositionalParamSpec.builder().index("0..*").type(List.class).auxiliaryTypes(String.class).arity("0..*")
				.paramLabel("PROGRAM").description("The program and its arguments.").hidden(true).build());
	}

	/** Leaves the values as text, because the table parses them. */
	private static <T> OptionSpec optionSpec(JobOption<T> option) {
		String[] names = option.words().toArray(String[]::new);
		OptionSpec.Builder spec = OptionSpec.builder(names[0], Arrays.copyOfRange(names, 1, names.length)).description(option.text());
		if (option.label().isEmpty()) {
			return spec.type(boolean.class).build();
		}
		spec.paramLabel(option.label());
		option.fallback().ifPresent(value -> {
			String text = option.type().format(value).get(0);
			spec.arity("0..1").fallbackValue(text).preprocessor((words, command, argument, info) -> {
				pushIfLeftOut(words, command, text, info.get("separator"));
				return false;
			});
		});
		return option.type().isRepeatable() ? spec.type(List.class).auxiliaryTypes(String.class).build() : spec.type(String.class).build();
	}

	/** Adds the value that a word without "=" leaves out if another option follows, which would be taken for the value. */
	private static void pushIfLeftOut(Stack<String> words, CommandSpec command, String value, @Nullable Object separator) {
		if (" ".equals(separator) && !words.isEmpty() && command.optionsMap().containsKey(words.peek().split("=", 2)[0])) {
			words.push(value);
		}
	}

	/**
	 * Reads the job.
	 *
	 * @param parsed the words of the command, parsed by {@link #spec}
	 * @return the job
	 * @throws IllegalArgumentException if a value is not allowed; the message names the allowed values
	 */
	public static RunOrder read(ParseResult parsed) {
		List<List<String>> programs = programs(parsed.matchedPositionalValue(0, List.of()));
		OptionValues values = values(parsed);
		JobSpec job = JobSpec.of(app(values, programs.get(0)));
		for (List<String> program : programs.subList(1, programs.size())) {
			ParseResult own = parseProgram(program);
			job = job.plusApp(app(values(own), own.matchedPositionalValue(0, List.of())));
		}
		OptionRules.check(values, job.size(), OptionSource.COMMAND_LINE);
		// input first: the default target of the command line is rank 0
		JobSpec withInput = new JobSpec(job.apps(), job.directory(), job.environment(), values, job.sink(), new StandardInput());
		return new RunOrder(withInput, values.only(OptionScope.LAUNCHER));
	}

	/**
	 * @param words the words behind the command's name
	 * @return the job
	 * @throws IllegalArgumentException if a word or a value is not allowed; the message says what is
	 */
	public static RunOrder parse(List<String> words) {
		try {
			return read(parser(spec()).parseArgs(words.toArray(String[]::new)));
		} catch (CommandLine.ParameterException e) {
			throw new IllegalArgumentException(e.getMessage(), e);
		}
	}

	/** Splits {@code a : b} into the command lines of the programs. */
	private static List<List<String>> programs(List<String> words) {
		List<List<String>> programs = new ArrayList<>();
		int start = 0;
		for (int i = 0; i <= words.size(); i++) {
			if (i == words.size() || words.get(i).equals(JobCommandLine.SEPARATOR)) {
				programs.add(words.subList(start, i));
				start = i + 1;
			}
		}
		return programs;
	}

	private static ParseResult parseProgram(List<String> words) {
		CommandSpec spec = CommandSpec.create();
		addOptions(spec, option -> option.scope() == OptionScope.APP);
		try {
			return parser(spec).parseArgs(words.toArray(String[]::new));
		} catch (CommandLine.ParameterException e) {
			List<String> names = spec.options().stream().map(option -> option.names()[0]).toList();
			int last = names.size() - 1;
			throw new IllegalArgumentException(e.getMessage() + " (after ':' only " + String.join(", ", names.subList(0, last)) + " and "
					+ names.get(last) + " are possible)", e);
		}
	}

	private static AppSpec app(OptionValues values, List<String> words) {
		if (words.isEmpty()) {
			throw new IllegalArgumentException("no program to run is named");
		}
		return new AppSpec(words.get(0), words.subList(1, words.size()), values);
	}

	/** Reads the values of a program or job. The words of single options override those of lists. */
	private static OptionValues values(ParseResult parsed) {
		OptionValues values = OptionValues.DEFAULTS;
		for (OptionList list : OptionList.ofCommandLine()) {
			for (String words : parsed.matchedOptionValue(list.word(), List.<String>of())) {
				values = values.plus(list.parse("option " + list.word(), words));
			}
		}
		for (JobOption<?> option : OptionTable.all()) {
			if (!option.words().isEmpty() && parsed.hasMatchedOption(option.words().get(0))) {
				values = values.plus(value(option, parsed));
			}
		}
		return values;
	}

	private static <T> OptionValues value(JobOption<T> option, ParseResult parsed) {
		String name = option.words().get(0);
		String source = OptionSource.COMMAND_LINE.name(option);
		if (option.type().isRepeatable()) {
			OptionValues all = OptionValues.DEFAULTS;
			for (String text : parsed.matchedOptionValue(name, List.<String>of())) {
				requireValue(parsed, option, text);
				all = all.plus(option, option.parse(source, text));
			}
			return all;
		}
		if (option.label().isEmpty()) {
			return OptionValues.DEFAULTS.with(option, option.parse(source, "true"));
		}
		String text = parsed.matchedOptionValue(name, "");
		requireValue(parsed, option, text);
		Optional<JobOption.Modifier> modifier = option.modifier().filter(each -> endsWith(text, ":" + each.word()));
		if (modifier.isEmpty()) {
			return OptionValues.DEFAULTS.with(option, option.parse(source, text));
		}
		String value = text.substring(0, text.length() - 1 - modifier.get().word().length());
		return OptionValues.DEFAULTS.with(option, option.parse(source, value)).with(modifier.get().option(), true);
	}

	/** Refuses an option as the value of another one, because its value was forgotten, unless both are written as one word. */
	private static void requireValue(ParseResult parsed, JobOption<?> option, String text) {
		boolean isOneWord = option.words().stream().anyMatch(word -> parsed.originalArgs().contains(word + "=" + text));
		if (!isOneWord && parsed.commandSpec().optionsMap().containsKey(text)) {
			throw new IllegalArgumentException("option " + option.words().get(0) + " needs a value, but is followed by " + text);
		}
	}

	private static boolean endsWith(String text, String end) {
		return text.regionMatches(true, text.length() - end.length(), end, 0, end.length());
	}
}
