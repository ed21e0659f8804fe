// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Reply;

/**
 * Serves PMIx_Resolve_peers and PMIx_Resolve_nodes: the processes on a node, and the nodes of a job. Owned by the server.
 *
 * @see "PMIx Standard, chapter Process-Related Reserved Keys, PMIx_Resolve_peers and PMIx_Resolve_nodes"
 */
public final class Resolver {
	private static final Pattern RANK = Pattern.compile("\\d{1,9}");

	private final NamespaceRegistry registry;
	private final String hostname;

	public Resolver(NamespaceRegistry registry, String hostname) {
		this.registry = registry;
		this.hostname = hostname;
	}

	public void peers(DataRequest.ResolvePeers request, Responder responder) {
		List<Proc> procs = peers(request.node(), request.nspace());
		responder.reply(new Reply.ResolvePeersReply(procs.isEmpty() ? Status.ERR_NOT_FOUND : Status.SUCCESS, procs));
	}

	/** Returns the processes on a node; an empty node name stands for this node, an empty namespace for all. */
	public List<Proc> peers(String nodeName, String nspace) {
		String node = nodeName.isEmpty() ? hostname : nodeName;
		List<Proc> procs = new ArrayList<>();
		for (Namespace namespace : named(nspace)) {
			namespace.jobInfo().ifPresent(job -> addPeers(namespace.name(), job.nodes().getOrDefault(node, Map.of()), procs));
		}
		return procs;
	}

	/** Ignores entries that are not ranks: the host may have registered the list in another form. */
	private static void addPeers(String nspace, Map<String, PmixValue> node, List<Proc> procs) {
		if (node.get(NodeAttributes.LOCAL_PEERS.key()) instanceof PmixValue.Str peers) {
			for (String rank : peers.value().split(",")) {
				if (RANK.matcher(rank).matches()) {
					procs.add(Proc.of(nspace, Integer.parseInt(rank)));
				}
			}
		}
	}

	public void nodes(DataRequest.ResolveNode request, Responder responder) {
		Set<String> nodes = nodes(request.nspace());
		responder.reply(new Reply.ResolveNodeReply(nodes.isEmpty() ? Status.ERR_NOT_FOUND : Status.SUCCESS, String.join(",", nodes)));
	}

	/** Returns the nodes of a job; an empty namespace stands for all jobs. */
	public Set<String> nodes(String nspace) {
		Set<String> nodes = new LinkedHashSet<>();
		for (Namespace namespace : named(nspace)) {
			namespace.jobInfo().ifPresent(job -> nodes.addAll(job.nodes().keySet()));
		}
		return nodes;
	}

	private Collection<Namespace> named(String nspace) {
		if (nspace.isEmpty()) {
			return registry.all();
		}
		Optional<Namespace> namespace = registry.find(nspace);
		return namespace.isPresent() ? List.of(namespace.get()) : List.of();
	}
}
