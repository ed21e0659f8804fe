// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.PrintWriter;

import org.pmix4j.model.bytes.OwnProcess;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command {@code pmix4j}. Describes its subcommands through the programmatic API of picocli, because reading annotations would take
 * more than half of the run time of a small job.
 */
public final class Main {
	/** The exit code when the command line is wrong. */
	static final int USAGE = CommandLine.ExitCode.USAGE;

	private Main() {
	}

	/**
	 * Runs the command line of this process and exits with its code.
	 *
	 * @param args the words as the JVM decodes them
	 */
	public static void main(String[] args) {
		String[] words = OwnProcess.arguments(args).toArray(String[]::new);
		System.exit(execute(words, new PrintWriter(System.out, true), new PrintWriter(System.err, true)));
	}

	/**
	 * Runs a command line.
	 *
	 * @param args the words
	 * @param out  receives help and version
	 * @param err  receives messages
	 * @return the exit code
	 */
	public static int execute(String[] args, PrintWriter out, PrintWriter err) {
		return commandLine(err).setOut(out).setErr(err).execute(args);
	}

	private static CommandLine commandLine(PrintWriter err) {
		CommandSpec spec = HelpOptions.addTo(CommandSpec.create().name("pmix4j"));
		spec.usageMessage().description("Runs parallel programs on this machine through an embedded PMIx server.")
				.footer("", "'pmix4j run --help' explains how to run a program.");
		CommandLine command = new CommandLine(spec);
		command.addSubcommand(RunCommand.NAME, RunCommand.commandLine());
		command.setParameterExceptionHandler((failure, arguments) -> UsageErrors.answer(failure));
		command.setExecutionStrategy(parsed -> {
			Integer help = CommandLine.executeHelpRequest(parsed);
			if (help != null) {
				return help;
			}
			if (parsed.hasSubcommand()) {
				return RunCommand.execute(parsed.subcommand(), err);
			}
			command.usage(err);
			return USAGE;
		});
		return command;
	}
}
