// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmix4j.model.Wait;
import org.pmix4j.server.internal.hostcall.CallTimeout;
import org.pmix4j.server.internal.hostcall.DumpText;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.model.internal.support.GetSupport;
import org.pmix4j.server.internal.group.GroupRegistry;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.modex.ModexStore;
import org.pmix4j.server.internal.peer.OutgoingQueues;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.peer.TimeLimit;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.DataLocality;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ScopedData;

/**
 * Serves PMIx_Get: replies from local data, waits for local processes to commit, and requests data of other servers from the host. Owned by
 * the server, on its loop.
 *
 * @see "PMIx Standard, chapter Synchronization and Data Access Operations, PMIx_Get; OpenPMIx src/server/pmix_server_get.c"
 */
public final class GetRequests implements Component {
	/** The encoding of data that servers exchange. */
	private static final Encoding OWN = new Encoding(Dialect.V41, false);
	/** The keys for process sets, which processes may define at any time. */
	private static final Set<String> SETS = Set.of(GroupAttributes.PSET_NAMES.key(), GroupAttributes.PSET_NAME.key(),
			GroupAttributes.PSET_MEMBERS.key());
	/** The time that another server waits for a process that has not connected. */
	private static final Duration UNKNOWN_LIMIT = Duration.ofMinutes(1);
	/** Clients decide on static values and pointers themselves. */
	private static final GetSupport SUPPORT = new GetSupport(KeyValueAttributes.GET_STATIC_VALUES, KeyValueAttributes.GET_POINTER_VALUES);

	private final NamespaceRegistry registry;
	private final GroupRegistry groups;
	private final ModexStore store;
	private final GetReplies replies;
	private final HostCalls host;
	private final PendingGets pending;
	private final OutgoingQueues outgoing;
	private final Limits limits;
	private final Duration defaultLimit;

	public GetRequests(NamespaceRegistry registry, GroupRegistry groups, ModexStore store, GetReplies replies, HostCalls host,
			PendingGets pending, OutgoingQueues outgoing, Limits limits, Duration defaultLimit) {
		this.registry = registry;
		this.groups = groups;
		this.store = store;
		this.replies = replies;
		this.host = host;
		this.pending = pending;
		this.outgoing = outgoing;
		this.limits = limits;
		this.defaultLimit = defaultLimit;
	}

	/** Serves a request of a process. A reply with data of a process waits until there is room for it, because it may be large. */
	public void get(DataRequest.Get request, Responder responder) throws PmixException {
		assert host.inLoop();
		if (!hostDecides(new Proc(request.nspace(), request.rank()))) {
			SUPPORT.check(request.infos());
		}
		GetDirectives directives = GetDirectives.of(request.infos());
		if (SETS.contains(request.key()) && directives.realm().isEmpty() && replies.fromProcessSets(request, responder)) {
			return;
		}
		Optional<JobInfo> job = registry.find(request.nspace()).flatMap(Namespace::jobInfo);
		if (request.key().equals(TopologyAttributes.HWLOC_XML_V2.key())
				&& job.filter(known -> !known.find(Rank.WILDCARD, request.key()).isEmpty()).isEmpty()) {
			topology(request, responder);
			return;
		}
		if (job.isPresent() && replies.fromJob(request, directives, job.get(), responder)) {
			return;
		}
		Proc named = new Proc(request.nspace(), request.rank());
		Proc target = request.rank().isProcess() && job.isEmpty() ? groups.resolve(List.of(named)).get(0) : named;
		Scope scope = directives.scope().orElseGet(() -> registry.locality(target).scope());
		ModexQuery query = new ModexQuery(target, scope, request.key(), request.infos(), directives.refresh(), directives.limit(),
				Optional.of(responder.peer()), status -> {
					if (status.isSuccess()) {
						outgoing.whenWritable(responder.peer(), () -> replies.modex(named, target, scope, request.key(), responder));
					} else {
						responder.reply(status);
					}
				});
		if (directives.immediate() && availability(query) != Availability.AVAILABLE) {
			responder.reply(Status.ERR_NOT_FOUND);
		} else {
			serve(query);
		}
	}

