// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.model.PmixException;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The command {@code pmix4j run}: runs a job, shows its output and returns its exit code. Stateless. */
final class RunCommand {
	static final String NAME = "run";

	private RunCommand() {
	}

	static CommandLine commandLine() {
		CommandSpec spec = HelpOptions.addTo(RunOptions.spec().name(NAME));
		spec.usageMessage().customSynopsis("pmix4j run [options] PROGRAM [ARGUMENT...] [: [-n N] [--wdir DIR] [-x NAME=VALUE]... PROGRAM ...]")
				.description("Runs the ranks of one job on this machine. A ':' separates several programs.",
						"Programs may use OpenPMIx 2.1 to 6.1, and so Open MPI 4.1 or 5, or neither.")
				.footer("", "Exit code: that of the rank that failed first; 128 + n if signal n killed it;"
						+ " 127 if a program was not found, 126 if it cannot be run, 110 after a timeout, 2 if the command line is wrong,"
						+ " 70 if the launcher itself fails.",
						"Ctrl-C ends the job in order; a second Ctrl-C kills it at once. Ctrl-Z suspends it, Ctrl-\\ describes its state.");
		return RunOptions.parser(spec);
	}

	/**
	 * Runs the job, and returns when it and all jobs that it spawned have ended.
	 *
	 * @param parsed  the words of this command
	 * @param err     receives messages; must not block
	 * @param signals of this process
	 * @return the exit code
	 */
	static int execute(ParseResult parsed, PrintWriter err, LauncherSignals signals) {
		try {
			RunOrder order = RunOptions.read(parsed);
			return run(order.job(), HostOptions.defaults().withOptions(order.launcher()), err, signals);
		} catch (IllegalArgumentException e) {
			MessageLine.print(err, String.valueOf(e.getMessage()));
			err.println("Try 'pmix4j run --help'.");
			return Main.USAGE;
		} catch (PmixException | IOException e) {
			MessageLine.print(err, String.valueOf(e.getMessage()));
			return CommandLine.ExitCode.SOFTWARE;
		} catch (IllegalStateException | UnsupportedOperationException | RejectedExecutionException e) {
			MessageLine.print(err, "the launcher cannot go on: " + e.getMessage());
			return JobResult.HOST_FAILED;
		}
	}

	private static int run(JobSpec spec, HostOptions options, PrintWriter err, LauncherSignals signals)
			throws PmixException, IOException {
		LauncherProcess.prepare();
		Messages messages = new Messages(err);
		try (LocalHost host = LocalHost.start(options.withListener(messages).asLauncher())) {
			Job job = host.launch(spec);
			signals.running(host);
			JobResult result = job.familyEnded().join();
			job.ended().join().message().ifPresent(messages::print);
			return result.exitCode();
		} finally {
			signals.closed();
		}
	}

	/** Prints messages at once, as standard error never blocks; see {@link ErrorOutput}. */
	private record Messages(PrintWriter err) implements HostListener {
		@Override
		public void hostFailed(String reason) {
			LauncherProcess.fail(reason);
		}

		@Override
		public void message(Job job, String text) {
			print(text);
		}

		void print(String text) {
			MessageLine.print(err, text);
		}
	}
}
