// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.List;
import java.util.Optional;

/** The commands of {@code pmix4j}. Creates only the requested one, to keep the start short. Stateless. */
final class Commands {
	/** Their names, in the order of the help. */
	static final List<String> NAMES = List.of("run", "server", "submit", "stop", "ps", "output", "query", "attrs", "lookup", "event", "ctrl",
			"alloc", "dump", "stacks", "engines", "info", "completion");

	private Commands() {
	}

	/** Returns the command with that name. */
	static Optional<Command> find(String name) {
		return switch (name) {
			case "run" -> Optional.of(new RunCommand());
			case "server" -> Optional.of(new ServerCommand());
			case "submit" -> Optional.of(new SubmitCommand());
			case "stop" -> Optional.of(new StopCommand());
			case "ps" -> Optional.of(new PsCommand());
			case "output" -> Optional.of(new OutputCommand());
			case "query" -> Optional.of(new QueryCommand());
			case "attrs" -> Optional.of(new AttrsCommand());
			case "lookup" -> Optional.of(new LookupCommand());
			case "event" -> Optional.of(new EventCommand());
			case "ctrl" -> Optional.of(new CtrlCommand());
			case "alloc" -> Optional.of(new AllocCommand());
			case "dump" -> Optional.of(new DumpCommand());
			case "stacks" -> Optional.of(new StacksCommand());
			case "engines" -> Optional.of(new EnginesCommand());
			case "info" -> Optional.of(new InfoCommand());
			case "completion" -> Optional.of(new CompletionCommand());
			default -> Optional.empty();
		};
	}

	/** Returns all commands. */
	static List<Command> all() {
		return NAMES.stream().map(name -> find(name).orElseThrow()).toList();
	}
}