	/** Returns whether the directives are for the host, which gets the data of the process from another server. */
	private boolean hostDecides(Proc target) {
		DataLocality.Origin origin = registry.locality(target).origin();
		return target.rank().isProcess() && (origin == DataLocality.Origin.OTHER_SERVER || origin == DataLocality.Origin.UNKNOWN);
	}

	/** Replies with the hardware of this node, which a host need not have shared with its jobs. */
	private void topology(DataRequest.Get request, Responder responder) {
		host.callAside("topology for " + responder.peer().proc(), PmixHost::topology,
				topology -> replies.value(request, new PmixValue.Str(topology.xml()), responder),
				status -> responder.reply(Status.ERR_NOT_FOUND));
	}

	/**
	 * Serves a request for the newest data of a process, which clients since 5.0 send before they request a key. For a process of another node
	 * the host is called again. For a job the reply has the data of the whole job, which the host may have registered anew.
	 */
	public void refresh(DataRequest.RefreshCache request, Responder responder) {
		assert host.inLoop();
		Proc target = new Proc(request.nspace(), request.rank());
		Scope scope = registry.locality(target).scope();
		if (!target.rank().isProcess()) {
			KvalBlob job = registry.find(target.nspace()).flatMap(Namespace::jobInfo).map(info -> KvalBlob.of(info.kvals(Rank.WILDCARD)))
					.orElse(KvalBlob.EMPTY);
			refreshed(job, responder);
		} else if (scope.equals(Scope.LOCAL)) {
			refreshed(target, scope, responder);
		} else {
			serve(new ModexQuery(target, scope, "", Infos.EMPTY.with(KeyValueAttributes.GET_REFRESH_CACHE, true), true, Optional.of(defaultLimit),
					Optional.of(responder.peer()), status -> refreshed(target, scope, responder)));
		}
	}

	private void refreshed(Proc target, Scope scope, Responder responder) {
		outgoing.whenWritable(responder.peer(), () -> refreshed(store.read(target, scope), responder));
	}

	private static void refreshed(KvalBlob data, Responder responder) {
		responder.reply(new Reply.RefreshReply(data.isEmpty() ? Status.ERR_NOT_FOUND : Status.SUCCESS, data));
	}

