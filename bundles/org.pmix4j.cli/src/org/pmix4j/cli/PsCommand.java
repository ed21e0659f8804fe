// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.pmix4j.cli.internal.jobs.JobEntry;
import org.pmix4j.cli.internal.jobs.JobReader;
import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.TableText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j ps}: lists jobs, their processes or their nodes. Stateless. */
final class PsCommand extends ToolCommand {
	PsCommand() {
		super("ps", "[OPTION]... [NAMESPACE]...", "List the jobs of a running server.", CommandUse.PS,
				"Lists the jobs of a server, which may be a running 'pmix4j run' or 'pmix4j server', prterun or prte, or any other PMIx server.",
				"With --json, an object has the members server and jobs. Each job has namespace, size, state, command and ranks; each rank has"
						+ " rank, host, pid, state and executable. With --nodes, the members are server and nodes, each with host, jobs and"
						+ " processes.");
	}

	@Override
	ToolTask task(OptionLine line) {
		if (line.has(ToolWord.PROCS) && line.has(ToolWord.NODES_VIEW)) {
			throw new IllegalArgumentException("only one of --procs and --nodes is possible");
		}
		boolean json = line.has(ToolWord.JSON);
		return (tool, console) -> {
			List<JobEntry> jobs = new JobReader(tool::query).jobs(line.rest());
			if (json) {
				console.out().println(JsonText.of(json(tool, jobs, line.has(ToolWord.NODES_VIEW))));
			} else {
				TableText table = line.has(ToolWord.PROCS) ? processes(jobs) : line.has(ToolWord.NODES_VIEW) ? nodes(jobs) : jobs(jobs);
				table.lines().forEach(console::line);
			}
			return 0;
		};
	}

	private static Map<String, Object> json(PmixTool tool, List<JobEntry> jobs, boolean nodes) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("server", tool.server().nspace());
		if (!nodes) {
			object.put("jobs", jobs.stream().map(JobEntry::json).toList());
			return object;
		}
		object.put("nodes", hosts(jobs).values().stream().map(host -> {
			Map<String, Object> node = new LinkedHashMap<>();
			node.put("host", host.name);
			node.put("jobs", host.jobs);
			node.put("processes", host.processes);
			return node;
		}).toList());
		return object;
	}

	private static TableText jobs(List<JobEntry> jobs) {
		TableText table = new TableText("NAMESPACE", "RANKS", "STATE", "COMMAND");
		jobs.forEach(job -> table.add(job.nspace(), job.processes().size(), job.state(), job.command()));
		return table;
	}

	private static TableText processes(List<JobEntry> jobs) {
		TableText table = new TableText("NAMESPACE", "RANK", "HOST", "PID", "STATE", "EXECUTABLE");
		for (JobEntry job : jobs) {
			for (ProcInfo process : job.processes()) {
				table.add(job.nspace(), process.proc().rank(), process.hostname(), Integer.toUnsignedString(process.pid()),
						ValueReport.word(process.state()), process.executable());
			}
		}
		return table;
	}

	private static TableText nodes(List<JobEntry> jobs) {
		TableText table = new TableText("HOST", "JOBS", "PROCESSES");
		hosts(jobs).values().forEach(host -> table.add(host.name, host.jobs.size(), host.processes));
		return table;
	}

	private static Map<String, Host> hosts(List<JobEntry> jobs) {
		Map<String, Host> hosts = new TreeMap<>();
		for (JobEntry job : jobs) {
			for (ProcInfo process : job.processes()) {
				Host host = hosts.computeIfAbsent(process.hostname(), Host::new);
				host.jobs.add(job.nspace());
				host.processes++;
			}
		}
		return hosts;
	}

	/** A node with its jobs, while they are counted. */
	private static final class Host {
		private final String name;
		private final Set<String> jobs = new LinkedHashSet<>();
		private int processes;

		Host(String name) {
			this.name = name;
		}
	}
}
