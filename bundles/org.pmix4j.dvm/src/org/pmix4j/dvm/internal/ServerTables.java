// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.job.Job;
import org.pmix4j.job.Session;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.job.inspection.SessionInspection;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;

/** Queries the jobs of a server and their processes. Stateless. */
public final class ServerTables {
	/** Looks at a table take at most this part of the time: one with many processes keeps server and engine busy for a while. */
	private static final int PART = 10;

	private ServerTables() {
	}

	/** Returns the time until the next look: at least the usual one, longer behind a look that has taken long. */
	static Duration pause(Duration usual, long begun) {
		Duration least = Duration.ofNanos(System.nanoTime() - begun).multipliedBy(PART);
		return least.compareTo(usual) > 0 ? least : usual;
	}

	/**
	 * Reads the answers of a query.
	 *
	 * @param <T> the type of what they say
	 */
	public interface Reader<T> {
		/**
		 * {@return what the answers say}
		 *
		 * @param answers of the query
		 * @throws PmixException if they have another form
		 */
		T read(Infos answers) throws PmixException;
	}

	/**
	 * What runs in a server at one moment.
	 *
	 * @param namespaces of all jobs
	 * @param sessions   the open ones, the default session first; empty if the server does not report them
	 */
	public record Listing(List<String> namespaces, Optional<List<Session>> sessions) {
	}

	/**
	 * {@return the jobs that run, with their sessions}
	 *
	 * @param link to the server
	 */
	public static CompletableFuture<Listing> listing(ServerLink link) {
		return read(link.query(link.dialect().listing()),
				answers -> new Listing(Inspection.namespaces(answers), SessionInspection.sessions(answers)));
	}

	/**
	 * {@return the process table of a job, ordered by rank; empty if the job no longer runs}
	 *
	 * @param link   to the server
	 * @param nspace the job
	 */
	public static CompletableFuture<List<ProcInfo>> processes(ServerLink link, String nspace) {
		return unlessEnded(read(link.query(Inspection.processesOf(nspace)), Inspection::processes), List.of());
	}

	/** Returns the ranks of a job that a signal has stopped; none if the server does not report them. */
	static CompletableFuture<Map<Proc, RankStop>> stops(ServerLink link, String nspace) {
		Optional<Query> query = link.dialect().stops(nspace);
		return query.isEmpty() ? CompletableFuture.completedFuture(Map.of())
				: unlessEnded(read(link.query(query.get()), Inspection::stops), Map.of());
	}

	/**
	 * {@return what answers say}
	 *
	 * @param <T>     the type of the value
	 * @param answers of the query
	 * @param reader  reads them
	 */
	public static <T> CompletableFuture<T> read(CompletableFuture<Infos> answers, Reader<T> reader) {
		return answers.thenApply(infos -> {
			try {
				return reader.read(infos);
			} catch (PmixException e) {
				throw new CompletionException(e);
			}
		});
	}

	/**
	 * {@return the state of a job as text for users; never fails}
	 *
	 * @param link to the server
	 * @param job  one of its jobs
	 */
	public static CompletableFuture<String> description(ServerLink link, Job job) {
		Optional<Query> query = link.dialect().description(job.nspace());
		return query.isEmpty() ? CompletableFuture.completedFuture(job.dump())
				: read(link.query(query.get()), answers -> answers.get(InspectionKeys.STATE).orElse(""))
						.thenApply(state -> state.contains(job.nspace()) ? state : "job " + job.nspace() + ": " + state)
						.exceptionally(problem -> job.dump() + "; the server does not describe it: " + problem.getMessage());
	}

	/**
	 * Replaces the failures of a job that has ended, and of an older server that does not know the key.
	 *
	 * @param <T>     the type of the answer
	 * @param answer  which may fail
	 * @param nothing in place of such failures
	 * @return the answer, or nothing
	 */
	public static <T> CompletableFuture<T> unlessEnded(CompletableFuture<T> answer, T nothing) {
		return answer.exceptionallyCompose(problem -> {
			Throwable cause = problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
			return cause instanceof PmixException refusal
					&& (refusal.status().equals(Status.ERR_NOT_FOUND) || refusal.status().equals(Status.ERR_NOT_SUPPORTED))
							? CompletableFuture.completedFuture(nothing)
							: CompletableFuture.failedFuture(cause);
		});
	}
}
