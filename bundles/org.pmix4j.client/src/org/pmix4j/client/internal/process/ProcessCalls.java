// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.process.ConnectedProcesses;
import org.pmix4j.client.process.Processes;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * The public calls for jobs and processes. Owned by the session. Thread-safe, because every call runs on the loop.
 *
 * @param calls     brings calls to the loop
 * @param processes spawns and connects
 * @param resolver  resolves peers and nodes
 */
public record ProcessCalls(SessionCalls calls, ProcessOperations processes, ResolveOperations resolver) implements Processes {
	@Override
	public String spawn(SpawnRequest request) throws PmixException {
		return calls.block(() -> spawned(request));
	}

	@Override
	public CompletableFuture<String> spawnAsync(SpawnRequest request) {
		return calls.start(() -> spawned(request));
	}

	private CompletableFuture<String> spawned(SpawnRequest request) {
		return processes.spawn(request.request().infos(), request.programs().stream().map(SpawnProgram::toApp).toList(),
				request.request().limit());
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
		return processes.connect(connected, options)
				.thenApply(nothing -> new SessionConnection(calls, processes, connected, RequestOptions.DEFAULT.withLimit(options.limit())));
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
}
