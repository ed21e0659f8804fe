// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.cli.internal.jobs.JobReader;
import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/** The command {@code pmix4j output}: shows the output of running jobs as it comes, until they end. Stateless. */
final class OutputCommand extends ToolCommand {
	OutputCommand() {
		super("output", "[OPTION]... [NAMESPACE[:RANK]]...", "Follow the output of running jobs.", CommandUse.OUTPUT,
				"Shows the output of jobs or ranks of a server as it comes, until these jobs end. Without operands: the only job. Output"
						+ " from before this command is shown only if the server has kept it. The command says on standard error"
						+ " when it is ready. Ctrl-C ends the command, not the job.",
				"With --json, each line of output is an object with namespace, rank, stream and text.",
				"A command that does not read, such as one that Ctrl-Z has stopped, does not hold up the job: it misses output, and then says how"
						+ " much.");
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		List<Proc> targets = line.rest().stream().map(InfoText::proc).toList();
		if (line.has(ToolWord.STDOUT) && line.has(ToolWord.STDERR)) {
			throw new IllegalArgumentException("only one of --stdout and --stderr is possible; without them, both are shown");
		}
		if (line.has(ToolWord.TAG) && line.has(ToolWord.JSON)) {
			throw new IllegalArgumentException("only one of --tag and --json is possible");
		}
		OutputFormat.Tag tag = tag(line);
		IofChannel channels = line.has(ToolWord.STDOUT) ? IofChannel.STDOUT
				: line.has(ToolWord.STDERR) ? IofChannel.STDERR : IofChannel.STDOUT.plus(IofChannel.STDERR);
		return (tool, console) -> {
			JobReader jobs = new JobReader(tool.server(), tool::query);
			List<Proc> found = targets.isEmpty() ? List.of(only(jobs)) : targets;
			List<String> namespaces = found.stream().map(Proc::nspace).distinct().toList();
			for (Proc each : found) {
				jobs.require(each);
			}
			return new FollowedOutput(tool, console, tag, line.has(ToolWord.JSON)).run(found, namespaces, channels);
		};
	}

	private static OutputFormat.Tag tag(OptionLine line) {
		if (!line.has(ToolWord.TAG)) {
			return OutputFormat.Tag.NONE;
		}
		List<String> kind = line.get(ToolWord.TAG);
		return switch (kind.isEmpty() ? "job" : kind.get(0)) {
			case "job" -> OutputFormat.Tag.JOB;
			case "rank" -> OutputFormat.Tag.RANK;
			case "namespace" -> OutputFormat.Tag.NAMESPACE;
			default -> throw new IllegalArgumentException("option --tag must be job, rank or namespace, not '" + kind.get(0) + "'");
		};
	}

	private static Proc only(JobReader jobs) throws PmixException {
		List<String> running = new ArrayList<>(jobs.namespaces());
		if (running.size() == 1) {
			return Proc.wildcard(running.get(0));
		}
		throw new PmixException(running.isEmpty() ? Status.ERR_NOT_FOUND : Status.ERR_BAD_PARAM,
				running.isEmpty() ? "no job runs there" : running.size() + " jobs run there; name one of " + String.join(", ", running));
	}
}
