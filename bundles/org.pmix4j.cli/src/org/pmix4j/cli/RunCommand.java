// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.util.List;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.launcher.LaunchPlan;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.host.launcher.NamedNodes;
import org.pmix4j.host.launcher.XmlDocument;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StreamSink;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;

/** The command {@code pmix4j run}: runs a job, shows its output and returns its exit code. Stateless. */
final class RunCommand extends OptionCommand {
	RunCommand() {
		super("run", "Run the ranks of one job.", CommandWords.RUN);
	}

	@Override
	String page() {
		return HelpPages.shortPage();
	}

	/** Runs the job, and returns when it and all jobs that it spawned have ended. */
	@Override
	int run(OptionLine line, List<String> all, Console console) throws PmixException, IOException {
		RunOrder order = RunOptions.job(line);
		try {
			CommandStart.prepare(line, order, console);
			NamedNodes nodes = new NamedNodes(order.job());
			EngineChoice engine = EngineChoice.of(order.engine(), nodes, OwnProcess.environment());
			if (line.has(LaunchWord.VERBOSE)) {
				console.message(engine.description());
			}
			if (!engine.isLocal()) {
				return EngineRun.run(engine, line, order, console);
			}
			LaunchPlan plan = plan(nodes, order, engine);
			plan.notes().forEach(console::message);
			return run(plan.job(), HostOptions.defaults().withOptions(order.launcher()).withNodes(plan.nodes()), line, console);
		} finally {
			PidFile.removeAfter(line);
		}
	}

	private static LaunchPlan plan(NamedNodes nodes, RunOrder order, EngineChoice engine) throws PmixException, IOException {
		try {
			return LaunchPlan.of(nodes, order.launcher().get(LauncherOptions.SIMULATE).texts(), OwnProcess.environment());
		} catch (PmixException e) {
			throw engine.explained(e);
		}
	}

	@Override
	int failed(PmixException failure, Console console) {
		// why a DVM has not started needs several lines
		String.valueOf(failure.getMessage()).lines().forEach(console::message);
		return 1;
	}

	private static int run(JobSpec spec, HostOptions options, OptionLine line, Console console) throws PmixException, IOException {
		LauncherProcess.prepare();
		XmlDocument document = XmlDocument.begin(spec, StreamSink.standard());
		JobMessages messages = new JobMessages(console, document);
		try (LocalHost host = LocalHost.start(options.withListener(messages).asLauncher())) {
			PidFile.of(line).ifPresent(file -> host.withdrawIfKilled(file.path(), PidFile.text()));
			CommandStart.reportPid(line, console);
			boolean led = host.awaitTool();
			JobSpec shown = LauncherProcess.telling(spec.withSink(StreamSink.standard()), LauncherProcess.tellsTerminal());
			Job job = host.launch(console.signals().sized(shown));
			console.signals().running(SignalTarget.of(host));
			JobResult family = LauncherProcess.await(job.familyEnded());
			JobResult own = job.ended().join();
			if (!led) {
				own.message().ifPresent(console::message);
			}
			messages.await();
			return (spec.get(SpawnOptions.REPORT_SEPARATELY) ? own : family).exitCode();
		} finally {
			console.signals().closed();
			document.end();
		}
	}
}
