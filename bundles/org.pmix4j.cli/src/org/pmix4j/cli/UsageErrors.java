// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.stream.Collectors;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Reports a wrong command line in three lines: the mistake, the allowed words, and where to read more. Stateless. */
final class UsageErrors {
	private UsageErrors() {
	}

	/** Prints the report and returns the exit code. */
	static int answer(ParameterException failure) {
		CommandLine command = failure.getCommandLine();
		MessageLine.print(command.getErr(), sentence(String.valueOf(failure.getMessage())));
		command.getErr().println(allowed(command.getCommandSpec()));
		command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
		return Main.USAGE;
	}

	private static String sentence(String message) {
		return Character.toLowerCase(message.charAt(0)) + message.substring(1);
	}

	private static String allowed(CommandSpec spec) {
		String options = spec.options().stream().map(UsageErrors::text).collect(Collectors.joining(", "));
		String commands = String.join(", ", spec.subcommands().keySet());
		return commands.isEmpty() ? "Options are " + options + "." : "Commands are " + commands + "; options are " + options + ".";
	}

	private static String text(OptionSpec option) {
		String name = option.names()[0];
		if (option.arity().max() == 0) {
			return name;
		}
		String value = (name.startsWith("--") ? "=" : " ") + option.paramLabel();
		return option.arity().min() == 0 ? name + "[" + value + "]" : name + value;
	}
}
