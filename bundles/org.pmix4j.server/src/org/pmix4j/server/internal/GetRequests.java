// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.wire.codec.Dialect;
import org.pmix4j.wire.codec.Encoding;
import org.pmix4j.wire.loop.EventLoop;
import org.pmix4j.wire.loop.Timer;
import org.pmix4j.wire.message.DataRequest;
import org.pmix4j.wire.message.KvalBlob;
import org.pmix4j.wire.message.ScopedData;

/**
 * Gets: answers what is known, waits for local processes to commit, asks the host for the data of others. Owned by the
 * server, on the loop.
 *
 * @see "PMIx Standard, chapter Synchronization and Data Access Operations, PMIx_Get; OpenPMIx src/server/pmix_server_get.c"
 */
final class GetRequests {
	/** How another server's data are packed. */
	private static final Encoding OWN = new Encoding(Dialect.V41, false);

	/** Somebody who waits for a key of a process. */
	private static final class Waiting {
		private final Want want;
		private final long since;
		private Timer timer = Timer.NONE;

		private Waiting(Want want, long since) {
			this.want = want;
			this.since = since;
		}
	}

	/**
	 * What is wanted.
	 *
	 * @param target whose data
	 * @param scope  from which table
	 * @param key    that must be there; empty for any
	 * @param peer   who asks; empty for another server
	 * @param end    is told SUCCESS when the data are there, or why they will not come
	 */
	record Want(Proc target, Scope scope, String key, Optional<ServerPeer> peer, Consumer<Status> end) {
	}

	private final EventLoop loop;
	private final NamespaceRegistry registry;
	private final ModexStore store;
	private final GetReplies replies;
	private final HostCalls host;
	private final Duration defaultLimit;
	private final Map<Proc, List<Waiting>> waiting = new LinkedHashMap<>();

	GetRequests(EventLoop loop, NamespaceRegistry registry, ModexStore store, GetReplies replies, HostCalls host, Duration defaultLimit) {
		this.loop = loop;
		this.registry = registry;
		this.store = store;
		this.replies = replies;
		this.host = host;
		this.defaultLimit = defaultLimit;
	}

	/** A process asks. */
	void get(DataRequest.Get request, Responder responder) throws PmixException {
		Proc target = new Proc(request.nspace(), request.rank());
		boolean immediate = request.infos().isTrue(KeyValueAttributes.IMMEDIATE);
		Optional<JobInfo> job = registry.find(request.nspace()).flatMap(Namespace::jobInfo);
		if (job.isPresent() && !target.rank().isProcess()) {
			replies.job(request, job.get(), responder);
			return;
		}
		if (job.isPresent() && replies.rank(target, request.key(), job.get(), responder)) {
			return;
		}
		Scope scope = scope(request.infos(), target);
		Want want = new Want(target, scope, request.key(), Optional.of(responder.peer), status -> {
			if (status.isSuccess()) {
				replies.modex(target, scope, responder);
			} else {
				responder.reply(status);
			}
		});
		if (immediate && !isThere(want)) {
			responder.reply(Status.ERR_NOT_FOUND);
		} else {
			await(want, request.infos());
		}
	}

	/** Answers as soon as it can be answered. */
	void await(Want want, Infos infos) throws PmixException {
		if (isThere(want)) {
			want.end.accept(Status.SUCCESS);
			return;
		}
		Optional<Namespace> namespace = registry.find(want.target.nspace());
		boolean settled = namespace.isPresent() && namespace.get().isComplete();
		Optional<Client> client = registry.client(want.target);
		boolean elsewhere = namespace.isEmpty() || settled && client.isEmpty() && !namespace.get().isLocal();
		if (elsewhere) {
			enqueue(want, infos);
			askHost(want, infos);
		} else if (settled && (client.isEmpty() || client.get().lost) || isHidden(want)) {
			want.end.accept(Status.ERR_NOT_FOUND);
		} else {
			Waiting entry = enqueue(want, infos);
			if (client.isPresent() && client.get().isConnected()) {
				startTimer(entry, defaultLimit);
			}
		}
	}

	/** What processes of this node may read, unless the caller names a scope; of others only what is for remote ones is here. */
	private Scope scope(Infos infos, Proc target) throws PmixException {
		Optional<Scope> named = infos.get(KeyValueAttributes.DATA_SCOPE);
		if (named.isPresent() && (named.get().equals(Scope.LOCAL) || named.get().equals(Scope.REMOTE))) {
			return named.get();
		}
		return registry.client(target).isPresent() ? Scope.LOCAL : Scope.REMOTE;
	}

	private boolean isThere(Want want) {
		return want.key.isEmpty() ? store.find(want.target, want.scope).isPresent() : store.contains(want.target, want.scope, want.key);
	}