	/**
	 * Serves another server, which requests data that a client has committed for remote readers, or for the data of a job.
	 *
	 * @param target a process, or rank WILDCARD for the job
	 * @param infos  a time limit, and a key that must be there
	 * @return packed keys and values, when they are here
	 * @throws PmixException NOT_FOUND if the job is unknown
	 */
	public CompletableFuture<ByteObject> remote(Proc target, Infos infos) throws PmixException {
		assert host.inLoop();
		CompletableFuture<ByteObject> result = new CompletableFuture<>();
		if (target.rank().equals(Rank.WILDCARD)) {
			JobInfo job = registry.find(target.nspace()).flatMap(Namespace::jobInfo)
					.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "namespace " + target.nspace() + " is unknown"));
			result.complete(job.layout().forServers(OWN).encodedFor(OWN, limits));
			return result;
		}
		String key = infos.get(ServerAttributes.REQUIRED_KEY).orElse("");
		serve(new ModexQuery(target, Scope.REMOTE, key, infos, false, TimeLimit.of(infos), Optional.empty(),
				status -> complete(result, target, status)));
		return result;
	}

	private void complete(CompletableFuture<ByteObject> result, Proc target, Status status) {
		try {
			if (!status.isSuccess()) {
				throw new PmixException(status, "data of " + target);
			}
			result.complete(store.read(target, Scope.REMOTE).encodedFor(OWN, limits));
		} catch (PmixException e) {
			result.completeExceptionally(e);
		}
	}

	private void serve(ModexQuery query) {
		switch (availability(query)) {
			case AVAILABLE -> query.end().accept(Status.SUCCESS);
			case NEVER -> query.end().accept(Status.ERR_NOT_FOUND);
			case LATER, REMOTE -> advance(pending.add(query));
		}
	}

	/** Takes the next step for a query that waits. */
	private void advance(PendingGets.Entry entry) {
		switch (availability(entry.query)) {
			case AVAILABLE -> pending.finish(entry, Status.SUCCESS);
			case NEVER -> pending.finish(entry, Status.ERR_NOT_FOUND);
			case REMOTE -> askHost(entry.query);
			case LATER -> limit(entry);
		}
	}

	/** Starts the time limit once the process has connected, because from then on it is expected to commit soon. */
	private void limit(PendingGets.Entry entry) {
		Optional<Client> client = registry.client(entry.query.target());
		if (client.isPresent() && client.get().state() == Client.State.KNOWN || entry.query.target().rank().equals(Rank.UNDEF)) {
			pending.limit(entry, defaultLimit);
		} else if (entry.query.peer().isEmpty()) {
			pending.limit(entry, UNKNOWN_LIMIT);
		}
	}

	private Availability availability(ModexQuery query) {
		DataLocality locality = registry.locality(query.target());
		return Availability.of(locality, replies.has(query), query.refresh(), query.peer().isPresent(), () -> isHopeless(query));
	}

	/** Returns whether the process is dead, has committed the key for other readers only, or cannot put such a key. */
	private boolean isHopeless(ModexQuery query) {
		Scope other = query.scope().equals(Scope.LOCAL) ? Scope.REMOTE : Scope.LOCAL;
		return KeyRealm.isReserved(query.key()) || registry.client(query.target()).filter(Client::isGone).isPresent()
				|| !query.key().isEmpty() && store.contains(query.target(), other, query.key());
	}

	/** Calls the host once for all queries that wait for a process; queries for other keys follow if the answer lacks them. */
	private void askHost(ModexQuery query) {
		Proc target = query.target();
		if (pending.startHostCall(query)) {
			Infos asked = query.isForAll() ? query.infos() : query.infos().with(ServerAttributes.REQUIRED_KEY, query.key());
			CallTimeout limit = CallTimeout.of(asked, () -> pending.isWaiting(target));
			host.call("direct modex of " + target, limit, h -> h.directModex(target, asked), data -> receive(target, data),
					status -> fail(target, status.equals(Status.ERR_NOT_SUPPORTED) ? Status.ERR_NOT_FOUND : status));
		}
	}

	private void receive(Proc target, ByteObject data) {
		try {
			store.commit(target, List.of(new ScopedData(Scope.REMOTE, KvalBlob.packed(OWN, data))));
		} catch (PmixException e) {
			fail(target, e.status());
			return;
		}
		pending.endHostCall(target, (entry, asked) -> {
			if (replies.has(entry.query)) {
				pending.finish(entry, Status.SUCCESS);
			} else if (asked.covers(entry.query)) {
				pending.finish(entry, Status.ERR_NOT_FOUND);
			} else {
				advance(entry);
			}
		});
	}

	/** Fails the queries that the host has answered. After a missing key or too little time, those for another key or with more time go on. */
	private void fail(Proc target, Status status) {
		boolean isOfTime = status.equals(Status.ERR_TIMEOUT);
		boolean isOfKey = status.equals(Status.ERR_NOT_FOUND);
		pending.endHostCall(target, (entry, asked) -> {
			if (entry.query != asked && (isOfTime || isOfKey && !asked.covers(entry.query))) {
				advance(entry);
			} else {
				pending.finish(entry, status);
			}
		});
	}

	/** Reconsiders the gets that wait for a process which has committed or connected. */
	public void recheck(Proc proc) {
		assert host.inLoop();
		pending.about(proc).forEach(this::advance);
	}

	@Override
	public void peerConnected(ServerPeer peer) {
		recheck(peer.proc());
	}

	/** Reconsiders all gets: it may now be known that the data will never come, or which server has them. */
	@Override
	public void registryChanged() {
		pending.all().forEach(this::advance);
	}

	/** Drops the gets of a peer that can no longer be answered. */
	@Override
	public void peerGone(ServerPeer peer) {
		pending.drop(peer);
		outgoing.peerGone(peer);
	}

	@Override
	public void namespaceGone(String nspace) {
		pending.matching(target -> target.nspace().equals(nspace)).forEach(entry -> pending.finish(entry, Status.ERR_NOT_FOUND));
	}

	/** Fails all gets, so that another server does not wait forever. */
	@Override
	public void closing() {
		pending.all().forEach(entry -> pending.finish(entry, Status.ERR_LOST_CONNECTION));
	}

	@Override
	public void waits(Consumer<Wait> out) {
		pending.waits(out);
	}

	@Override
	public void dump(StringBuilder out) {
		DumpText.lines(this::waits, out);
	}
}
