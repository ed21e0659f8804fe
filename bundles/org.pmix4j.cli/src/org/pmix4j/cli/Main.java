// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.OptionalInt;

import org.pmix4j.host.launcher.LauncherProcess;
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

	/** How long messages may take to be read after a signal. */
	private static final Duration AFTER_SIGNAL = Duration.ofSeconds(1);

	private Main() {
	}

	/**
	 * Runs the command line of this process and exits with its code, or by the signal that has ended its job.
	 *
	 * @param args the words as the JVM decodes them
	 */
	public static void main(String[] args) {
		LauncherProcess.failWithAnyThread();
		ErrorOutput errors = ErrorOutput.install();
		PrintWriter err = new PrintWriter(System.err, true);
		LauncherSignals signals = LauncherSignals.install(err);
		String[] words = OwnProcess.arguments(args);
		int code = execute(words, new PrintWriter(System.out, true), err, signals);
		OptionalInt signal = signals.endedBy();
		errors.await(signal.isPresent() ? AFTER_SIGNAL : Duration.ofDays(1));
		if (signal.isPresent()) {
			LauncherProcess.endBy(signal.getAsInt());
		}
		signals.end();
		System.exit(code);
	}

	/**
	 * Runs a command line without handling signals.
	 *
	 * @param args the words
	 * @param out  receives help and version
	 * @param err  receives messages; must not block
	 * @return the exit code
	 */
	public static int execute(String[] args, PrintWriter out, PrintWriter err) {
		return execute(args, out, err, LauncherSignals.ignored());
	}

	/**
	 * Runs a command line.
	 *
	 * @param args    the words
	 * @param out     receives help and version
	 * @param err     receives messages; must not block
	 * @param signals of this process
	 * @return the exit code
	 */
	static int execute(String[] args, PrintWriter out, PrintWriter err, LauncherSignals signals) {
		return commandLine(err, signals).setOut(out).setErr(err).execute(args);
	}

	private static CommandLine commandLine(PrintWriter err, LauncherSignals signals) {
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
				return RunCommand.execute(parsed.subcommand(), err, signals);
			}
			command.usage(err);
			return USAGE;
		});
		return command;
	}
}
