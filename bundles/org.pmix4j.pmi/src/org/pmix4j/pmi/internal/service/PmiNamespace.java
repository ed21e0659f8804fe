// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;
import org.pmix4j.pmi.internal.codec.FrameReplies;
import org.pmix4j.pmi.internal.codec.PmiLimits;
import org.pmix4j.pmi.internal.codec.PmiReplies;
import org.pmix4j.pmi.internal.codec.PmiReply;
import org.pmix4j.pmi.internal.codec.PmiRequest;
import org.pmix4j.wire.internal.loop.CloseReason;

/**
 * What the ranks of one job share: key-value space, barrier, and which of them are connected. Made for the first connection. Owned by a
 * {@link PmiAcceptor}, used on the loop.
 */
final class PmiNamespace {
	/** The key under which MPICH looks for the nodes of ranks. */
	private static final String MAPPING = "PMI_process_mapping";
	/** The key under which MPICH, from 4.2 on, looks for a file with the hardware of its node. */
	private static final String TOPOLOGY = "PMI_hwloc_xmlfile";
	private static final String UNIVERSE_SIZE = "universeSize";
	private static final String HAS_NAMES = "hasNameServ";
	/** The rank that pays for the values of the spawner. */
	private static final int SPAWNER = -1;

	private final PmiJob job;
	private final PmiService service;
	private final PmiHost host;
	private final Barrier barrier;
	private final Ring ring;
	/** All in which ranks wait for each other. */
	private final List<Barrier> barriers;
	private final KeyValueSpace values;
	private final NodeAttributes nodes;
	private final Map<Integer, PmiPeer> peers = new HashMap<>();
	/** The jobs whose values ranks of this one may read, and the other way. */
	private final Set<String> connected = new HashSet<>();
	/** The same for all ranks, each of which asks for it. */
	private final Optional<String> mapping;
	/** Empty until a rank asks for it. */
	private Optional<CompletionStage<Optional<String>>> topology = Optional.empty();

	PmiNamespace(PmiJob job, PmiService service) {
		this.job = job;
		this.service = service;
		this.host = service.host();
		KeyValueSpace.Memory memory = service.memory();
		barrier = new Barrier("barrier", job.nspace(), job.size());
		ring = new Ring(job.nspace(), job.nodes(), memory);
		barriers = List.of(barrier, ring.barrier());
		values = new KeyValueSpace(memory);
		// without it, ranks exchange the names of their nodes
		nodes = new NodeAttributes(job.nodes(), memory);
		mapping = Optional.of(ProcessMapping.of(job.nodes())).filter(text -> text.length() < PmiLimits.VALUE);
		job.preput().forEach((key, value) -> {
			if (!values.put(key, value, SPAWNER)) {
				host.tell(job.nspace(), "no memory is left for the value " + key + " of the spawner");
			}
		});
	}

	PmiJob job() {
		return job;
	}

	/** Makes a connection that of its rank. Returns whether the rank has no other. */
	boolean admit(PmiPeer peer) {
		PmiPeer former = peers.get(peer.rank());
		if (former != null && !former.isOver()) {
			return false;
		}
		peers.put(peer.rank(), peer);
		for (Barrier each : barriers) {
			each.begun(peer.rank());
		}
		nodes.begun(peer.rank());
		return true;
	}

	/** Forgets a connection that is closed. */
	void closed(PmiPeer peer) {
		peers.remove(peer.rank(), peer);
		for (Barrier each : barriers) {
			each.leave(peer);
		}
		nodes.leave(peer);
	}

	/** Notes that the process of a rank has ended, and fails the barrier that waits for it. */
	void ended(int rank) {
		for (Barrier each : barriers) {
			each.ended(rank);
		}
		nodes.ended(rank);
		failIfImpeded();
	}

	private void failIfImpeded() {
		for (Barrier each : barriers) {
			Optional<Integer> missing = each.impediment();
			if (missing.isPresent()) {
				String reason = each + " cannot complete: rank " + missing.get() + " has ended and has not entered it";
				host.tell(job.nspace(), reason);
				for (PmiPeer peer : each.end()) {
					peer.barrierFailed(reason);
				}
				host.left(Proc.wildcard(job.nspace()), false);
			}
		}
	}

	void enterBarrier(PmiPeer peer, long now) {
		Proc all = Proc.wildcard(job.nspace());
		host.entered(peer.proc(), all);
		List<PmiPeer> released = barrier.enter(peer, now);
		for (PmiPeer each : released) {
			each.released();
		}
		if (!released.isEmpty()) {
			host.left(all, true);
		}
		failIfImpeded();
	}

	/** Replies once all ranks take part. */
	void enterRing(PmiPeer peer, PmiRequest.Ring request, long now) {
		if (!ring.put(peer.rank(), request)) {
			peer.barrierFailed(noMemory("of the ring"));
			return;
		}
		Proc all = Proc.wildcard(job.nspace());
		host.entered(peer.proc(), all);
		if (ring.enter(peer, now)) {
			host.left(all, true);
		}
		failIfImpeded();
	}

