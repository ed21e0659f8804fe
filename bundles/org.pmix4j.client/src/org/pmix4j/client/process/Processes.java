// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * Spawns jobs, connects processes of several jobs, and resolves the processes and nodes of jobs. Belongs to a client and ends with
 * it. Thread-safe.
 *
 * @see "PMIx Standard, chapters Process Management and Process-Related Reserved Keys"
 */
public interface Processes {
	/**
	 * Spawns a job and waits until it is launched. Its job information can then be read. C: PMIx_Spawn.
	 *
	 * @param request the programs of the job and its directives
	 * @return the namespace of the job
	 * @throws PmixException         the status of the server if the job does not start, such as {@code ERR_JOB_EXE_NOT_FOUND}; {@code
	 *                               ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	String spawn(SpawnRequest request) throws PmixException;

	/**
	 * Spawns a job as {@link #spawn} does, without waiting. C: PMIx_Spawn_nb.
	 *
	 * @param request the programs of the job and its directives
	 * @return the namespace of the job, completed when it is launched
	 */
	CompletableFuture<String> spawnAsync(SpawnRequest request);

	/**
	 * Connects processes, which are then informed of each other's failures and can read each other's data. All of them must call
	 * this with the same processes. C: PMIx_Connect.
	 *
	 * @param procs   the processes, including this one; rank WILDCARD for all of a namespace
	 * @param options limit and directives; the fence limit of the client by default
	 * @return disconnects the processes when it is closed
	 * @throws PmixException         {@code ERR_TIMEOUT} if not all processes have called, the status of the server if it refuses,
	 *                               {@code ERR_UNREACH}
	 * @throws IllegalStateException in a handler
	 */
	ConnectedProcesses connect(List<Proc> procs, RequestOptions options) throws PmixException;

	/**
	 * Connects processes as {@link #connect} does, without waiting. C: PMIx_Connect_nb.
	 *
	 * @param procs   the processes, including this one
	 * @param options limit and directives
	 * @return disconnects the processes when it is closed
	 */
	CompletableFuture<ConnectedProcesses> connectAsync(List<Proc> procs, RequestOptions options);

	/**
	 * Returns the processes on a node. C: PMIx_Resolve_peers.
	 *
	 * @param node   name of the node; empty for the node of this process
	 * @param nspace the job; empty for all jobs that are known
	 * @return the processes; empty if there are none, or node or job are unknown
	 * @throws PmixException         {@code ERR_UNREACH}, {@code ERR_TIMEOUT}, or another status of the server
	 * @throws IllegalStateException in a handler
	 */
	List<Proc> resolvePeers(String node, String nspace) throws PmixException;

	/**
	 * Returns the processes on a node as {@link #resolvePeers} does, without waiting.
	 *
	 * @param node   name of the node; empty for the node of this process
	 * @param nspace the job; empty for all jobs that are known
	 * @return the processes
	 */
	CompletableFuture<List<Proc>> resolvePeersAsync(String node, String nspace);

	/**
	 * Returns the nodes of a job. C: PMIx_Resolve_nodes.
	 *
	 * @param nspace the job; empty for all jobs that are known
	 * @return names of the nodes, each once; empty if the job is unknown
	 * @throws PmixException         {@code ERR_UNREACH}, {@code ERR_TIMEOUT}, or another status of the server
	 * @throws IllegalStateException in a handler
	 */
	List<String> resolveNodes(String nspace) throws PmixException;

	/**
	 * Returns the nodes of a job as {@link #resolveNodes} does, without waiting.
	 *
	 * @param nspace the job; empty for all jobs that are known
	 * @return names of the nodes
	 */
	CompletableFuture<List<String>> resolveNodesAsync(String nspace);
}
