// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.SpawnFailedException;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.connection.TimeoutDirective;
import org.pmix4j.client.internal.store.SessionStore;
import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.NamespaceData;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Spawns jobs, and connects and disconnects processes. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/client/pmix_client_spawn.c and pmix_client_connect.c"
 */
public final class ProcessOperations {
	private final ServerLink link;
	private final SessionStore store;
	private final Duration waitLimit;

	/**
	 * @param link      to the server
	 * @param store     receives the information about spawned and connected jobs
	 * @param waitLimit default limit of a request: all of these wait for other processes
	 */
	public ProcessOperations(ServerLink link, SessionStore store, Duration waitLimit) {
		this.link = link;
		this.store = store;
		this.waitLimit = waitLimit;
	}

	/**
	 * Spawns a job and stores its job information.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @param limit the time to wait for the reply; zero for the default
	 * @return the namespace of the job; fails with a {@link SpawnFailedException} with the status of the server
	 */
	public CompletableFuture<String> spawn(Infos infos, List<App> apps, Duration limit) {
		assert link.inLoop();
		String operation = "spawn of " + apps.stream().map(App::command).toList();
		return link.request(operation, new JobRequest.Spawn(infos, apps), ReplyKind.SPAWN, limit.isZero() ? waitLimit : limit)
				.thenApply(reply -> {
					if (!Replies.isSuccess(reply.status())) {
						throw new CompletionException(new SpawnFailedException(Replies.refused(operation, reply.status()), reply.nspace()));
					}
					requireJob(operation, reply.nspace());
					file(operation, reply.nspace(), reply.data());
					return reply.nspace();
				});
	}

	/** Refuses a success without a job, for whose end the program would wait forever. */
	private static void requireJob(String operation, String nspace) {
		if (nspace.isEmpty()) {
			throw new CompletionException(
					PmixException.ofServer(Status.ERR_BAD_PARAM, operation + ": the reply is malformed: it names no job"));
		}
	}

	private void file(String operation, String nspace, KvalBlob data) {
		try {
			store.fileJobInfo(nspace, data);
		} catch (PmixException malformed) {
			throw new CompletionException(new PmixException(malformed.status(),
					operation + ": the information about job " + nspace + " is malformed: " + malformed.getMessage(), malformed));
		}
	}

	/**
	 * Connects processes and stores the information about their jobs.
	 *
	 * @param procs   the processes
	 * @param options limit and directives
	 * @return completed when all of them have called; fails with the status of the server
	 */
	public CompletableFuture<Void> connect(List<Proc> procs, RequestOptions options) {
		assert link.inLoop();
		String operation = "connect of " + procs;
		if (procs.isEmpty()) {
			return refusal(operation);
		}
		Infos infos = TimeoutDirective.add(options.infos(), options.limit());
		return link.request(operation, new JobRequest.Connect(procs, infos, Infos.EMPTY), ReplyKind.CONNECT, limit(options))
				.thenAccept(reply -> {
					Replies.requireSuccess(operation, reply);
					for (NamespaceData job : reply.namespaces()) {
						file(operation, job.nspace(), job.data());
					}
				});
	}

	/**
	 * Disconnects processes.
	 *
	 * @param procs   the processes, as they were connected
	 * @param options limit and directives
	 * @return completed when all of them have called; fails with the status of the server
	 */
	public CompletableFuture<Void> disconnect(List<Proc> procs, RequestOptions options) {
		assert link.inLoop();
		String operation = "disconnect of " + procs;
		Infos infos = TimeoutDirective.add(options.infos(), options.limit());
		return link.perform(operation, new JobRequest.Disconnect(procs, infos), options.limit(), waitLimit);
	}

	private static CompletableFuture<Void> refusal(String operation) {
		return CompletableFuture.failedFuture(new PmixException(Status.ERR_BAD_PARAM, operation + ": no process"));
	}

	private Duration limit(RequestOptions options) {
		return options.limit().isZero() ? waitLimit : options.limit();
	}
}
