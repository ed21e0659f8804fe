// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.watch;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

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
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.tool.PmixTool;

/**
 * Ends the wait for a job whose end a server of others never reports. PRRTE loses some ranks that end as soon as they have started: it
 * reaps the process, forgets its status and takes it for running. So this asks for the processes every second; when they are gone several
 * times in a row, it tells the server to kill the job, which frees its slots. Owned by the submitted job, until that has ended. The calls
 * come one at a time.
 */
public final class EndWatch {
	/** Looks that must find no process before the watch gives up: a busy server reports the end late. */
	private static final int GONE = 5;

	private final Server server;
	private final String nspace;
	private final LongPredicate isProcess;
	private final Executor later;
	private final Consumer<String> givenUp;
	private final CompletableFuture<?> ended;
	private int gone;

	/** What the watch asks of the server. */
	public interface Server {
		/** Returns its namespace. */
		String nspace();

		/** Asks for information. */
		CompletableFuture<Infos> query(Query query);

		/** Kills the processes of a job. */
		void kill(Proc job);

		/** Returns the server of a tool. */
		static Server of(PmixTool tool) {
			return new Server() {
				@Override
				public String nspace() {
					return tool.server().nspace();
				}

				@Override
				public CompletableFuture<Infos> query(Query query) {
					return tool.queryAsync(query);
				}

				@Override
				public void kill(Proc job) {
					tool.controlAsync(List.of(job), Info.of(JobControlAttributes.JOB_CTRL_KILL, true));
				}
			};
		}
	}

	/**
	 * @param server    of others
	 * @param nspace    the job
	 * @param isProcess tells whether a process id of this machine is in use
	 * @param later     runs a look after a while
	 * @param ended     completed when the job has ended; then the watch ends
	 * @param givenUp   receives the reason if the end will not be reported
	 */
	public EndWatch(Server server, String nspace, LongPredicate isProcess, Executor later, CompletableFuture<?> ended,
			Consumer<String> givenUp) {
		this.server = server;
		this.nspace = nspace;
		this.isProcess = isProcess;
		this.later = later;
		this.ended = ended;
		this.givenUp = givenUp;
	}

	/**
	 * Starts a watch that looks every second.
	 *
	 * @param tool    attached to a server of others
	 * @param nspace  the job
	 * @param ended   completed when the job has ended
	 * @param givenUp receives the reason if the end will not be reported
	 */
	public static void start(PmixTool tool, String nspace, CompletableFuture<?> ended, Consumer<String> givenUp) {
		new EndWatch(Server.of(tool), nspace, pid -> ProcessHandle.of(pid).isPresent(), CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS),
				ended, givenUp).begin();
	}

	/** Looks after a while, unless the server is that of another machine or cannot have the defect. */
	public void begin() {
		if (pid(server.nspace()).filter(isProcess::test).isPresent()) {
			later.execute(this::look);
		}
	}

	/** Returns the process id in a namespace of PRRTE, such as {@code prte-HOST-PID@0}. */
	private static Optional<Long> pid(String server) {
		int end = server.lastIndexOf('@');
		int start = server.lastIndexOf('-', Math.max(end, 0));
		try {
			return start < 0 ? Optional.empty() : Optional.of(Long.parseLong(server, start + 1, end, 10));
		} catch (NumberFormatException otherForm) {
			return Optional.empty();
		}
	}

	private void look() {
		if (ended.isDone()) {
			return;
		}
		server.query(new Query(List.of(QueryAttributes.QUERY_LOCAL_PROC_TABLE.key()), Infos.of(Info.of(JobAttributes.NSPACE, nspace))))
				.whenComplete((infos, failure) -> {
					boolean unknown = failure instanceof PmixException refusal && refusal.status().equals(Status.ERR_NOT_FOUND);
					judge(unknown || failure == null && isGone(infos));
				});
	}

	private boolean isGone(Infos infos) {
		try {
			List<PmixValue> ranks = infos.get(QueryAttributes.QUERY_LOCAL_PROC_TABLE).map(DataArray::elements).orElse(List.of());
			return !ranks.isEmpty() && ranks.stream().allMatch(this::isGone);
		} catch (PmixException otherType) {
			return false;
		}
	}

	/** Returns whether a rank of this table had a process that has gone. */
	private boolean isGone(PmixValue rank) {
		return rank instanceof ProcInfo info && info.pid() > 0 && !isProcess.test(info.pid());
	}

	private void judge(boolean isGone) {
		gone = isGone ? gone + 1 : 0;
		if (ended.isDone()) {
			return;
		}
		if (gone < GONE) {
			later.execute(this::look);
		} else {
			server.kill(Proc.wildcard(nspace));
			givenUp.accept("the processes of the job have ended, but the server does not report its end; its exit code is unknown");
		}
	}
}
