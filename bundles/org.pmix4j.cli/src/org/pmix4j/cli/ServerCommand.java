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
import org.pmix4j.cli.internal.options.OptionPlaces;
import org.pmix4j.cli.internal.options.UnknownOptionException;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.engines.EngineRequest;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.host.launcher.NamedNodes;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.server.options.ServerRole;

/** The command {@code pmix4j server}: runs a server that takes jobs from other shells. Stateless. */
final class ServerCommand extends OptionCommand {
	private static final String SEVERAL_MACHINES = "a server of PMIx4J runs jobs on this machine only; for one on several machines use"
			+ " --engine prrte, or --engine slurm";

	ServerCommand() {
		super("server", "Run a server that takes jobs of 'submit', and stays.", CommandWords.SERVER);
	}

	@Override
	String page() {
		return HelpPages.page("pmix4j server [OPTION]...", List.of(
				"Runs a PMIx server that stays and takes jobs of the same user: from 'pmix4j submit' in any shell, and from tools such as prun."
						+ " It prints a line when it is ready. 'pmix4j stop', Ctrl-C, TERM and HUP end it with its jobs.",
				"With --engine prrte or slurm the server is a DVM of PRRTE on several machines: those of --host, of --hostfile or of the"
						+ " allocation. 'submit', 'ps', 'output', 'ctrl' and 'stop' find it.",
				"--host, --hostfile, --add-host and --add-hostfile state the slots of this machine for all jobs, as with prte; without them, and"
						+ " outside of an allocation, there is a slot for each core.",
				"Exit code: 0 when it was stopped or idle, 70 if it fails, 1 if it cannot start, such as for a role that another server has,"
						+ " 2 if the command line is wrong."),
				CommandWords.SERVER);
	}

	@Override
	int run(OptionLine line, List<String> all, Console console) throws PmixException, IOException {
		requireNoOperands(line);
		if (line.has(LaunchWord.LOG) && !line.has(LaunchWord.DAEMONIZE) && !Daemon.isDaemon()) {
			throw new IllegalArgumentException(
					"option --log needs option --daemonize; a server in the foreground writes its messages to standard error");
		}
		OptionPlaces.check(line.values(), line.get(LaunchWord.REPORT_PID));
		if (line.has(LaunchWord.SERVER_ENGINE) || line.has(LaunchWord.SLURM)) {
			EngineChoice engine = EngineChoice.named(new EngineRequest(
					line.has(LaunchWord.SERVER_ENGINE) ? line.get(LaunchWord.SERVER_ENGINE).get(0) : EngineChoice.LOCAL,
					line.has(LaunchWord.SLURM) ? line.get(LaunchWord.SLURM) : List.of()), OwnProcess.environment());
			if (!engine.isLocal()) {
				return dvm(engine, all, line, console);
			}
		}
		HostOptions options = options(line);
		return line.has(LaunchWord.DAEMONIZE) ? Daemon.start(all, line, options, console) : new PersistentServer(options, line, console).run();
	}

	/** Runs a DVM of PRRTE. */
	private static int dvm(EngineChoice engine, List<String> all, OptionLine line, Console console) throws PmixException, IOException {
		DvmServer.check(engine, line);
		return line.has(LaunchWord.DAEMONIZE) ? Daemon.start(all, line, HostOptions.defaults(), console)
				: new DvmServer(engine, line, console).run();
	}

	@Override
	int failed(PmixException failure, Console console) {
		// why a DVM has not started needs several lines
		String.valueOf(failure.getMessage()).lines().forEach(console::message);
		return 1;
	}

	@Override
	String unknown(UnknownOptionException failure) {
		return CommandWords.SUBMIT.has(failure.word()) ? "option " + failure.word() + " belongs to a job; give it to 'pmix4j submit'"
				: super.unknown(failure);
	}

	private static HostOptions options(OptionLine line) throws PmixException, IOException {
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
		HostOptions options = HostOptions.defaults().withOptions(line.values().without(LauncherOptions.SYSTEM_SERVER)).withRoles(roles);
		try {
			return options.withNodes(LaunchPlan.nodes(line.values(), OwnProcess.environment()));
		} catch (PmixException e) {
			throw namesOtherMachines(line) ? new PmixException(e.status(), e.getMessage() + "; " + SEVERAL_MACHINES, e) : e;
		}
	}

	private static boolean namesOtherMachines(OptionLine line) {
		try {
			return !new NamedNodes(JobSpec.of(new AppSpec("server", List.of(), line.values()))).otherMachines().isEmpty();
		} catch (PmixException wrongList) {
			return false;
		}
	}

	private static List<String> words(OptionLine line) {
		List<String> words = new ArrayList<>();
		for (String list : line.has(LaunchWord.ROLE) ? line.get(LaunchWord.ROLE) : List.of("session")) {
			words.addAll(List.of(list.toLowerCase(Locale.ROOT).split(",")));
		}
		return words;
	}
}
