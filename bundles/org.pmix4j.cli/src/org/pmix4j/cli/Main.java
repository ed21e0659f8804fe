// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.model.bytes.OwnProcess;

/** The program {@code pmix4j}: hands the words of its command line to one of its commands. */
public final class Main {
	/** The exit code when the command line is wrong. */
	static final int USAGE = 2;

	private static final String NAME = "pmix4j";
	/** The time for messages to be read after a signal. */
	private static final Duration AFTER_SIGNAL = Duration.ofSeconds(1);

	private Main() {
	}

	/**
	 * Runs the command line of this process and exits with its code, or by the signal that has ended its job.
	 *
	 * @param args the words as the JVM decodes them
	 */
	public static void main(String[] args) {
		run(OwnProcess.arguments(args));
	}

	/** Does the same for words with all their bytes. */
	static void run(String[] words) {
		LauncherProcess.failWithAnyThread();
		ErrorOutput errors = ErrorOutput.install();
		PrintWriter err = new PrintWriter(System.err, true);
		LauncherSignals signals = LauncherSignals.install(err);
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
		Console console = new Console(out, err, signals);
		if (args.length == 0) {
			help(err);
			return USAGE;
		}
		String word = args[0];
		Optional<Command> command = Commands.find(word);
		if (command.isPresent()) {
			return command.get().execute(Arrays.asList(args).subList(1, args.length), console);
		}
		switch (word) {
			case "--help", "-h" -> help(out);
			case "--version", "-V" -> Version.print(out);
			default -> {
				String kind = word.startsWith("-") ? "option" : "command";
				return console.usageError("unknown " + kind + " " + word + "; commands are " + String.join(", ", Commands.NAMES), NAME + " --help");
			}
		}
		return 0;
	}

	private static void help(PrintWriter out) {
		out.println("Usage: " + NAME + " COMMAND [WORD]...");
		out.println("Runs parallel programs on this machine through an embedded PMIx server.");
		out.println("Commands:");
		for (Command command : Commands.all()) {
			out.println("  " + command.name() + " ".repeat(Math.max(2, 12 - command.name().length())) + command.purpose());
		}
		out.println("Options:");
		out.println("  -h, --help     Show this help message and exit.");
		out.println("  -V, --version  Print version information and exit.");
		out.println("'" + NAME + " run --help' explains how to run a program.");
	}
}
