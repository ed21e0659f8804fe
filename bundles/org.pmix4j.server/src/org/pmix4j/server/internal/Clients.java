// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.loop.CloseReason;

/**
 * Who comes and goes: keeps the registry in step with connections, and tells the other rooms. Owned by the server, on the
 * loop.
 */
final class Clients {
	private final NamespaceRegistry registry;
	private final ModexStore store;
	private final HostCalls host;
	private final Collectives collectives;
	private final GetRequests gets;
	private final EventRouter events;
	private final Executor cleaning;

	Clients(NamespaceRegistry registry, ModexStore store, HostCalls host, Collectives collectives, GetRequests gets, EventRouter events,
			Executor cleaning) {
		this.registry = registry;
		this.store = store;
		this.host = host;
		this.collectives = collectives;
		this.gets = gets;
		this.events = events;
		this.cleaning = cleaning;
	}

	/** The host tells of a job. */
	void defineNamespace(String nspace, int localProcs, JobInfo job) {
		registry.findOrAdd(nspace).define(localProcs, job);
		registryChanged();
	}

	/** The host tells of a process that it is about to start. */
	void register(Client client) {
		registry.findOrAdd(client.proc.nspace()).add(client);
		registryChanged();
	}

	private void registryChanged() {
		collectives.registryChanged();
		gets.registryChanged();
	}

	/** A process has come through the door. */
	void connected(ServerPeer peer) {
		Optional<Client> client = registry.client(peer.proc);
		if (client.isPresent()) {
			client.get().peers.add(peer);
			client.get().lost = false;
			gets.connected(peer.proc);
		}
	}

	/** A process says goodbye; it closes the connection when it has the answer. */
	void finalizing(Responder responder) {
		ServerPeer peer = responder.peer;
		Optional<Client> client = registry.client(peer.proc);
		events.peerGone(peer);
		if (client.isEmpty() || !peer.flag.isClient()) {
			farewell(peer, responder, Status.SUCCESS);
			return;
		}
		host.run("client finalized", h -> h.clientFinalized(peer.proc, client.get().hostObject), status -> farewell(peer, responder, status));
	}

	private static void farewell(ServerPeer peer, Responder responder, Status status) {
		responder.reply(status);
		peer.finalized = true;
	}

	/** A connection has ended. Without a farewell before, and if it was the last one of its process, that has died. */
	void gone(ServerPeer peer) {
		events.peerGone(peer);
		gets.peerGone(peer);
		collectives.peerGone(peer);
		Optional<Client> client = registry.client(peer.proc);
		if (client.isPresent() && client.get().peers.remove(peer) && !peer.finalized && !client.get().isConnected()) {
			lost(client.get());
		}
	}

	private void lost(Client client) {
		client.lost = true;
		collectives.lost(client.proc);
		gets.lost(client.proc);
	}

	/** The host tells that a process has ended. Its data stay for the others until the namespace ends. */
	void deregister(Proc proc) throws PmixException {
		Client client = registry.client(proc)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, proc + " is no client of this server"));
		disconnect(client);
		lost(client);
		clean(client.cleanup);
	}

	/** The host tells that a job has ended: nothing of it is kept. */
	void deregisterNamespace(String nspace) throws PmixException {
		Namespace namespace = registry.find(nspace)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "namespace " + nspace + " is unknown"));
		for (Client client : List.copyOf(namespace.clients())) {
			disconnect(client);
			clean(client.cleanup);
			namespace.remove(client);
		}
		registry.remove(namespace);
		collectives.namespaceGone(nspace);
		gets.namespaceGone(nspace);
		store.forgetNamespace(nspace);
		clean(namespace.cleanup);
	}

	private static void disconnect(Client client) {
		for (ServerPeer peer : List.copyOf(client.peers)) {
			peer.peer().closeWhenWritten(CloseReason.DONE);
		}
	}

	private void clean(CleanupSet set) {
		if (!set.isEmpty()) {
			cleaning.execute(() -> Cleaner.clean(set));
		}
	}
}
