// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.jobs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.pmix4j.job.Session;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.job.inspection.AllocationEntry;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.SessionInspection;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.QueryAttributes;

/** Asks a server about its jobs. Owned by a command, on its thread. */
public final class JobReader {
	private final Server server;
	private final boolean ours;

	/** A server that answers queries. */
	@FunctionalInterface
	public interface Server {
		/**
		 * Asks for information.
		 *
		 * @param query the query
		 * @return the answers
		 * @throws PmixException the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
		 */
		Infos query(Query query) throws PmixException;
	}

	/**
	 * @param identity of the server; pmix4j's reports more than the Standard demands
	 * @param server   to ask
	 */
	public JobReader(Proc identity, Server server) {
		this.server = server;
		ours = Submission.isOurs(identity);
	}

	/**
	 * @return the namespaces of all jobs that run
	 * @throws PmixException if the server does not report them
	 */
	public List<String> namespaces() throws PmixException {
		return Inspection.namespaces(server.query(Inspection.namespaces()));
	}

	/**
	 * @param wanted namespaces; empty for all jobs
	 * @return the jobs; those that end meanwhile are missing
	 * @throws PmixException {@code NOT_FOUND} if a wanted job does not run, or the status of the server
	 */
	public List<JobEntry> jobs(List<String> wanted) throws PmixException {
		List<String> running = namespaces();
		for (String each : wanted) {
			if (!running.contains(each)) {
				throw missing(each, running);
			}
		}
		Map<String, String> commands = running.isEmpty() ? Map.of() : commands();
		List<JobEntry> jobs = new ArrayList<>();
		for (String nspace : wanted.isEmpty() ? running : wanted) {
			Optional<List<ProcInfo>> processes = processes(nspace);
			if (processes.isPresent()) {
				String command = commands.getOrDefault(nspace, "");
				jobs.add(new JobEntry(nspace, command.isEmpty() ? executables(processes.get()) : command, processes.get(), stops(nspace)));
			}
		}
		return jobs;
	}

	/**
	 * @return the allocations, and the requests that wait for one; empty if the server does not report them
	 * @throws PmixException the status of the server
	 */
	public List<AllocationEntry> allocations() throws PmixException {
		return askOurs(Inspection.allocations(), Inspection::allocations);
	}

	/**
	 * @return the open sessions, the default session first; empty if the server does not report them
	 * @throws PmixException the status of the server
	 */
	public List<Session> sessions() throws PmixException {
		return askOurs(SessionInspection.sessions(), answers -> SessionInspection.sessions(answers).orElse(List.of()));
	}

	/** Reads the answers to a query. */
	private interface Reading<T> {
		List<T> read(Infos answers) throws PmixException;
	}

	/** Asks for what only servers of pmix4j report; returns nothing if it is none, or one of an earlier release. */
	private <T> List<T> askOurs(Query query, Reading<T> reading) throws PmixException {
		if (!ours) {
			return List.of();
		}
		try {
			return reading.read(server.query(query));
		} catch (PmixException e) {
			if (e.status().equals(Status.ERR_NOT_SUPPORTED)) {
				return List.of();
			}
			throw e;
		}
	}

	/**
	 * @param nspace  a job
	 * @param running all jobs
	 * @return says that the job is not one of them
	 */
	public static PmixException missing(String nspace, Collection<String> running) {
		return new PmixException(Status.ERR_NOT_FOUND, "no job " + nspace + " runs there; "
				+ (running.isEmpty() ? "there are no jobs" : "jobs are " + String.join(", ", running)));
	}

	/**
	 * Checks that a process or job runs.
	 *
	 * @param target a process, or all of a job
	 * @throws PmixException {@code NOT_FOUND} if it does not; the message names what does
	 */
	public void require(Proc target) throws PmixException {
		List<ProcInfo> processes = jobs(List.of(target.nspace())).stream().flatMap(job -> job.processes().stream()).toList();
		if (target.rank().isProcess() && processes.stream().noneMatch(each -> each.proc().equals(target))) {
			throw new PmixException(Status.ERR_NOT_FOUND, "job " + target.nspace() + " has no rank " + target.rank() + "; its ranks are "
					+ processes.stream().map(each -> each.proc().rank().toString()).collect(Collectors.joining(", ")));
		}
	}

	/** Returns the ranks that a signal has stopped; none if the job has ended meanwhile. */
	private Map<Proc, RankStop> stops(String nspace) throws PmixException {
		try {
			return ours ? Inspection.stops(server.query(Inspection.stopsOf(nspace))) : Map.of();
		} catch (PmixException e) {
			if (!e.status().equals(Status.ERR_NOT_FOUND) && !e.status().equals(Status.ERR_NOT_SUPPORTED)) {
				throw e;
			}
			return Map.of(); // an older server of pmix4j does not know the key
		}
	}

	private static String executables(List<ProcInfo> processes) {
		return processes.stream().map(ProcInfo::executable).filter(name -> !name.isEmpty()).distinct().collect(Collectors.joining(" : "));
	}

	/**
	 * @param nspace a job
	 * @return its process table, ordered by rank; empty if it no longer runs
	 * @throws PmixException the status of the server, such as {@code ERR_NOT_SUPPORTED}
	 */
	public Optional<List<ProcInfo>> processes(String nspace) throws PmixException {
		try {
			return Optional.of(Inspection.processes(server.query(Inspection.processesOf(nspace))));
		} catch (PmixException e) {
			if (e.status().equals(Status.ERR_NOT_FOUND)) {
				return Optional.empty();
			}
			throw e;
		}
	}

	/** Returns the command lines by namespace; servers need not report them. */
	private Map<String, String> commands() {
		Map<String, String> commands = new HashMap<>();
		try {
			Infos answer = ask(QueryAttributes.QUERY_NAMESPACE_INFO.key(), Infos.EMPTY);
			for (PmixValue job : answer.get(QueryAttributes.QUERY_NAMESPACE_INFO).map(DataArray::elements).orElse(List.of())) {
				Infos about = job instanceof Info info && info.value() instanceof DataArray array ? array.infos() : Infos.EMPTY;
				String nspace = about.get(JobAttributes.NSPACE).orElse("");
				about.get(JobAttributes.CMD_LINE).ifPresent(line -> commands.put(nspace, line));
			}
		} catch (PmixException untold) {
			System.getLogger(JobReader.class.getName()).log(System.Logger.Level.DEBUG, "The server reports no command lines", untold);
		}
		return commands;
	}

	private Infos ask(String key, Infos qualifiers) throws PmixException {
		return server.query(new Query(List.of(key), qualifiers));
	}
}
