// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.cli.internal.options.UnknownOptionException;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.host.launcher.XmlDocument;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StreamSink;
import org.pmix4j.model.PmixException;

/** The command {@code pmix4j submit}: runs a job in a server that stays, as {@code run} does in its own. Stateless. */
final class SubmitCommand extends OptionCommand {
	SubmitCommand() {
		super("submit", "Run the ranks of one job in a server that stays.", CommandWords.SUBMIT);
	}

	@Override
	String page() {
		return HelpPages.page("pmix4j submit [OPTION]... PROGRAM [ARGUMENT]... [: [OPTION]... PROGRAM ...]", List.of(
				"Runs the ranks of one job in a server that stays, which 'pmix4j server' or prte has started. Options of the job, output, input,"
						+ " signals and exit code are those of 'pmix4j run'; directory, environment and file mode mask are those of this"
						+ " shell. The job ends with this command.",
				"Exit code: that of 'pmix4j run'; 69 if there is no server, 70 if the server ends before the job."),
				CommandWords.SUBMIT);
	}

	@Override
	int run(OptionLine line, List<String> all, Console console) throws PmixException, IOException {
		RunOrder order = RunOptions.job(line);
		try {
			CommandStart.prepare(line, order, console);
			if (!order.engine().engine().isEmpty()) {
				console.message("the launch file names the engine " + order.engine().engine() + ", but 'submit' uses a server that runs;"
						+ " 'pmix4j run --launch-file' uses that engine");
			}
			try (Closeable guard = PidFile.withdrawnIfKilled(line)) {
				CommandStart.reportPid(line, console);
				return submit(line, order.job(), console);
			}
		} finally {
			PidFile.removeAfter(line);
		}
	}

	@Override
	String unknown(UnknownOptionException failure) {
		return CommandWords.SERVER.has(failure.word()) ? "option " + failure.word() + " belongs to the server; give it to 'pmix4j server'"
				: super.unknown(failure);
	}

	@Override
	int failed(PmixException failure, Console console) {
		return Servers.failed(failure, console);
	}

	private static int submit(OptionLine line, JobSpec job, Console console) throws PmixException {
		LauncherProcess.prepare();
		return run(ServerEngine.launching(Servers.attach(line)), job, console);
	}

	/** Runs a job on an engine, which is closed afterwards, and returns its exit code. */
	static int run(JobEngine engine, JobSpec job, Console console) {
		XmlDocument document = XmlDocument.begin(job, StreamSink.standard());
		JobMessages messages = new JobMessages(console, document);
		try (engine) {
			JobSpec shown = engine instanceof ServerEngine server && server.hasTerminals() ? console.signals().sized(job) : job;
			Job submitted = engine.launch(shown.withSink(StreamSink.standard()), messages);
			console.signals().running(SignalTarget.of(engine));
			JobResult result = submitted.familyEnded().join();
			result.message().ifPresent(text -> text.lines().forEach(console::message));
			messages.await();
			return result.exitCode();
		} finally {
			console.signals().closed();
			document.end();
		}
	}
}
