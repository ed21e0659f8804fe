// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.List;

import org.pmix4j.cli.internal.completion.CompletionScript;

/** The command {@code pmix4j completion}: prints the script with which a shell completes command lines. Stateless. */
final class CompletionCommand implements Command {
	private static final String HELP = "pmix4j completion --help";
	private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

	@Override
	public String name() {
		return "completion";
	}

	@Override
	public String purpose() {
		return "Print a script that completes command lines in a shell.";
	}

	@Override
	public List<String> operands() {
		return SHELLS;
	}

	@Override
	public int execute(List<String> words, Console console) {
		switch (String.join(" ", words)) {
			case "bash" -> console.out().print(CompletionScript.bash(entries()));
			case "zsh" -> console.out().print(CompletionScript.zsh(entries()));
			case "fish" -> console.out().print(CompletionScript.fish(entries()));
			case "--help", "-h" -> {
				console.out().println("Usage: pmix4j completion bash|zsh|fish");
				console.out().println("Prints a script that completes commands and options of pmix4j in that shell.");
				console.out().println("For this shell alone:  source <(pmix4j completion bash), or in fish: pmix4j completion fish | source");
				console.out().println("Exit code: 0, or 2 if the command line is wrong.");
			}
			default -> {
				return console.usageError("the command completion must be followed by bash, zsh or fish"
						+ (words.isEmpty() ? "" : ", not " + String.join(" ", words)), HELP);
			}
		}
		console.out().flush();
		return 0;
	}

	private static List<CompletionScript.Entry> entries() {
		return Commands.all().stream()
				.map(command -> new CompletionScript.Entry(command.name(), command.purpose(), command.operands(), command.options())).toList();
	}
}
