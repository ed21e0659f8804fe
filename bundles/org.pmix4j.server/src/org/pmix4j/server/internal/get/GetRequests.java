// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmix4j.server.internal.hostcall.Patience;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.internal.component.Component;
import org.pmix4j.server.internal.group.Groups;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.modex.ModexStore;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.peer.TimeLimit;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ScopedData;

/**
 * Gets: answers what is known, waits for local processes to commit, asks the host for the data of others. Owned by the
 * server, on the loop.
 *
 * @see "PMIx Standard, chapter Synchronization and Data Access Operations, PMIx_Get; OpenPMIx src/server/pmix_server_get.c"
 */
public final class GetRequests implements Component {
	/** How another server's data are packed. */
	private static final Encoding OWN = new Encoding(Dialect.V41, false);
	/** How long another server waits for a process of which nobody here has heard yet. */
	private static final Duration UNKNOWN_LIMIT = Duration.ofMinutes(1);
	private static final String RESERVED = "pmix";

	private final NamespaceRegistry registry;
	private final Groups groups;
	private final ModexStore store;
	private final GetReplies replies;
	private final HostCalls host;
	private final PendingGets pending;
	private final Limits limits;
	private final Duration defaultLimit;

	public GetRequests(NamespaceRegistry registry, Groups groups, ModexStore store, GetReplies replies, HostCalls host, PendingGets pending,
			Limits limits, Duration defaultLimit) {
		this.registry = registry;
		this.groups = groups;
		this.store = store;
		this.replies = replies;
		this.host = host;
		this.pending = pending;
		this.limits = limits;
		this.defaultLimit = defaultLimit;
	}

	/** A process asks. */
	public void get(DataRequest.Get request, Responder responder) throws PmixException {
		if (request.key().equals(GroupAttributes.PSET_NAMES.key())) {
			replies.fromProcessSets(request, responder);
			return;
		}
		GetDirectives directives = GetDirectives.of(request.infos());
		Optional<JobInfo> job = registry.find(request.nspace()).flatMap(Namespace::jobInfo);
		if (job.isPresent() && replies.fromJob(request, directives, job.get(), responder)) {
			return;
		}
		Proc named = new Proc(request.nspace(), request.rank());
		Proc target = request.rank().isProcess() && job.isEmpty() ? groups.resolve(List.of(named)).get(0) : named;
		Scope scope = directives.scope().orElse(isHere(target) ? Scope.LOCAL : Scope.REMOTE);
		Want want = new Want(target, scope, request.key(), request.infos(), directives.refresh(), directives.limit(),
				Optional.of(responder.peer()), status -> {
					if (status.isSuccess()) {
						replies.modex(named, target, scope, request.key(), responder);
					} else {
						responder.reply(status);
					}
				});
		if (directives.immediate() && outlook(want) != Want.Outlook.HERE) {
			responder.reply(Status.ERR_NOT_FOUND);
		} else {
			serve(want);
		}
	}

	/**
	 * A process from 5.0 on wants the newest of what another one has put; it asks for the key that it is after only then. Of a process
	 * of another node the host is asked again. Of a job it is told what stands for all of it, which the host may have told anew.
	 */
	public void refresh(DataRequest.RefreshCache request, Responder responder) {
		Proc target = new Proc(request.nspace(), request.rank());
		Scope scope = isHere(target) ? Scope.LOCAL : Scope.REMOTE;
		if (!target.rank().isProcess()) {
			KvalBlob job = registry.find(target.nspace()).flatMap(Namespace::jobInfo).map(info -> KvalBlob.of(info.kvals(Rank.WILDCARD)))
					.orElse(KvalBlob.EMPTY);
			refreshed(job, responder);
		} else if (scope.equals(Scope.LOCAL)) {
			refreshed(store.read(target, scope), responder);
		} else {
			serve(new Want(target, scope, "", Infos.EMPTY.with(KeyValueAttributes.GET_REFRESH_CACHE, true), true, Optional.of(defaultLimit),
					Optional.of(responder.peer()), status -> refreshed(store.read(target, scope), responder)));
		}
	}

	private static void refreshed(KvalBlob data, Responder responder) {
		responder.reply(new Reply.RefreshReply(data.isEmpty() ? Status.ERR_NOT_FOUND : Status.SUCCESS, data));
	}