	PmiReply put(PmiRequest.Put put, int rank, PmiReplies replies) {
		if (!isOwn(put.space())) {
			return replies.putRefused(notFound(put.space()));
		}
		return values.put(put.key(), put.value(), rank) ? replies.put() : replies.putRefused(noMemory(put.key()));
	}

	private static String noMemory(String key) {
		return "no memory is left for key " + key;
	}

	/** Returns the reply, which waits only for the file with the hardware. */
	CompletionStage<PmiReply> get(PmiRequest.Get get, PmiReplies replies) {
		Optional<PmiNamespace> space = space(get.space());
		if (space.isEmpty()) {
			return CompletableFuture.completedFuture(replies.getRefused(notFound(get.space())));
		}
		if (get.key().equals(TOPOLOGY)) {
			return space.get().topology().thenApply(file -> got(get, file, replies));
		}
		Optional<String> value = get.key().equals(MAPPING) ? space.get().mapping : space.get().values.get(get.key());
		return CompletableFuture.completedFuture(got(get, value, replies));
	}

	private CompletionStage<Optional<String>> topology() {
		if (topology.isEmpty()) {
			topology = Optional.of(job.topologyFile());
		}
		return topology.get();
	}

	private static PmiReply got(PmiRequest.Get get, Optional<String> value, PmiReplies replies) {
		if (value.isEmpty()) {
			return replies.getRefused("key " + get.key() + " not found");
		}
		return value.get().isEmpty() || replies.isValue(value.get()) ? replies.got(value.get())
				: replies.getRefused("the value of key " + get.key() + " cannot be sent in this version of PMI");
	}

	private Optional<PmiNamespace> space(String name) {
		return isOwn(name) ? Optional.of(this) : connected.contains(name) ? service.namespace(name) : Optional.empty();
	}

	/** Lets the ranks of this job and of another one read each other's values. */
	PmiReply connect(String name) {
		Optional<PmiNamespace> other = service.namespace(name);
		if (other.isEmpty()) {
			return FrameReplies.connectRefused("this server has no job " + name + " whose ranks use PMI");
		}
		if (other.get() != this) {
			connected.add(name);
			other.get().connected.add(job.nspace());
		}
		return FrameReplies.connected();
	}

	/** Undoes {@link #connect}; the other job may have ended. */
	PmiReply disconnect(String name) {
		if (!connected.remove(name) && !name.equals(job.nspace())) {
			return FrameReplies.disconnectRefused("job " + name + " is not connected");
		}
		service.namespace(name).ifPresent(other -> other.connected.remove(job.nspace()));
		return FrameReplies.disconnected();
	}

	private boolean isOwn(String space) {
		return space.isEmpty() || space.equals(job.nspace());
	}

	/** Returns an attribute of the job: one that the protocol defines, or a value of the spawner. */
	CompletionStage<Optional<String>> attribute(String key) {
		return switch (key) {
			case TOPOLOGY -> topology();
			case MAPPING -> CompletableFuture.completedFuture(mapping);
			case UNIVERSE_SIZE -> CompletableFuture.completedFuture(Optional.of(Integer.toString(job.universeSize())));
			case HAS_NAMES -> CompletableFuture.completedFuture(Optional.of("YES"));
			default -> CompletableFuture.completedFuture(values.get(key));
		};
	}

	PmiReply putOnNode(PmiRequest.PutNodeAttribute put, int rank) {
		return nodes.put(rank, put.key(), put.value()) ? FrameReplies.nodeAttributePut() : FrameReplies.nodeAttributeRefused(noMemory(put.key()));
	}

	/** Replies with a value of the node, when it is there if the rank waits for it. */
	void getOnNode(PmiPeer peer, PmiRequest.NodeAttribute get, long now) {
		Optional<String> value = nodes.get(peer.rank(), get.key());
		if (value.isPresent() || !get.waits()) {
			peer.nodeAttribute(value);
		} else {
			nodes.await(peer, get.key(), now);
		}
	}

	private static String notFound(String space) {
		return "kvsname " + space + " not found";
	}

	/** Returns the barrier and the values of nodes for which ranks wait. */
	List<Wait> waiting(long now) {
		List<Wait> waits = new ArrayList<>();
		for (Barrier each : barriers) {
			each.waiting(now).ifPresent(waits::add);
		}
		nodes.addWaits(waits, now);
		return waits;
	}

	/** Adds the ranks that wait for no reply, with the times since their last requests. */
	void addSilences(Map<Proc, Duration> silences, long now) {
		for (PmiPeer peer : peers.values()) {
			peer.silence(now).ifPresent(silence -> silences.put(peer.proc(), silence));
		}
	}

	/** Describes the connections and the barrier for users. */
	String dump(long now) {
		StringBuilder text = new StringBuilder("PMI of " + job.nspace() + ": " + peers.size() + " of " + job.size() + " ranks connected, "
				+ values.size() + " values");
		waiting(now).forEach(wait -> text.append("\n  ").append(wait.text()));
		return text.toString();
	}

	void end() {
		List.copyOf(peers.values()).forEach(peer -> peer.close(CloseReason.DONE));
		values.clear();
		ring.clear();
		nodes.clear();
	}
}
