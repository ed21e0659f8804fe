// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.pmix4j.cli.internal.jobs.AllocationReport;
import org.pmix4j.cli.internal.jobs.JobEntry;
import org.pmix4j.cli.internal.jobs.JobReader;
import org.pmix4j.cli.internal.jobs.SessionReport;
import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.TableText;
import org.pmix4j.job.Session;
import org.pmix4j.job.inspection.AllocationEntry;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Status;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.ToolServer;

/** The command {@code pmix4j ps}: lists jobs, their processes or their nodes. Stateless. */
final class PsCommand extends ToolCommand {
	/** The jobs, allocations and sessions of one server. */
	private record ServerJobs(String server, List<JobEntry> jobs, List<AllocationEntry> allocations, List<Session> sessions) {
	}

	PsCommand() {
		super("ps", "[OPTION]... [NAMESPACE]...", "List the jobs of running servers.", CommandUse.PS,
				"Lists the jobs of a server, which may be a running 'pmix4j run' or 'pmix4j server', prterun or prte, or any other PMIx server."
						+ " Without an option that names a server: the jobs of all servers of this user, with the namespaces of the servers if"
						+ " there are several.",
				"With --json, an object has the members server and jobs; there is a line with an object for each server. Each job has namespace,"
						+ " size, state, command and ranks; each rank has rank, host, pid, state and executable; a rank that a signal has stopped"
						+ " has the state stopped, and signal. A third member is allocations, each with name, request, state, requester, owned"
						+ " (false if its owner has left), cpus and hosts. A fourth member is sessions, each with session (its number),"
						+ " allocation, state, slots, hosts and namespaces (of its jobs); only a server of pmix4j reports them. With --nodes, the members"
						+ " are server and nodes, each with host, jobs and processes.");
	}

	@Override
	PmixTool attach(OptionLine line, Console console) throws PmixException {
		return Servers.attachAll(line, limit(line), console);
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		if (line.has(ToolWord.PROCS) && line.has(ToolWord.NODES_VIEW)) {
			throw new IllegalArgumentException("only one of --procs and --nodes is possible");
		}
		return (tool, console) -> {
			boolean isOfJobs = !line.has(ToolWord.PROCS) && !line.has(ToolWord.NODES_VIEW);
			List<ServerJobs> servers = read(tool, line.rest(), isOfJobs, line.has(ToolWord.JSON) && !line.has(ToolWord.NODES_VIEW));
			if (line.has(ToolWord.JSON)) {
				servers.forEach(each -> console.out().println(JsonText.of(json(each, line.has(ToolWord.NODES_VIEW)))));
			} else {
				table(servers, line).lines().forEach(console::line);
				allocations(servers).forEach(console::line);
			}
			return 0;
		};
	}

	/**
	 * Asks each server for its jobs, for allocations if no jobs are named, and for the sessions, which only JSON shows. One of several
	 * servers may end meanwhile.
	 */
	private static List<ServerJobs> read(PmixTool tool, List<String> wanted, boolean withAllocations, boolean withSessions)
			throws PmixException {
		List<ToolServer> servers = tool.servers();
		if (servers.size() <= 1) {
			JobReader reader = new JobReader(tool.server(), tool::query);
			return List.of(new ServerJobs(tool.server().nspace(), reader.jobs(wanted), allocations(reader, wanted, withAllocations),
					sessions(reader, withSessions)));
		}
		List<ServerJobs> all = new ArrayList<>();
		Set<String> running = new LinkedHashSet<>();
		for (ToolServer server : servers) {
			try {
				JobReader reader = new JobReader(server.proc(), server::query);
				List<JobEntry> jobs = reader.jobs(List.of());
				jobs.forEach(job -> running.add(job.nspace()));
				all.add(new ServerJobs(server.proc().nspace(),
						jobs.stream().filter(job -> wanted.isEmpty() || wanted.contains(job.nspace())).toList(),
						allocations(reader, wanted, withAllocations), sessions(reader, withSessions)));
			} catch (PmixException ended) {
				if (!ended.status().equals(Status.ERR_UNREACH)) {
					throw ended;
				}
			}
		}
		for (String nspace : wanted) {
			if (!running.contains(nspace)) {
				throw JobReader.missing(nspace, running);
			}
		}
		return all;
	}

	private static List<AllocationEntry> allocations(JobReader reader, List<String> wanted, boolean withAllocations) throws PmixException {
		return withAllocations && wanted.isEmpty() ? reader.allocations() : List.of();
	}

