// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.ProcessIo;
import org.pmix4j.client.Registration;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.call.Callbacks;
import org.pmix4j.client.process.ConnectedProcesses;
import org.pmix4j.client.process.Processes;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.tool.internal.fork.ForkedOutput;
import org.pmix4j.tool.internal.fork.Forks;

/**
 * The calls for jobs of a tool without a server: the tool starts the processes itself, so a program needs one code path for both cases.
 * Owned by {@link ToolServing}. Thread-safe.
 *
 * @param forks  starts the processes
 * @param output distributes their output
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn, advice to implementers"
 */
record OwnProcesses(Forks forks, ForkedOutput output) implements Processes, ProcessIo {
	@Override
	public String spawn(SpawnRequest request) throws PmixException {
		Callbacks.requireOutside();
		return spawn(request.request().infos(), request.programs().stream().map(SpawnProgram::toApp).toList());
	}

	String spawn(Infos infos, List<App> apps) throws PmixException {
		return forks.start(infos, apps, output, new CompletableFuture<>());
	}

	CompletableFuture<String> spawnAsync(Infos infos, List<App> apps) {
		return forks.async(() -> spawn(infos, apps));
	}

	@Override
	public CompletableFuture<String> spawnAsync(SpawnRequest request) {
		return spawnAsync(request.request().infos(), request.programs().stream().map(SpawnProgram::toApp).toList());
	}

	@Override
	public ConnectedProcesses connect(List<Proc> procs, RequestOptions options) throws PmixException {
		throw alone("connect of " + procs);
	}

	@Override
	public CompletableFuture<ConnectedProcesses> connectAsync(List<Proc> procs, RequestOptions options) {
		return CompletableFuture.failedFuture(alone("connect of " + procs));
	}

	private static PmixException alone(String operation) {
		return new PmixException(Status.ERR_UNREACH, operation + ": this tool is not attached to a server");
	}

	@Override
	public List<Proc> resolvePeers(String node, String nspace) {
		return forks.peers(node, nspace);
	}

	@Override
	public CompletableFuture<List<Proc>> resolvePeersAsync(String node, String nspace) {
		return CompletableFuture.completedFuture(resolvePeers(node, nspace));
	}

	@Override
	public List<String> resolveNodes(String nspace) {
		return forks.nodes(nspace);
	}

	@Override
	public CompletableFuture<List<String>> resolveNodesAsync(String nspace) {
		return CompletableFuture.completedFuture(resolveNodes(nspace));
	}

	@Override
	public Registration pull(IofOptions options, IofHandler handler) throws PmixException {
		for (Info directive : options.infos()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "output of processes that a tool has started itself: the directive "
					+ directive.key() + " is not supported");
		}
		return output.pull(options, handler);
	}

	@Override
	public CompletableFuture<Registration> pullAsync(IofOptions options, IofHandler handler) {
		return forks.async(() -> pull(options, handler));
	}

	@Override
	public void push(List<Proc> targets, ByteObject data, Info... infos) throws PmixException {
		await(pushAsync(targets, data, infos));
	}

	@Override
	public CompletableFuture<Void> pushAsync(List<Proc> targets, ByteObject data, Info... infos) {
		try {
			return forks.push(targets, data, Infos.of(infos).isTrue(IofAttributes.IOF_COMPLETE));
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	@Override
	public void endInput(List<Proc> targets, Info... infos) throws PmixException {
		await(endInputAsync(targets, infos));
	}

	@Override
	public CompletableFuture<Void> endInputAsync(List<Proc> targets, Info... infos) {
		return forks.push(targets, ByteObject.EMPTY, true);
	}

	private static void await(CompletableFuture<Void> pushed) throws PmixException {
		Callbacks.requireOutside();
		try {
			pushed.join();
		} catch (CompletionException e) {
			throw e.getCause() instanceof PmixException refused ? refused : new PmixException(Status.ERROR, "input: " + e.getCause(), e);
		}
	}
}
