// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.server.internal.group.ProcessSets;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.jobinfo.JobRealm;
import org.pmix4j.server.internal.modex.Committed;
import org.pmix4j.server.internal.modex.ModexStore;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;

/** Looks up data and builds the replies to gets. Owned by {@link GetRequests}, on the server's loop. */
public final class GetReplies {

	private final NamespaceRegistry registry;
	private final ModexStore store;
	private final ProcessSets processSets;
	private final Limits limits;
	private final int bulkLimit;

	public GetReplies(NamespaceRegistry registry, ModexStore store, ProcessSets processSets, Limits limits, int bulkLimit) {
		this.registry = registry;
		this.store = store;
		this.processSets = processSets;
		this.limits = limits;
		this.bulkLimit = bulkLimit;
	}

	/**
	 * Replies to a get of data that the host has registered for a job.
	 *
	 * @return false, without a reply, if a process may have put the data
	 */
	boolean fromJob(DataRequest.Get request, GetDirectives directives, JobInfo job, Responder responder) {
		ServerPeer peer = responder.peer();
		Proc target = new Proc(request.nspace(), request.rank());
		boolean aboutJob = !request.rank().isProcess() && !request.rank().equals(Rank.UNDEF);
		boolean foreign = !request.nspace().equals(peer.proc().nspace());
		if (directives.realm().isPresent() && KeyRealm.isReserved(request.key())) {
			fromRealm(request, directives.realm().get(), job, responder);
			return true;
		}
		if (aboutJob && (request.key().isEmpty() || foreign)) {
			reply(responder, List.of(jobData(request.nspace(), job, peer)));
			return true;
		}
		List<Kval> given = job.find(request.rank(), request.key());
		if (!given.isEmpty()) {
			List<ProcData> data = new ArrayList<>(foreignJob(target, peer));
			data.add(new ProcData(target, KvalBlob.of(given)));
			reply(responder, data);
		} else if (aboutJob) {
			responder.reply(Status.ERR_NOT_FOUND);
		}
		return aboutJob || !given.isEmpty();
	}

	/**
	 * Replies with the known sets of the named process, or of the requester if none is named.
	 *
	 * @return false, without a reply, if there is no such set
	 * @throws PmixException BAD_PARAM if the name of a set is of the wrong type
	 */
	boolean fromProcessSets(DataRequest.Get request, Responder responder) throws PmixException {
		Proc target = new Proc(request.nspace(), request.rank());
		Optional<PmixValue> value = processSets.get(request.key(), request.rank().isProcess() ? target : responder.peer().proc(),
				request.infos().get(GroupAttributes.PSET_NAME));
		value.ifPresent(found -> value(request, found, responder));
		return value.isPresent();
	}

	/** Replies with one value for the named process. */
	void value(DataRequest.Get request, PmixValue value, Responder responder) {
		Proc target = new Proc(request.nspace(), request.rank());
		reply(responder, List.of(new ProcData(target, KvalBlob.of(List.of(new Kval(request.key(), value))))));
	}

	/**
	 * Replies with data of a node, application, or session. Clients look for them among the data of that realm; those of 4.2 look among
	 * the data of the process if one was named.
	 */
	private void fromRealm(DataRequest.Get request, JobRealm realm, JobInfo job, Responder responder) {
		Proc target = new Proc(request.nspace(), request.rank());
		List<ProcData> data = new ArrayList<>(foreignJob(target, responder.peer()));
		Optional<PmixValue> value = realm.find(job, request.rank(), request.key());
		if (value.isPresent() && request.rank().isProcess() && realm.isOfProcess()) {
			data.add(new ProcData(target, KvalBlob.of(List.of(new Kval(request.key(), value.get())))));
		} else if (value.isPresent() && data.isEmpty()) {
			data.add(jobData(request.nspace(), job, responder.peer()));
		}
		if (data.isEmpty()) {
			responder.reply(Status.ERR_NOT_FOUND);
		} else {
			reply(responder, data);
		}
	}

