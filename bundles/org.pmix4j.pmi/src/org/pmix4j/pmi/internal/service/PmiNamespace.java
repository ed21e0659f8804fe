// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;
import org.pmix4j.pmi.internal.codec.PmiLimits;
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
	/** The rank that pays for the values of the spawner. */
	private static final int SPAWNER = -1;

	private final PmiJob job;
	private final PmiHost host;
	private final Barrier barrier;
	private final KeyValueSpace values;
	private final Map<Integer, PmiPeer> peers = new HashMap<>();
	/** The same for all ranks, each of which asks for it. */
	private final Optional<String> mapping;

	PmiNamespace(PmiJob job, PmiHost host, KeyValueSpace.Memory memory) {
		this.job = job;
		this.host = host;
		barrier = new Barrier(job.nspace(), job.size());
		values = new KeyValueSpace(memory);
		// without it, ranks exchange the names of their nodes
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
		barrier.begun(peer.rank());
		return true;
	}

	/** Forgets a connection that is closed. */
	void closed(PmiPeer peer) {
		peers.remove(peer.rank(), peer);
		barrier.leave(peer);
	}

	/** Notes that the process of a rank has ended, and fails the barrier that waits for it. */
	void ended(int rank) {
		barrier.ended(rank);
		failIfImpeded();
	}

	private void failIfImpeded() {
		barrier.impediment().ifPresent(missing -> {
			String reason = "barrier of " + job.nspace() + " cannot complete: rank " + missing + " has ended and has not entered it";
			host.tell(job.nspace(), reason);
			// PMI-1 has no reply for a barrier that fails
			barrier.end().forEach(peer -> peer.close(new CloseReason(CloseReason.Kind.DONE, reason)));
			host.left(Proc.wildcard(job.nspace()), false);
		});
	}

	void enterBarrier(PmiPeer peer, long now) {
		Proc all = Proc.wildcard(job.nspace());
		host.entered(peer.proc(), all);
		List<PmiPeer> released = barrier.enter(peer, now);
		for (PmiPeer each : released) {
			each.reply(PmiReply.barrierOut());
		}
		if (!released.isEmpty()) {
			host.left(all, true);
		}
		failIfImpeded();
	}

	PmiReply put(PmiRequest.Put put, int rank) {
		if (!put.space().equals(job.nspace())) {
			return PmiReply.putRefused(notFound(put.space()));
		}
		return values.put(put.key(), put.value(), rank) ? PmiReply.put() : PmiReply.putRefused("no memory is left for key " + put.key());
	}

	PmiReply get(PmiRequest.Get get) {
		if (!get.space().equals(job.nspace())) {
			return PmiReply.getRefused(notFound(get.space()));
		}
		Optional<String> value = get.key().equals(MAPPING) ? mapping : values.get(get.key());
		return value.map(PmiReply::got).orElseGet(() -> PmiReply.getRefused("key " + get.key() + " not found"));
	}

	private static String notFound(String space) {
		return "kvsname " + space + " not found";
	}

	Optional<Wait> waiting(long now) {
		return barrier.waiting(now);
	}

	/** Adds the ranks that wait for no reply, with the times since their last requests. */
	void addSilences(Map<Proc, Duration> silences, long now) {
		for (PmiPeer peer : peers.values()) {
			peer.silence(now).ifPresent(silence -> silences.put(peer.proc(), silence));
		}
	}

	/** Describes the connections and the barrier for users. */
	String dump(long now) {
		return "PMI-1 of " + job.nspace() + ": " + peers.size() + " of " + job.size() + " ranks connected, " + values.size() + " values"
				+ barrier.waiting(now).map(wait -> "\n  " + wait.text()).orElse("");
	}

	void end() {
		List.copyOf(peers.values()).forEach(peer -> peer.close(CloseReason.DONE));
		values.clear();
	}
}