	/** The key is there, but not for this reader: no use to wait. */
	private boolean isHidden(Want want) {
		Scope other = want.scope.equals(Scope.LOCAL) ? Scope.REMOTE : Scope.LOCAL;
		return !want.key.isEmpty() && store.contains(want.target, other, want.key);
	}

	private Waiting enqueue(Want want, Infos infos) throws PmixException {
		Waiting entry = new Waiting(want, loop.nanos());
		waiting.computeIfAbsent(want.target, t -> new ArrayList<>()).add(entry);
		Optional<Integer> limit = infos.get(KeyValueAttributes.TIMEOUT);
		if (limit.isPresent() && limit.get() > 0) {
			startTimer(entry, Duration.ofSeconds(limit.get()));
		}
		return entry;
	}

	private void startTimer(Waiting entry, Duration limit) {
		if (entry.timer == Timer.NONE) {
			entry.timer = loop.schedule(limit, () -> finish(entry, Status.ERR_TIMEOUT));
		}
	}

	private void finish(Waiting entry, Status status) {
		entry.timer.cancel();
		List<Waiting> entries = waiting.get(entry.want.target);
		if (entries != null && entries.remove(entry)) {
			if (entries.isEmpty()) {
				waiting.remove(entry.want.target);
			}
			entry.want.end.accept(status);
		}
	}

	/** One call for a process, however many wait for it. */
	private void askHost(Want want, Infos infos) {
		if (waiting.getOrDefault(want.target, List.of()).size() > 1) {
			return;
		}
		Infos asked = infos.with(ServerAttributes.REQUIRED_KEY, want.key);
		host.call("direct modex of " + want.target, h -> h.directModex(want.target, asked), data -> arrived(want.target, data),
				status -> failed(want.target, status.equals(Status.ERR_NOT_SUPPORTED) ? Status.ERR_NOT_FOUND : status));
	}

	private void arrived(Proc target, ByteObject data) {
		try {
			store.commit(target, List.of(new ScopedData(Scope.REMOTE, KvalBlob.packed(OWN, data))));
		} catch (PmixException e) {
			failed(target, e.status());
			return;
		}
		for (Waiting entry : entries(target)) {
			finish(entry, isThere(entry.want) ? Status.SUCCESS : Status.ERR_NOT_FOUND);
		}
	}

	private void failed(Proc target, Status status) {
		entries(target).forEach(entry -> finish(entry, status));
	}

	private List<Waiting> entries(Proc target) {
		return new ArrayList<>(waiting.getOrDefault(target, List.of()));
	}

	/** A process has committed. */
	void committed(Proc proc) {
		for (Waiting entry : entries(proc)) {
			if (isThere(entry.want)) {
				finish(entry, Status.SUCCESS);
			} else if (isHidden(entry.want)) {
				finish(entry, Status.ERR_NOT_FOUND);
			}
		}
	}

	/** A process has connected: from now on it is only a matter of time until it commits. */
	void connected(Proc proc) {
		entries(proc).forEach(entry -> startTimer(entry, defaultLimit));
	}

	/** A process has ended: it will not commit any more. */
	void lost(Proc proc) {
		failed(proc, Status.ERR_NOT_FOUND);
	}

	/** Nobody can be answered on this connection any more. */
	void peerGone(ServerPeer peer) {
		for (List<Waiting> entries : waiting.values()) {
			List<Waiting> gone = entries.stream().filter(entry -> entry.want.peer.filter(p -> p == peer).isPresent()).toList();
			gone.forEach(entry -> entry.timer.cancel());
			entries.removeAll(gone);
		}
		waiting.values().removeIf(List::isEmpty);
	}

	void namespaceGone(String nspace) {
		for (Proc target : List.copyOf(waiting.keySet())) {
			if (target.nspace().equals(nspace)) {
				failed(target, Status.ERR_NOT_FOUND);
			}
		}
	}

	/** Something was registered, so that what had to wait may be known to be in vain. */
	void registryChanged() {
		for (Proc target : List.copyOf(waiting.keySet())) {
			Optional<Namespace> namespace = registry.find(target.nspace());
			if (namespace.isPresent() && namespace.get().isComplete() && namespace.get().isLocal() && registry.client(target).isEmpty()) {
				failed(target, Status.ERR_NOT_FOUND);
			}
		}
	}

	void dump(StringBuilder out) {
		waiting.forEach((target, entries) -> entries.forEach(entry -> out.append("  get of '").append(entry.want.key).append("' by ")
				.append(entry.want.peer.map(p -> p.proc.toString()).orElse("another server")).append(" waits for ").append(target)
				.append(" since ").append(Dump.seconds(loop.nanos() - entry.since)).append('\n')));
	}
}
