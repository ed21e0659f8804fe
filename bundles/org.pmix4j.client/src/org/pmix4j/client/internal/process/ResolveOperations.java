// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.get.GetOperations;
import org.pmix4j.client.internal.store.SessionStore;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Resolves the processes on a node and the nodes of a job. Asks servers of release 5.0.7 and later; uses job information for older ones, or
 * if the server does not know. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/client/pmix_client_resolve.c"
 */
public final class ResolveOperations {
	private final ServerLink link;
	private final SessionStore store;
	private final GetOperations gets;
	private final Duration requestLimit;

	/**
	 * @param link         to the server
	 * @param store        names the known jobs and this node
	 * @param gets         reads job information
	 * @param requestLimit for each request
	 */
	public ResolveOperations(ServerLink link, SessionStore store, GetOperations gets, Duration requestLimit) {
		this.link = link;
		this.store = store;
		this.gets = gets;
		this.requestLimit = requestLimit;
	}

	/**
	 * Returns the processes on a node.
	 *
	 * @param node   the node; empty for this process's
	 * @param nspace the job; empty for all that are known
	 * @return the processes; empty if there are none
	 */
	public CompletableFuture<List<Proc>> peers(String node, String nspace) {
		assert link.inLoop();
		String host = node.isEmpty() ? store.hostname() : node;
		if (!isAnsweredByServer()) {
			return peersByJobInfo(host, nspace);
		}
		return link.request("peers of job '" + nspace + "' on " + host, new DataRequest.ResolvePeers(host, nspace), ReplyKind.RESOLVE_PEERS,
				requestLimit).thenCompose(reply -> Replies.isSuccess(reply.status()) && !reply.procs().isEmpty()
						? CompletableFuture.completedFuture(reply.procs())
						: peersByJobInfo(host, nspace));
	}

	private boolean isAnsweredByServer() {
		return link.version().isAtLeast(5, 0, 7);
	}

	private CompletableFuture<List<Proc>> peersByJobInfo(String host, String nspace) {
		CompletableFuture<List<Proc>> all = CompletableFuture.completedFuture(List.of());
		for (String job : jobs(nspace)) {
			all = all.thenCombine(words(job, NodeAttributes.LOCAL_PEERS, GetOptions.IMMEDIATE.plusNode(host)), (procs, ranks) -> {
				List<Proc> more = new ArrayList<>(procs);
				ranks.forEach(rank -> more.add(new Proc(job, rank(rank))));
				return more;
			});
		}
		return all;
	}

	private static Rank rank(String text) {
		try {
			return new Rank(Integer.parseUnsignedInt(text));
		} catch (NumberFormatException malformed) {
			throw new CompletionException(new PmixException(Status.ERR_BAD_PARAM,
					NodeAttributes.LOCAL_PEERS + " contains '" + text + "', which is not a rank", malformed));
		}
	}

	/**
	 * Returns the nodes of a job.
	 *
	 * @param nspace the job; empty for all that are known
	 * @return names of the nodes, each once
	 */
	public CompletableFuture<List<String>> nodes(String nspace) {
		assert link.inLoop();
		if (!isAnsweredByServer()) {
			return nodesByJobInfo(nspace);
		}
		return link.request("nodes of job '" + nspace + "'", new DataRequest.ResolveNode(nspace), ReplyKind.RESOLVE_NODE, requestLimit)
				.thenCompose(reply -> Replies.isSuccess(reply.status()) && !reply.nodes().isEmpty()
						? CompletableFuture.completedFuture(split(reply.nodes()))
						: nodesByJobInfo(nspace));
	}

	private CompletableFuture<List<String>> nodesByJobInfo(String nspace) {
		CompletableFuture<List<String>> all = CompletableFuture.completedFuture(List.of());
		for (String job : jobs(nspace)) {
			all = all.thenCombine(words(job, JobAttributes.NODE_LIST, GetOptions.IMMEDIATE), (nodes, more) -> {
				Collection<String> unique = new LinkedHashSet<>(nodes);
				unique.addAll(more);
				return List.copyOf(unique);
			});
		}
		return all;
	}

	private List<String> jobs(String nspace) {
		return nspace.isEmpty() ? store.namespaces() : List.of(nspace);
	}

	/** Returns the elements of a comma-separated list in a job's information; empty if the information is missing. */
	private CompletableFuture<List<String>> words(String job, Attribute<String> list, GetOptions how) {
		return gets.get(Proc.wildcard(job), list.key(), how).thenApply(result -> {
			try {
				return result instanceof GetResult.Found<PmixValue> found ? split(list.read(found.what())) : List.of();
			} catch (PmixException otherType) {
				throw new CompletionException(otherType);
			}
		});
	}

	private static List<String> split(String words) {
		return words.isEmpty() ? List.of() : List.of(words.split(","));
	}
}
