// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.NodeReservation;
import org.pmix4j.host.internal.session.SessionNode;
import org.pmix4j.host.internal.session.SessionResources;
import org.pmix4j.job.Node;
import org.pmix4j.placement.internal.allocation.PoolNode;

/** The nodes of the default session, out of which allocations are made. Owned by the {@link Scheduler}, used on the host's thread. */
final class NodePool {
	private static final long MEGABYTE = 1 << 20;

	private final HostContext host;
	private final Jobs jobs;
	private final Map<Node, PoolNode.Processors> hardware = new HashMap<>();

	NodePool(HostContext host, Jobs jobs) {
		this.host = host;
		this.jobs = jobs;
	}

	private SessionResources resources() {
		return host.sessions().main().resources();
	}

	/** Reads the hardware of the nodes if an amount requests some, once, on another thread. Completes on the host's thread. */
	CompletableFuture<Void> loadHardware(ResourceAmount amount) {
		assert host.thread().inThread();
		if (!amount.needsHardware() || !hardware.isEmpty()) {
			return CompletableFuture.completedFuture(null);
		}
		CompletableFuture<Void> loaded = new CompletableFuture<>();
		List<SessionNode> nodes = host.sessions().main().nodes().all();
		CompletableFuture<Map<Node, PoolNode.Processors>> read = host.thread().aside(() -> {
			Map<Node, PoolNode.Processors> found = new HashMap<>();
			nodes.forEach(node -> found.put(node.node(), node.agent().pool().processors().get()));
			return found;
		});
		host.thread().answering(loaded).whenDone(read, (found, problem) -> {
			if (problem == null) {
				hardware.putAll(found);
			}
			loaded.complete(null);
		});
		return loaded;
	}

	/** Returns the part of each node that neither a session nor a rank of the default session holds. */
	List<NodeReservation> free() {
		List<NodeReservation> parts = new ArrayList<>();
		for (Node node : resources().nodes()) {
			parts.add(part(node, Math.max(0, resources().free(node)), true));
		}
		return parts;
	}

	/** Returns the part of each node that no session holds. */
	List<NodeReservation> unreserved() {
		List<NodeReservation> parts = new ArrayList<>();
		for (Node node : resources().nodes()) {
			parts.add(part(node, resources().slots(node), true));
		}
		return parts;
	}

	/** Returns all of each node. */
	List<NodeReservation> all() {
		List<NodeReservation> parts = new ArrayList<>();
		for (NodeReservation holding : resources().holdings()) {
			parts.add(part(holding.node(), holding.slots(), false));
		}
		return parts;
	}

	/** Returns the part of each node that could become free while the requester's job goes on. */
	List<NodeReservation> attainable(String requester) {
		Map<Node, Integer> own = new HashMap<>();
		jobs.find(requester).filter(job -> job.session() == host.sessions().main()).map(JobHandle::ranks)
				.ifPresent(ranks -> ranks.forEach(rank -> own.merge(rank.node(), 1, Integer::sum)));
		List<NodeReservation> parts = new ArrayList<>();
		for (NodeReservation holding : resources().holdings()) {
			parts.add(part(holding.node(), Math.max(0, holding.slots() - own.getOrDefault(holding.node(), 0)), false));
		}
		return parts;
	}

	private NodeReservation part(Node node, int slots, boolean presently) {
		PoolNode.Processors known = hardware.get(node);
		if (known == null) {
			return NodeReservation.ofSlots(node, slots);
		}
		BitSet processors = known.allowed();
		long[] bytes = new long[1];
		known.machine().forEach(each -> each.nodes().forEach(memory -> bytes[0] += memory.memory()));
		long memory = bytes[0] / MEGABYTE;
		return presently
				? new NodeReservation(node, slots, resources().usable(node, processors), Math.max(0, memory - resources().reservedMemory(node)))
				: new NodeReservation(node, slots, (BitSet) processors.clone(), memory);
	}
}