	/** @return whether the data are in the store, in the scope of the query */
	boolean has(ModexQuery query) {
		if (query.target().rank().equals(Rank.UNDEF)) {
			return owner(query.target().nspace(), query.key()).isPresent();
		}
		return query.key().isEmpty() ? store.hasCommitted(query.target()) : store.contains(query.target(), query.scope(), query.key());
	}

	/** Replies with all that a process has committed, whatever the key, and with other data that the asking process has not got yet. */
	void modex(Proc named, Proc target, Scope scope, String key, Responder responder) {
		ServerPeer peer = responder.peer();
		try {
			List<byte[]> parts = new ArrayList<>();
			parts.add(peer.encode(Reply.StatusReply.OK));
			for (ProcData job : foreignJob(target, peer)) {
				parts.add(Committed.pack(job.proc(), job.data(), peer));
			}
			if (target.rank().equals(Rank.UNDEF)) {
				parts.add(Committed.pack(target, ofOwner(target.nspace(), key), peer));
			} else {
				byte[] asked = store.find(target, scope).orElse(Committed.NOTHING).part(target, peer);
				parts.add(asked);
				if (!named.equals(target)) {
					// a client that names a process by its group looks for the data under that name
					parts.add(Committed.pack(named, store.read(target, scope), peer));
				}
				addBulk(target, peer, parts, bulkLimit - asked.length);
			}
			responder.reply(joined(parts));
		} catch (PmixException e) {
			peer.warn("the data of " + target + " cannot be sent to " + peer + ": " + e.getMessage());
			responder.reply(e.status());
		}
	}

	/** Adds data of other participants of the last fence. Data too long for any reply are left out; data too long for this one come next. */
	private void addBulk(Proc target, ServerPeer peer, List<byte[]> parts, int limit) throws PmixException {
		if (!peer.version().isAtLeast(4, 0, 0)) {
			return;
		}
		int room = limit;
		while (peer.bulk().hasNext() && room > 0) {
			Proc next = peer.bulk().peek();
			Optional<Committed> data = next.equals(target) || next.equals(peer.proc()) ? Optional.empty() : store.find(next, scope(next));
			if (data.isPresent() && !data.get().data().isEmpty()) {
				byte[] part = data.get().part(next, peer);
				if (part.length > room && part.length <= bulkLimit) {
					return;
				}
				if (part.length <= room) {
					parts.add(part);
					room -= part.length;
				}
			}
			peer.bulk().advance();
		}
	}

	private static byte[] joined(List<byte[]> parts) {
		int length = 0;
		for (byte[] part : parts) {
			length += part.length;
		}
		ByteBuffer whole = ByteBuffer.allocate(length);
		parts.forEach(whole::put);
		return whole.array();
	}

	private List<ProcData> foreignJob(Proc target, ServerPeer peer) {
		if (target.nspace().equals(peer.proc().nspace())) {
			return List.of();
		}
		return registry.find(target.nspace()).flatMap(Namespace::jobInfo).map(job -> List.of(jobData(target.nspace(), job, peer)))
				.orElse(List.of());
	}

	private static ProcData jobData(String nspace, JobInfo job, ServerPeer peer) {
		return new ProcData(Proc.wildcard(nspace), job.layout().forOthers(peer.version(), peer.encoding()));
	}

	/** Returns the first process found that has put the key. */
	private Optional<Proc> owner(String nspace, String key) {
		return store.procs(nspace).filter(proc -> store.contains(proc, scope(proc), key)).findFirst();
	}

	/** Returns the scope of stored data. Data that another server has sent for any process of a namespace are stored under rank UNDEF. */
	private Scope scope(Proc owner) {
		return owner.rank().isProcess() ? registry.locality(owner).scope() : Scope.REMOTE;
	}

	private KvalBlob ofOwner(String nspace, String key) throws PmixException {
		List<Kval> found = new ArrayList<>();
		Optional<Proc> owner = owner(nspace, key);
		if (owner.isPresent()) {
			for (Kval kval : store.read(owner.get(), scope(owner.get())).kvals(limits)) {
				if (kval.key().equals(key)) {
					found.add(kval);
				}
			}
		}
		return KvalBlob.of(found);
	}

	private static void reply(Responder responder, List<ProcData> data) {
		responder.reply(new Reply.GetReply(Status.SUCCESS, data));
	}
}
