// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.TableText;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Wait;
import org.pmix4j.process.stacks.CallNode;
import org.pmix4j.process.stacks.CallTree;
import org.pmix4j.process.stacks.FoundJob;
import org.pmix4j.process.stacks.FoundRank;
import org.pmix4j.process.stacks.JobStacks;
import org.pmix4j.process.stacks.UserJobs;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** The command {@code pmix4j stacks}: shows where the ranks of any job of this machine are. Stateless. */
final class StacksCommand extends OptionCommand {
	private static final CommandWords WORDS = CommandWords.ofTool(CommandUse.STACKS);
	private static final Duration RANK_LIMIT = Duration.ofSeconds(30);
	/** A server that does not answer in this time may be what hangs. */
	private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
	private static final int INCOMPLETE = 1;

	StacksCommand() {
		super("stacks", "Show where the ranks of a job are: merged stacks, also of mpirun's jobs.", WORDS);
	}

	@Override
	String page() {
		return HelpPages.page("pmix4j stacks [OPTION]... [JOB]", List.of("Shows the stacks of all ranks of a job on this machine, merged into one"
				+ " tree: frames that ranks have in common are shown once, below the numbers of the ranks. The job goes on. Any job will do, whether"
				+ " pmix4j, prterun, mpirun or mpiexec has started it: ranks are found by the variables PMIX_NAMESPACE, PMIX_RANK, PMI_RANK and"
				+ " OMPI_COMM_WORLD_RANK of their environment. For a job of pmix4j, the operations of PMIx in which ranks wait are shown, too.",
				"JOB is a namespace, or the process id of the launcher or of a rank. It is needed if there are several jobs; these are listed then.",
				"Ranks in Java are read by jstack; in Python by py-spy, or by gdb if it knows the interpreter; others by eu-stack, gstack or gdb.",
				"With --json, an object has the members job, launcher, pid (of the launcher), ranks, each with rank, pid and command, waits, a list of"
						+ " lines, stacks, and missing, each with rank and reason. Each of stacks has ranks, such as 0-3,7, frame, and calls, a list of"
						+ " such objects.",
				"Exit code: 0 if the stacks of all ranks were read, 1 if some are missing, 2 if the command line is wrong or has to name one of"
						+ " several jobs, 69 if there is no such job."), WORDS);
	}

	@Override
	int run(OptionLine line, List<String> all, Console console) {
		Duration limit = line.has(ToolWord.STACK_LIMIT) ? Servers.seconds(line, ToolWord.STACK_LIMIT) : RANK_LIMIT;
		if (!limit.isPositive()) {
			throw new IllegalArgumentException("option --timeout must be more than 0 seconds");
		}
		if (line.rest().size() > 1) {
			throw new IllegalArgumentException("only one job is possible, not " + String.join(" ", line.rest()));
		}
		BitSet wanted = line.has(ToolWord.RANKS) ? ranks(line.get(ToolWord.RANKS).get(0)) : new BitSet();
		List<FoundJob> running = UserJobs.find();
		List<FoundJob> chosen = line.rest().isEmpty() ? running : running.stream().filter(job -> job.isCalled(line.rest().get(0))).toList();
		if (chosen.size() != 1) {
			return choose(line.rest(), running, chosen, console);
		}
		FoundJob job = chosen.get(0);
		List<FoundRank> ranks = job.ranks().stream().filter(rank -> wanted.isEmpty() || wanted.get(rank.rank())).toList();
		if (ranks.isEmpty()) {
			console.message("job " + job.name() + " has no rank " + CallTree.list(wanted) + " on this machine; its ranks here are "
					+ CallTree.list(numbers(job.ranks())));
			return Servers.NO_SERVER;
		}
		CompletableFuture<List<Wait>> waits = CompletableFuture.supplyAsync(() -> waits(job));
		JobStacks stacks = JobStacks.read(ranks, limit, line.has(ToolWord.FULL), new Uncanceled());
		if (line.has(ToolWord.JSON)) {
			console.out().println(JsonText.of(json(job, ranks, stacks, waits.join())));
		} else {
			show(job, ranks, stacks, waits.join(), console);
		}
		console.out().flush();
		if (!line.has(ToolWord.JSON)) {
			stacks.reasons().forEach((reason, missing) -> console.message("no stack of " + CallTree.text(missing) + ": " + reason));
		}
		return stacks.missing().isEmpty() ? 0 : INCOMPLETE;
	}

	/** Reads a few ranks, then ends with the process. */
	private static final class Uncanceled implements JobStacks.Progress {
		@Override
		public void oneDone() {
			// the whole tree is shown at the end
		}

		@Override
		public boolean isCanceled() {
			return false;
		}
	}

