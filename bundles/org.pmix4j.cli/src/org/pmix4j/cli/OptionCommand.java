// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionHelp;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.cli.internal.options.UnknownOptionException;
import org.pmix4j.job.JobResult;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.internal.text.FileFailure;

/** A command with options: reads its words, shows help and version, and makes exit codes of failures. Stateless. */
abstract class OptionCommand implements Command {
	private static final int SOFTWARE = 1;

	private final String name;
	private final String purpose;
	private final CommandWords words;

	OptionCommand(String name, String purpose, CommandWords words) {
		this.name = name;
		this.purpose = purpose;
		this.words = words;
	}

	@Override
	public final String name() {
		return name;
	}

	@Override
	public final String purpose() {
		return purpose;
	}

	@Override
	public final List<OptionHelp> options() {
		return words.help();
	}

	@Override
	public final int execute(List<String> all, Console console) {
		try {
			OptionLine line = OptionReader.read(all, words);
			if (line.has(LaunchWord.HELP)) {
				return help(line.get(LaunchWord.HELP), console);
			}
			if (line.has(LaunchWord.VERSION)) {
				Version.print(console.out());
				return 0;
			}
			return run(line, all, console);
		} catch (UnknownOptionException e) {
			return console.usageError(unknown(e), helpCommand());
		} catch (IllegalArgumentException e) {
			if (e.getCause() instanceof Error lack) {
				// without memory, a resource and its end may throw the same error, which Java refuses to add to itself
				throw lack;
			}
			return console.usageError(String.valueOf(e.getMessage()), helpCommand());
		} catch (PmixException e) {
			return failed(e, console);
		} catch (IOException e) {
			console.message(FileFailure.line(e));
			return SOFTWARE;
		} catch (IllegalStateException | UnsupportedOperationException | RejectedExecutionException e) {
			console.message("the command " + name + " cannot go on: " + e.getMessage());
			return JobResult.HOST_FAILED;
		}
	}

	private String helpCommand() {
		return "pmix4j " + name + " --help";
	}

	private int help(List<String> topic, Console console) {
		Optional<String> page = topic.isEmpty() ? Optional.of(page()) : HelpPages.page(topic.get(0), words);
		if (page.isEmpty()) {
			return console.usageError("no help about '" + topic.get(0) + "'; topics are the options"
					+ (words.isOfJob() ? ", and " + String.join(", ", HelpPages.topics()) : ""), helpCommand());
		}
		console.out().print(page.get());
		console.out().flush();
		return 0;
	}

	/** Refuses operands. */
	final void requireNoOperands(OptionLine line) {
		if (!line.rest().isEmpty()) {
			throw new IllegalArgumentException("the command " + name + " has no operands, but is followed by " + line.rest().get(0));
		}
	}

	/** Returns the page of help. */
	abstract String page();

	/**
	 * Does the work, and returns the exit code.
	 *
	 * @param line    the options
	 * @param all     the words behind the name of the command
	 * @param console of this process
	 */
	abstract int run(OptionLine line, List<String> all, Console console) throws PmixException, IOException;

	/** Returns the message for an unknown option. */
	String unknown(UnknownOptionException failure) {
		return String.valueOf(failure.getMessage());
	}

	/** Shows a failure, and returns its exit code. */
	int failed(PmixException failure, Console console) {
		console.message(String.valueOf(failure.getMessage()));
		return SOFTWARE;
	}
}