	/**
	 * Another server asks for what a process of this one has put for processes of other nodes, or for what is known of a job.
	 *
	 * @return packed keys and values, when they are there
	 */
	public CompletableFuture<ByteObject> remote(Proc target, Infos infos) throws PmixException {
		CompletableFuture<ByteObject> result = new CompletableFuture<>();
		if (target.rank().equals(Rank.WILDCARD)) {
			JobInfo job = registry.find(target.nspace()).flatMap(Namespace::jobInfo)
					.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "namespace " + target.nspace() + " is unknown"));
			result.complete(job.layout().forServers(OWN).encodedFor(OWN, limits));
			return result;
		}
		String key = infos.get(ServerAttributes.REQUIRED_KEY).orElse("");
		serve(new Want(target, Scope.REMOTE, key, infos, false, TimeLimit.of(infos), Optional.empty(),
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

	private void serve(Want want) {
		switch (outlook(want)) {
			case HERE -> want.end().accept(Status.SUCCESS);
			case NEVER -> want.end().accept(Status.ERR_NOT_FOUND);
			case LATER, ELSEWHERE -> follow(pending.add(want));
		}
	}

	/** Does for one that waits what can be done now. */
	private void follow(PendingGets.Entry entry) {
		switch (outlook(entry.want)) {
			case HERE -> pending.finish(entry, Status.SUCCESS);
			case NEVER -> pending.finish(entry, Status.ERR_NOT_FOUND);
			case ELSEWHERE -> askHost(entry.want);
			case LATER -> limit(entry);
		}
	}

	/** The clock starts when the process has come: from then on it is only a matter of time until it commits. */
	private void limit(PendingGets.Entry entry) {
		Optional<Client> client = registry.client(entry.want.target());
		if (client.isPresent() && client.get().state() == Client.State.KNOWN || entry.want.target().rank().equals(Rank.UNDEF)) {
			pending.limit(entry, defaultLimit);
		} else if (entry.want.peer().isEmpty()) {
			pending.limit(entry, UNKNOWN_LIMIT);
		}
	}

	private boolean isHere(Proc target) {
		return registry.client(target).isPresent() || target.rank().equals(Rank.UNDEF);
	}

	private Want.Outlook outlook(Want want) {
		boolean here = isHere(want.target());
		if (replies.has(want) && (here || !want.refresh())) {
			return Want.Outlook.HERE;
		}
		Optional<Namespace> namespace = registry.find(want.target().nspace());
		if (namespace.isPresent() && !namespace.get().isComplete()) {
			return Want.Outlook.LATER;
		}
		boolean local = namespace.isPresent() && namespace.get().isLocal();
		if (!local && (!here || want.target().rank().equals(Rank.UNDEF))) {
			return elsewhere(want, namespace.isPresent());
		}
		return !here || isInVain(want) ? Want.Outlook.NEVER : Want.Outlook.LATER;
	}

	/** No other server is asked for another one, or the two might ask each other for ever. */
	private static Want.Outlook elsewhere(Want want, boolean known) {
		if (want.peer().isPresent()) {
			return Want.Outlook.ELSEWHERE;
		}
		return known ? Want.Outlook.NEVER : Want.Outlook.LATER;
	}

	/** The process is dead, the key is there but not for this reader, or processes cannot put such a key. */
	private boolean isInVain(Want want) {
		Scope other = want.scope().equals(Scope.LOCAL) ? Scope.REMOTE : Scope.LOCAL;
		return want.key().startsWith(RESERVED) || registry.client(want.target()).filter(Client::isGone).isPresent()
				|| !want.key().isEmpty() && store.contains(want.target(), other, want.key());
	}

	/** One call for a process, however many wait for it. */
	private void askHost(Want want) {
		Proc target = want.target();
		if (pending.mayAskHost(target)) {
			boolean anyKey = want.key().isEmpty() || want.refresh();
			Infos asked = anyKey ? want.infos() : want.infos().with(ServerAttributes.REQUIRED_KEY, want.key());
			host.call("direct modex of " + target, Patience.of(asked), h -> h.directModex(target, asked), data -> arrived(target, data),
					status -> failed(target, status.equals(Status.ERR_NOT_SUPPORTED) ? Status.ERR_NOT_FOUND : status));
		}
	}

	private void arrived(Proc target, ByteObject data) {
		try {
			store.commit(target, List.of(new ScopedData(Scope.REMOTE, KvalBlob.packed(OWN, data))));
		} catch (PmixException e) {
			failed(target, e.status());
			return;
		}
		for (PendingGets.Entry entry : pending.answered(target)) {
			pending.finish(entry, replies.has(entry.want) ? Status.SUCCESS : Status.ERR_NOT_FOUND);
		}
	}

	private void failed(Proc target, Status status) {
		pending.answered(target).forEach(entry -> pending.finish(entry, status));
	}

	/** Reconsiders the gets that wait for a process which has committed or connected. */
	public void changed(Proc proc) {
		pending.about(proc).forEach(this::follow);
	}

	@Override
	public void peerConnected(ServerPeer peer) {
		changed(peer.proc());
	}

	/** Reconsiders all gets: it may now be known that the data will never come, or which server has them. */
	@Override
	public void registryChanged() {
		pending.all().forEach(this::follow);
	}

	/** Drops the gets of a peer that can no longer be answered. */
	@Override
	public void peerGone(ServerPeer peer) {
		pending.drop(peer);
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
	public void dump(StringBuilder out) {
		pending.dump(out);
	}
}
