// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.LocalHost;
import org.pmix4j.model.PmixException;

import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** {@code pmix4j run}: starts the processes of one job, shows their output, ends with their exit code. */
final class RunCommand {
	static final String NAME = "run";

	private static final String SEPARATOR = ":";

	private RunCommand() {
	}

	static CommandLine commandLine() {
		CommandLine command = new CommandLine(RunOptions.spec());
		command.setStopAtPositional(true);
		command.setUnmatchedOptionsArePositionalParams(false);
		return command;
	}

	/**
	 * @param parsed the part of the command line that is about this command
	 * @param err    takes messages
	 * @return the exit code
	 */
	static int execute(ParseResult parsed, PrintWriter err) {
		try {
			return run(RunOptions.jobSpec(parsed), RunOptions.hostOptions(parsed), err);
		} catch (IllegalArgumentException e) {
			err.println("pmix4j: " + e.getMessage());
			err.println("Try 'pmix4j run --help'.");
			return Main.USAGE;
		} catch (PmixException | IOException e) {
			err.println("pmix4j: " + e.getMessage());
			return CommandLine.ExitCode.SOFTWARE;
		}
	}

	private static int run(JobSpec spec, HostOptions options, PrintWriter err) throws PmixException, IOException {
		try (LocalHost host = LocalHost.start(options.withListener(new Messages(err)))) {
			Job job = host.launch(spec);
			SignalForwarding.to(host);
			JobResult result = job.familyEnded().join();
			job.ended().join().message().ifPresent(message -> err.println("pmix4j: " + message));
			return result.exitCode();
		}
	}

	/** Splits {@code a : b} into the command lines of the programs. */
	static List<List<String>> programs(List<String> words) {
		List<List<String>> programs = new ArrayList<>();
		int start = 0;
		for (int i = 0; i <= words.size(); i++) {
			if (i == words.size() || words.get(i).equals(SEPARATOR)) {
				programs.add(words.subList(start, i));
				start = i + 1;
			}
		}
		return programs;
	}

	/** Tells the user what the host has to say. */
	private record Messages(PrintWriter err) implements HostListener {
		@Override
		public void message(Job job, String text) {
			err.println("pmix4j: " + text);
		}
	}
}
