// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.tool.PmixTool;

/** A command that attaches to a running server, makes a request, and detaches. Stateless. */
abstract class ToolCommand extends OptionCommand {
	/** The exit code if the server refuses, or has nothing to show. */
	static final int REFUSED = 1;
	/** The exit code if the server ends meanwhile. */
	static final int LOST = 70;

	private static final int TIMED_OUT = 110;
	private static final Duration USUAL_LIMIT = Duration.ofSeconds(30);

	private final String usage;
	private final List<String> text;
	private final CommandWords words;

	/**
	 * @param name    of the command
	 * @param usage   what follows its name in the first line of help
	 * @param purpose in one line of help
	 * @param use     its options
	 * @param text    what it does; one paragraph each
	 */
	ToolCommand(String name, String usage, String purpose, CommandUse use, String... text) {
		this(name, usage, purpose, CommandWords.ofTool(use), text);
	}

	private ToolCommand(String name, String usage, String purpose, CommandWords words, String... text) {
		super(name, purpose, words);
		this.usage = usage;
		this.words = words;
		this.text = List.of(text);
	}

	@Override
	final String page() {
		List<String> all = new ArrayList<>(text);
		all.add("Exit code: 0 if the server has answered, 1 if it refuses or has no answer, 2 if the command line is wrong, 69 if there is no"
				+ " server, 70 if the server ends meanwhile, 110 after --timeout.");
		return HelpPages.page("pmix4j " + name() + " " + usage, all, words);
	}

	/**
	 * Reads the command line, before a server is needed.
	 *
	 * @throws IllegalArgumentException if a word is not allowed; the message says what is
	 */
	abstract Task task(OptionLine line);

	@Override
	final int run(OptionLine line, List<String> all, Console console) throws PmixException {
		Task task = task(line);
		PmixTool tool = attach(line, console);
		try (tool) {
			return task.run(tool, console);
		} catch (PmixException refusal) {
			console.message(String.valueOf(refusal.getMessage()));
			return refusal.status().equals(Status.ERR_UNREACH) ? LOST : code(refusal);
		} finally {
			console.out().flush();
		}
	}

	/** Attaches to the server that the command line names. */
	PmixTool attach(OptionLine line, Console console) throws PmixException {
		return Servers.attach(line, limit(line));
	}

	@Override
	final int failed(PmixException failure, Console console) {
		int code = Servers.failed(failure, console);
		return failure.status().equals(Status.ERR_UNREACH) ? code : code(failure);
	}

	private static int code(PmixException failure) {
		return failure.status().equals(Status.ERR_TIMEOUT) ? TIMED_OUT : REFUSED;
	}

	/** Prints answers of the server as JSON or in lines, as the command line says. */
	static void show(Infos answers, OptionLine line, PmixTool tool, Console console) {
		if (line.has(ToolWord.JSON)) {
			console.out().println(JsonText.of(ValueReport.answers(tool.server(), answers)));
		} else {
			ValueReport.lines(answers).forEach(console::line);
		}
	}

	/** Returns how long the server may take for an answer. */
	static Duration limit(OptionLine line) {
		Duration limit = line.has(ToolWord.TIMEOUT) ? Servers.seconds(line, ToolWord.TIMEOUT) : USUAL_LIMIT;
		if (!limit.isPositive()) {
			throw new IllegalArgumentException("option --timeout must be more than 0 seconds");
		}
		return limit;
	}

	/** The work of a command that attaches to a server, with its command line read. Used once. */
	@FunctionalInterface
	interface Task {
		/**
		 * Does the work, and returns the exit code.
		 *
		 * @param tool    attached to the server
		 * @param console of this process
		 * @throws PmixException if the server refuses, does not answer, or ends
		 */
		int run(PmixTool tool, Console console) throws PmixException;
	}
}
