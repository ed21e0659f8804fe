// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.SpawnFailedException;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.connection.TimeoutDirective;
import org.pmix4j.client.internal.store.SessionStore;
import org.pmix4j.client.process.ConnectedProcesses;
import org.pmix4j.client.process.Processes;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
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
 * Spawns jobs, connects and disconnects processes, and resolves peers and nodes. Owned by a session. Thread-safe, because every call runs
 * on the loop.
 *
 * @see "OpenPMIx src/client/pmix_client_spawn.c and pmix_client_connect.c"
 */
public final class ProcessOperations implements Processes {
	private final SessionCalls calls;
	private final ServerLink link;
	private final SessionStore store;
	private final ResolveOperations resolver;
	private final Duration waitLimit;

	/**
	 * @param calls     brings calls to the loop
	 * @param link      to the server
	 * @param store     receives the information about spawned and connected jobs
	 * @param resolver  resolves peers and nodes
	 * @param waitLimit default limit of a request: all of these wait for other processes
	 */
	public ProcessOperations(SessionCalls calls, ServerLink link, SessionStore store, ResolveOperations resolver, Duration waitLimit) {
		this.calls = calls;
		this.link = link;
		this.store = store;
		this.resolver = resolver;
		this.waitLimit = waitLimit;
	}

	@Override
	public String spawn(SpawnRequest request) throws PmixException {
		return calls.block(() -> spawned(request));
	}

	@Override
	public CompletableFuture<String> spawnAsync(SpawnRequest request) {
		return calls.start(() -> spawned(request));
	}

	private CompletableFuture<String> spawned(SpawnRequest request) {
		return spawned(request.request().infos(), request.programs().stream().map(SpawnProgram::toApp).toList(), request.request().limit());
	}

	/**
	 * Spawns a job.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @param limit the time to wait for the reply; zero for the default
	 * @return the namespace of the job
	 * @throws PmixException a {@link SpawnFailedException} with the status of the server
	 */
	public String spawn(Infos infos, List<App> apps, Duration limit) throws PmixException {
		return calls.block(() -> spawned(infos, apps, limit));
	}

	/**
	 * Spawns a job as {@link #spawn(Infos, List, Duration)} does, without waiting.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @param limit the time to wait for the reply; zero for the default
	 * @return the namespace of the job
	 */
	public CompletableFuture<String> spawnAsync(Infos infos, List<App> apps, Duration limit) {
		return calls.start(() -> spawned(infos, apps, limit));
	}

	@Override
	public ConnectedProcesses connect(List<Proc> procs, RequestOptions options) throws PmixException {
		return calls.block(() -> connected(procs, options));
	}

	@Override
	public CompletableFuture<ConnectedProcesses> connectAsync(List<Proc> procs, RequestOptions options) {
		return calls.start(() -> connected(procs, options));
	}

	private CompletableFuture<ConnectedProcesses> connected(List<Proc> procs, RequestOptions options) {
		List<Proc> connected = List.copyOf(procs);
		return request(connected, options).thenApply(nothing -> new Connection(connected, RequestOptions.DEFAULT.withLimit(options.limit())));
	}

	@Override
	public List<Proc> resolvePeers(String node, String nspace) throws PmixException {
		return calls.block(() -> resolver.peers(node, nspace));
	}

	@Override
	public CompletableFuture<List<Proc>> resolvePeersAsync(String node, String nspace) {
		return calls.start(() -> resolver.peers(node, nspace));
	}

	@Override
	public List<String> resolveNodes(String nspace) throws PmixException {
		return calls.block(() -> resolver.nodes(nspace));
	}

	@Override
	public CompletableFuture<List<String>> resolveNodesAsync(String nspace) {
		return calls.start(() -> resolver.nodes(nspace));
	}

	/** Spawns a job and stores its job information. */
	private CompletableFuture<String> spawned(Infos infos, List<App> apps, Duration limit) {
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

	/** Connects processes and stores the information about their jobs. */
	private CompletableFuture<Void> request(List<Proc> procs, RequestOptions options) {
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

	private CompletableFuture<Void> disconnected(List<Proc> procs, RequestOptions options) {
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

	/** Connected processes. Owned by the program. Thread-safe, because its state lives on the loop. */
	private final class Connection implements ConnectedProcesses {
		private final List<Proc> procs;
		private final RequestOptions atClose;
		/** On the loop. */
		private boolean closed;

		/** @param atClose the limit of a close without options */
		private Connection(List<Proc> procs, RequestOptions atClose) {
			this.procs = procs;
			this.atClose = atClose;
		}

		@Override
		public List<Proc> procs() {
			return procs;
		}

		@Override
		public void close() throws PmixException {
			calls.block(() -> disconnect(atClose));
		}

		@Override
		public CompletableFuture<Void> closeAsync(RequestOptions options) {
			return calls.start(() -> disconnect(options));
		}

		private CompletableFuture<Void> disconnect(RequestOptions options) {
			if (closed) {
				return CompletableFuture.completedFuture(null);
			}
			closed = true;
			return disconnected(procs, options);
		}
	}
}