	private static List<Session> sessions(JobReader reader, boolean withSessions) throws PmixException {
		return withSessions ? reader.sessions() : List.of();
	}

	/** Returns a second table after an empty line; nothing if there are no allocations. */
	private static List<String> allocations(List<ServerJobs> servers) {
		boolean several = servers.size() > 1;
		TableText table = new TableText(row(several, "SERVER", AllocationReport.HEADINGS).toArray(String[]::new));
		servers.forEach(server -> server.allocations()
				.forEach(entry -> table.add(row(several, server.server(), AllocationReport.cells(entry)).toArray())));
		List<String> lines = new ArrayList<>(table.lines());
		lines.add(0, "");
		return servers.stream().allMatch(server -> server.allocations().isEmpty()) ? List.of() : lines;
	}

	private static Map<String, Object> json(ServerJobs server, boolean nodes) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("server", server.server());
		if (!nodes) {
			object.put("jobs", server.jobs().stream().map(JobEntry::json).toList());
			object.put("allocations", server.allocations().stream().map(AllocationReport::json).toList());
			object.put("sessions", server.sessions().stream().map(SessionReport::json).toList());
			return object;
		}
		object.put("nodes", byName(server.jobs()).values().stream().map(node -> {
			Map<String, Object> members = new LinkedHashMap<>();
			members.put("host", node.name);
			members.put("jobs", node.jobs);
			members.put("processes", node.processes);
			return members;
		}).toList());
		return object;
	}

	/** Returns the table that the options want. If there are several servers, its first column names the server. */
	private static TableText table(List<ServerJobs> servers, OptionLine line) {
		boolean processes = line.has(ToolWord.PROCS);
		boolean nodes = line.has(ToolWord.NODES_VIEW);
		List<String> headings = processes ? List.of("NAMESPACE", "RANK", "HOST", "PID", "STATE", "EXECUTABLE")
				: nodes ? List.of("HOST", "JOBS", "PROCESSES") : List.of("NAMESPACE", "RANKS", "STATE", "COMMAND");
		boolean several = servers.size() > 1;
		TableText table = new TableText(row(several, "SERVER", headings).toArray(String[]::new));
		for (ServerJobs server : servers) {
			List<List<Object>> rows = processes ? processes(server.jobs()) : nodes ? nodes(server.jobs()) : jobs(server.jobs());
			rows.forEach(cells -> table.add(row(several, server.server(), cells).toArray()));
		}
		return table;
	}

	private static List<Object> row(boolean several, String server, List<?> cells) {
		List<Object> row = new ArrayList<>(cells);
		if (several) {
			row.add(0, server);
		}
		return row;
	}

	private static List<List<Object>> jobs(List<JobEntry> jobs) {
		List<List<Object>> rows = new ArrayList<>();
		jobs.forEach(job -> rows.add(List.of(job.nspace(), job.processes().size(), job.state(), job.command())));
		return rows;
	}

	private static List<List<Object>> processes(List<JobEntry> jobs) {
		List<List<Object>> rows = new ArrayList<>();
		for (JobEntry job : jobs) {
			for (ProcInfo process : job.processes()) {
				rows.add(List.of(job.nspace(), process.proc().rank(), process.hostname(), Integer.toUnsignedString(process.pid()),
						job.state(process), process.executable()));
			}
		}
		return rows;
	}

	private static List<List<Object>> nodes(List<JobEntry> jobs) {
		List<List<Object>> rows = new ArrayList<>();
		byName(jobs).values().forEach(node -> rows.add(List.of(node.name, node.jobs.size(), node.processes)));
		return rows;
	}

	private static Map<String, NodeJobs> byName(List<JobEntry> jobs) {
		Map<String, NodeJobs> nodes = new TreeMap<>();
		for (JobEntry job : jobs) {
			for (ProcInfo process : job.processes()) {
				NodeJobs node = nodes.computeIfAbsent(process.hostname(), NodeJobs::new);
				node.jobs.add(job.nspace());
				node.processes++;
			}
		}
		return nodes;
	}

	/** A node with its jobs, while they are counted. */
	private static final class NodeJobs {
		private final String name;
		private final Set<String> jobs = new LinkedHashSet<>();
		private int processes;

		NodeJobs(String name) {
			this.name = name;
		}
	}
}