	/** Names the jobs from which one is to be chosen. */
	private static int choose(List<String> word, List<FoundJob> running, List<FoundJob> chosen, Console console) {
		if (running.isEmpty()) {
			console.message("no job runs on this machine whose processes you may look at");
			return Servers.NO_SERVER;
		}
		console.message(!word.isEmpty() && chosen.isEmpty() ? "no job on this machine is called " + word.get(0) + "; these run:"
				: "several jobs run; name one, as in: pmix4j stacks " + running.get(0).name());
		TableText table = new TableText("JOB", "RANKS", "LAUNCHER", "PID", "PROGRAM");
		running.forEach(job -> table.add(job.name(), CallTree.list(numbers(job.ranks())), job.launcherName(),
				job.launcher().isPresent() ? String.valueOf(job.launcher().getAsInt()) : "", job.ranks().get(0).command()));
		table.lines().forEach(console::message);
		return word.isEmpty() || !chosen.isEmpty() ? Main.USAGE : Servers.NO_SERVER;
	}

	private static void show(FoundJob job, List<FoundRank> ranks, JobStacks stacks, List<Wait> waits, Console console) {
		String launcher = job.launcher().isPresent() ? " of " + job.launcherName() + " (pid " + job.launcher().getAsInt() + ")" : "";
		console.line("job " + job.name() + launcher + ", " + CallTree.text(numbers(ranks)) + " on this machine: "
				+ ranks.stream().map(FoundRank::command).distinct().limit(2).collect(Collectors.joining(" : ")));
		waits.forEach(wait -> console.line(wait.text()));
		CallTree.of(stacks.stacks()).lines().forEach(console::line);
	}

	private static Map<String, Object> json(FoundJob job, List<FoundRank> ranks, JobStacks stacks, List<Wait> waits) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("job", job.name());
		object.put("launcher", job.launcherName());
		object.put("pid", job.launcher().orElse(0));
		object.put("ranks", ranks.stream().map(rank -> members("rank", rank.rank(), "pid", rank.pid(), "command", rank.command())).toList());
		object.put("waits", waits.stream().map(Wait::text).toList());
		object.put("stacks", CallTree.of(stacks.stacks()).roots().stream().map(StacksCommand::json).toList());
		object.put("missing", new TreeMap<>(stacks.missing()).entrySet().stream()
				.map(each -> members("rank", each.getKey(), "reason", each.getValue())).toList());
		return object;
	}

	private static Map<String, Object> json(CallNode node) {
		return members("ranks", CallTree.list(node.ranks()), "frame", node.text(), "calls",
				node.children().stream().map(StacksCommand::json).toList());
	}

	private static Map<String, Object> members(Object... namesAndValues) {
		Map<String, Object> object = new LinkedHashMap<>();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			object.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
		}
		return object;
	}

	private static BitSet numbers(List<FoundRank> ranks) {
		return ranks.stream().collect(BitSet::new, (set, rank) -> set.set(rank.rank()), BitSet::or);
	}

	/** Reads a list of ranks: {@code 0-3,7}. */
	private static BitSet ranks(String list) {
		BitSet ranks = new BitSet();
		for (String part : list.split(",", -1)) {
			String[] ends = part.split("-", 2);
			try {
				int first = Integer.parseInt(ends[0]);
				int last = ends.length > 1 ? Integer.parseInt(ends[1]) : first;
				if (first < 0 || last < first || last == Integer.MAX_VALUE) {
					throw new NumberFormatException(part);
				}
				ranks.set(first, last + 1);
			} catch (NumberFormatException e) {
				throw new IllegalArgumentException("option --ranks must be numbers and ranges, such as 0-3,7, not '" + list + "'", e);
			}
		}
		return ranks;
	}

	/** Returns what the ranks wait for in PMIx if one of our servers runs the job. Other servers do not report it. */
	private static List<Wait> waits(FoundJob job) {
		List<Wait> waits = new ArrayList<>();
		if (job.isNamespace()) {
			PmixTool.findAll(ToolOptions.of(ServerChoice.ANY)).forEach(server -> waits.addAll(waits(job, server)));
		}
		return waits;
	}

	private static List<Wait> waits(FoundJob job, ServerChoice server) {
		try (PmixTool tool = PmixTool.open(ToolOptions.of(server).withRequestLimit(ANSWER_LIMIT))) {
			return Submission.isOurs(tool.server()) && Inspection.namespaces(tool.query(Inspection.namespaces())).contains(job.name())
					? Inspection.waits(tool.query(Inspection.waitsOf(job.name()))) : List.of();
		} catch (PmixException e) {
			// it has just ended, or admits no tools
			System.getLogger(StacksCommand.class.getName()).log(System.Logger.Level.DEBUG, "A server does not report waits", e);
			return List.of();
		}
	}
}
