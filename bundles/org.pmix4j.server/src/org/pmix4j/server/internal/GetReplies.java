// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.wire.codec.Limits;
import org.pmix4j.wire.message.DataRequest;
import org.pmix4j.wire.message.KvalBlob;
import org.pmix4j.wire.message.ProcData;
import org.pmix4j.wire.message.Reply;

/** Puts together what answers a get. Owned by {@link GetRequests}, on the loop. */
final class GetReplies {
	private final NamespaceRegistry registry;
	private final ModexStore store;
	private final Limits limits;
	private final int bulkLimit;

	GetReplies(NamespaceRegistry registry, ModexStore store, Limits limits, int bulkLimit) {
		this.registry = registry;
		this.store = store;
		this.limits = limits;
		this.bulkLimit = bulkLimit;
	}

	/** Answers a get of the job's data, or of a key of whatever rank has it. */
	void job(DataRequest.Get request, JobInfo job, Responder responder) throws PmixException {
		ServerPeer peer = responder.peer;
		Proc target = new Proc(request.nspace(), request.rank());
		if (request.rank().equals(Rank.UNDEF)) {
			reply(responder, anyRank(request).map(kval -> List.of(new ProcData(target, KvalBlob.of(List.of(kval))))).orElse(List.of()));
			return;
		}
		boolean foreign = !request.nspace().equals(peer.proc.nspace());
		boolean realm = request.infos().contains(LevelAttributes.NODE_INFO) || request.infos().contains(LevelAttributes.APP_INFO)
				|| request.infos().contains(LevelAttributes.SESSION_INFO);
		if (request.key().isEmpty() || foreign || realm) {
			reply(responder, List.of(jobData(request.nspace(), job, peer)));
			return;
		}
		Optional<PmixValue> value = job.find(request.rank(), request.key());
		reply(responder, value.map(v -> List.of(new ProcData(target, KvalBlob.of(List.of(new Kval(request.key(), v)))))).orElse(List.of()));
	}

	/**
	 * Answers a get of a reserved key of a rank.
	 *
	 * @return false if the job's data do not have it
	 */
	boolean rank(Proc target, String key, JobInfo job, Responder responder) {
		Map<String, PmixValue> known = job.ofRank(target.rank());
		if (key.isEmpty() || !known.containsKey(key)) {
			return false;
		}
		List<ProcData> data = new ArrayList<>(foreignJob(target, responder.peer));
		data.add(new ProcData(target, KvalBlob.of(kvals(known))));
		reply(responder, data);
		return true;
	}

	/** Answers a get of what a process has put: all of it, whatever the key, and what else there is to tell the asking one. */
	void modex(Proc target, Scope scope, Responder responder) {
		List<ProcData> data = new ArrayList<>(foreignJob(target, responder.peer));
		data.add(new ProcData(target, store.find(target, scope).orElse(KvalBlob.EMPTY)));
		try {
			addBulk(target, responder.peer, data);
		} catch (PmixException e) {
			throw new IllegalStateException("checked when it was committed", e);
		}
		reply(responder, data);
	}

	private void addBulk(Proc target, ServerPeer peer, List<ProcData> data) throws PmixException {
		if (!peer.version().isAtLeast(4, 0, 0)) {
			return;
		}
		long bytes = 0;
		while (peer.bulk.hasNext() && bytes < bulkLimit) {
			Proc next = peer.bulk.peek();
			peer.bulk.advance();
			if (!next.equals(target) && !next.equals(peer.proc)) {
				Scope scope = registry.client(next).isPresent() ? Scope.LOCAL : Scope.REMOTE;
				Optional<KvalBlob> blob = store.find(next, scope);
				if (blob.isPresent()) {
					data.add(new ProcData(next, blob.get()));
					bytes += blob.get().encodedFor(peer.encoding(), limits).size();
				}
			}
		}
	}

	private List<ProcData> foreignJob(Proc target, ServerPeer peer) {
		if (target.nspace().equals(peer.proc.nspace())) {
			return List.of();
		}
		return registry.find(target.nspace()).flatMap(Namespace::jobInfo).map(job -> List.of(jobData(target.nspace(), job, peer)))
				.orElse(List.of());
	}

	private static ProcData jobData(String nspace, JobInfo job, ServerPeer peer) {
		return new ProcData(Proc.wildcard(nspace), job.layout.forOthers(peer.version(), peer.encoding()));
	}

	private Optional<Kval> anyRank(DataRequest.Get request) throws PmixException {
		Optional<Namespace> namespace = registry.find(request.nspace());
		for (Client client : namespace.map(Namespace::clients).orElse(List.of())) {
			for (Kval kval : store.find(client.proc, Scope.LOCAL).orElse(KvalBlob.EMPTY).kvals(limits)) {
				if (kval.key().equals(request.key())) {
					return Optional.of(kval);
				}
			}
		}
		return Optional.empty();
	}

	private static List<Kval> kvals(Map<String, PmixValue> values) {
		List<Kval> kvals = new ArrayList<>(values.size());
		values.forEach((key, value) -> kvals.add(new Kval(key, value)));
		return kvals;
	}

	private static void reply(Responder responder, List<ProcData> data) {
		responder.reply(new Reply.GetReply(data.isEmpty() ? Status.ERR_NOT_FOUND : Status.SUCCESS, data));
	}
}
