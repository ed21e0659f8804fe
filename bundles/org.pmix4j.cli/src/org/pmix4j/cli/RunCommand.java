// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.host.options.LauncherOptions;
import org.pmix4j.host.options.SpawnOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;

/** The command {@code pmix4j run}: runs a job, shows its output and returns its exit code. Stateless. */
final class RunCommand implements Command {
	private static final String HELP = "pmix4j run --help";
	private static final int SOFTWARE = 1;

	@Override
	public String name() {
		return "run";
	}

	@Override
	public String purpose() {
		return "Run the ranks of one job.";
	}

	/** Runs the job, and returns when it and all jobs that it spawned have ended. */
	@Override
	public int execute(List<String> words, Console console) {
		try {
			OptionLine line = OptionReader.read(words, CommandWords.RUN);
			if (line.has(LaunchWord.HELP)) {
				return help(line, console);
			}
			if (line.has(LaunchWord.VERSION)) {
				Version.print(console.out());
				return 0;
			}
			RunOrder order = RunOptions.job(line);
			CommandStart.prepare(line, order, console);
			LaunchPlan plan = LaunchPlan.of(order.job(), order.launcher().get(LauncherOptions.SIMULATE).texts(), OwnProcess.environment());
			plan.notes().forEach(console::message);
			return run(plan.job(), HostOptions.defaults().withOptions(order.launcher()).withNodes(plan.nodes()), console);
		} catch (IllegalArgumentException e) {
			return console.usageError(String.valueOf(e.getMessage()), HELP);
		} catch (PmixException | IOException e) {
			console.message(String.valueOf(e.getMessage()));
			return SOFTWARE;
		} catch (IllegalStateException | UnsupportedOperationException | RejectedExecutionException e) {
			console.message("the launcher cannot go on: " + e.getMessage());
			return JobResult.HOST_FAILED;
		}
	}

	private static int help(OptionLine line, Console console) {
		List<String> topic = line.get(LaunchWord.HELP);
		Optional<String> page = topic.isEmpty() ? Optional.of(HelpPages.shortPage()) : HelpPages.page(topic.get(0));
		if (page.isEmpty()) {
			return console.usageError("no help about '" + topic.get(0) + "'; topics are the options, and " + String.join(", ",
					HelpPages.topics()), HELP);
		}
		console.out().print(page.get());
		console.out().flush();
		return 0;
	}

	private static int run(JobSpec spec, HostOptions options, Console console) throws PmixException, IOException {
		LauncherProcess.prepare();
		JobMessages messages = new JobMessages(console);
		try (LocalHost host = LocalHost.start(options.withListener(messages).asLauncher())) {
			boolean led = host.awaitTool();
			Job job = host.launch(LauncherProcess.telling(spec, LauncherProcess.tellsTerminal()));
			console.signals().running(SignalTarget.of(host));
			JobResult family = job.familyEnded().join();
			JobResult own = job.ended().join();
			if (!led) {
				own.message().ifPresent(console::message);
			}
			messages.await();
			return (spec.get(SpawnOptions.REPORT_SEPARATELY) ? own : family).exitCode();
		} finally {
			console.signals().closed();
		}
	}
}
