// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.host.options.LauncherOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.server.options.ServerRole;

/** The command {@code pmix4j server}: runs a server that takes jobs from other shells. Stateless. */
final class ServerCommand implements Command {
	private static final String HELP = "pmix4j server --help";

	@Override
	public String name() {
		return "server";
	}

	@Override
	public String purpose() {
		return "Run a server that takes jobs of 'submit', and stays.";
	}

	@Override
	public int execute(List<String> words, Console console) {
		try {
			OptionLine line = OptionReader.read(words, CommandWords.SERVER);
			if (line.has(LaunchWord.HELP)) {
				console.out().print(HelpPages.page("pmix4j server [OPTION]...", List.of(
						"Runs a PMIx server that stays and takes jobs of the same user: from 'pmix4j submit' in any shell, and from tools such as"
								+ " prun. It prints a line when it is ready. 'pmix4j stop', Ctrl-C, TERM and HUP end it with its jobs.",
						"Exit code: 0 when it was stopped or idle, 70 if it fails, 1 if it cannot start, such as for a role that another server"
								+ " has, 2 if the command line is wrong."),
						CommandWords.SERVER));
				console.out().flush();
				return 0;
			}
			if (line.has(LaunchWord.VERSION)) {
				Version.print(console.out());
				return 0;
			}
			if (!line.rest().isEmpty()) {
				return console.usageError("the command server has no operands, but is followed by " + line.rest().get(0), HELP);
			}
			HostOptions options = options(line);
			return line.has(LaunchWord.DAEMONIZE) ? Daemon.start(words, line, options, console)
					: new StayingServer(options, line, console).run();
		} catch (IllegalArgumentException e) {
			return console.usageError(String.valueOf(e.getMessage()), HELP);
		} catch (PmixException | IOException e) {
			console.message(String.valueOf(e.getMessage()));
			return 1;
		} catch (IllegalStateException | UnsupportedOperationException e) {
			console.message("the server cannot go on: " + e.getMessage());
			return JobResult.HOST_FAILED;
		}
	}

	private static HostOptions options(OptionLine line) throws IOException {
		Set<ServerRole> roles = EnumSet.of(ServerRole.TOOL_SUPPORT);
		for (String word : words(line)) {
			roles.add(switch (word) {
				case "session" -> ServerRole.SESSION;
				case "system" -> ServerRole.SYSTEM;
				case "scheduler" -> ServerRole.SCHEDULER;
				case "controller" -> ServerRole.SYSTEM_CONTROLLER;
				default -> throw new IllegalArgumentException(
						"option --role must be session, system, scheduler or controller, or several of them with commas between, not '" + word
								+ "'");
			});
		}
		if (line.values().get(LauncherOptions.SYSTEM_SERVER)) {
			roles.add(ServerRole.SYSTEM);
		}
		HostOptions here = HostOptions.defaults().withNodes(LaunchPlan.nodes(OwnProcess.environment()));
		return here.withOptions(line.values().without(LauncherOptions.SYSTEM_SERVER)).withRoles(roles);
	}

	private static List<String> words(OptionLine line) {
		List<String> words = new ArrayList<>();
		for (String list : line.has(LaunchWord.ROLE) ? line.get(LaunchWord.ROLE) : List.of("session")) {
			words.addAll(List.of(list.toLowerCase(Locale.ROOT).split(",")));
		}
		return words;
	}
}
