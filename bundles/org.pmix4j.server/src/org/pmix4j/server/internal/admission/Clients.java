// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.cleanup.Cleaner;
import org.pmix4j.server.internal.cleanup.CleanupSet;
import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.event.EventRouter;
import org.pmix4j.server.internal.get.GetRequests;
import org.pmix4j.server.internal.group.ProcessSets;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.iof.IofDesk;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.jobinfo.StrangerJob;
import org.pmix4j.server.internal.modex.ModexStore;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Bonds;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.internal.setup.ApplicationSetup;
import org.pmix4j.server.options.ServerOptions;

/**
 * Who comes and goes: keeps the registry in step with connections, and tells the other rooms. Owned by the server, on the
 * loop.
 *
 * @see "OpenPMIx src/server/pmix_server.c, and src/mca/ptl/base/ptl_base_sendrecv.c, lost_connection"
 */
public final class Clients {
	private final NamespaceRegistry registry;
	private final ModexStore store;
	private final HostCalls host;
	private final Collectives collectives;
	private final List<Bonds> bonds;
	private final GetRequests gets;
	private final EventRouter events;
	private final IofDesk iof;
	private final ProcessSets processSets;
	private final ApplicationSetup setup;
	private final Cleaner cleaner;
	private final ServerOptions options;
	private final Set<ServerPeer> connected = new LinkedHashSet<>();

	public Clients(NamespaceRegistry registry, ModexStore store, HostCalls host, Collectives collectives, List<Bonds> bonds,
			GetRequests gets, EventRouter events, IofDesk iof, ProcessSets processSets,
			ApplicationSetup setup, Cleaner cleaner, ServerOptions options) {
		this.registry = registry;
		this.store = store;
		this.host = host;
		this.collectives = collectives;
		this.bonds = List.copyOf(bonds);
		this.gets = gets;
		this.events = events;
		this.iof = iof;
		this.processSets = processSets;
		this.setup = setup;
		this.cleaner = cleaner;
		this.options = options;
	}

	/** The host tells of a job. What it told of the same one before stays, unless it tells the same again in other words. */
	public void defineNamespace(String nspace, int localProcs, JobInfo told, JobInfo complete) throws PmixException {
		Namespace namespace = registry.findOrAdd(nspace);
		namespace.define(localProcs, told, complete);
		registryChanged();
		processSets.defineApps(nspace, namespace.jobInfo().orElse(complete));
	}

	/** The host tells of a process that it is about to start. */
	public void register(Client client) {
		registry.findOrAdd(client.proc().nspace()).add(client);
		registryChanged();
	}

	/** Whom nobody has registered is a job by itself, with others of its namespace. */
	void adopt(Client stranger) {
		Namespace namespace = registry.findOrAdd(stranger.proc().nspace());
		if (namespace.jobInfo().isEmpty() || namespace.isAdopted()) {
			namespace.adopt(stranger);
			describe(namespace);
			registryChanged();
		}
	}

	private void describe(Namespace strangers) {
		List<Rank> ranks = strangers.clients().stream().map(client -> client.proc().rank()).toList();
		strangers.describe(StrangerJob.of(strangers.name(), ranks, options));
	}

	/** Of strangers nothing is kept. */
	private void strangerGone(Namespace strangers, Client last) {
		if (strangers.clients().stream().anyMatch(Client::isConnected)) {
			strangers.remove(last);
			describe(strangers);
			registryChanged();
			cleaner.clean(List.of(last.takeCleanup()));
		} else {
			cleaner.clean(forget(strangers));
		}
	}

	private void registryChanged() {
		registry.changed();
		collectives.registryChanged();
		gets.registryChanged();
		events.registryChanged();
	}

	/** A process has come through the door. */
	public void connected(ServerPeer peer) {
		connected.add(peer);
		iof.connected(peer);
		Optional<Client> client = registry.client(peer.proc());
		if (client.isPresent()) {
			boolean wasGone = client.get().isGone();
			client.get().peers().add(peer);
			client.get().become(Client.State.KNOWN);
			if (wasGone) {
				registryChanged();
			}
			gets.changed(peer.proc());
		}
	}

	/** What waits for room in the queue of a connection may go on. */
	void writable(ServerPeer peer) {
		iof.router().writable(peer);
	}

	/** A process says goodbye; it closes the connection when it has the answer. Tools are none of the host's children. */
	public void finalizing(Responder responder) {
		ServerPeer peer = responder.peer();
		peer.saysGoodbye();
		bonds.forEach(each -> each.left(peer.proc()));
		events.peerGone(peer);
		iof.peerGone(peer);
		gets.peerGone(peer);
		Optional<Client> client = registry.client(peer.proc());
		if (client.isEmpty() || !peer.flag().isClient() || isAdopted(peer)) {
			farewell(responder, Status.SUCCESS);
		} else {
			Object hostObject = client.get().hostObject();
			host.run("farewell of " + peer.proc(), h -> h.clientFinalized(peer.proc(), hostObject), status -> farewell(responder, status));
		}
	}

	private static void farewell(Responder responder, Status status) {
		responder.reply(status);
		responder.peer().isAnswered();
	}

	private boolean isAdopted(ServerPeer peer) {
		return registry.find(peer.proc().nspace()).filter(Namespace::isAdopted).isPresent();
	}

	/** A connection has ended. Without a farewell before, and if it was the last one of its process, that has died. */
	void gone(ServerPeer peer) {
		connected.remove(peer);
		peer.ended();
		events.peerGone(peer);
		iof.peerGone(peer);
		gets.peerGone(peer);
		Optional<Client> client = registry.client(peer.proc());
		boolean last = client.isPresent() && client.get().peers().remove(peer) && !client.get().isConnected();
		boolean died = last && !peer.isLeaving() && !client.get().isGone();
		if (died) {
			client.get().become(Client.State.LOST);
			registry.changed();
		}
		collectives.peerGone(peer);
		if (died) {
			registryChanged();
			bonds.forEach(each -> each.lost(peer.proc()));
		}
		if (died || !peer.flag().isClient() || isAdopted(peer)) {
			events.lost(peer.proc());
		}
		if (last) {
			registry.find(peer.proc().nspace()).filter(Namespace::isAdopted).ifPresent(strangers -> strangerGone(strangers, client.get()));
		}
	}

	/**
	 * The host tells that a process has ended. Its data stay for the others until the namespace ends.
	 *
	 * @return done when what it wanted to be deleted is deleted
	 */
	public CompletableFuture<Void> deregister(Proc proc) throws PmixException {
		Client client = registry.client(proc)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, proc + " is no client of this server"));
		client.become(Client.State.ENDED);
		registry.changed();
		disconnect(client);
		registryChanged();
		bonds.forEach(each -> each.lost(proc));
		return cleaner.clean(List.of(client.takeCleanup()));
	}

	/**
	 * The host tells that a job has ended: nothing of it is kept.
	 *
	 * @return done when what its processes wanted to be deleted is deleted
	 */
	public CompletableFuture<Void> deregisterNamespace(String nspace) throws PmixException {
		return cleaner.clean(forget(registry.find(nspace)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "namespace " + nspace + " is unknown"))));
	}

	private List<CleanupSet> forget(Namespace namespace) {
		List<CleanupSet> sets = new ArrayList<>();
		for (Client client : namespace.clients()) {
			disconnect(client);
			sets.add(client.takeCleanup());
		}
		sets.add(namespace.cleanup());
		registry.remove(namespace);
		registry.changed();
		collectives.namespaceGone(namespace.name());
		bonds.forEach(each -> each.namespaceGone(namespace.name()));
		gets.namespaceGone(namespace.name());
		events.namespaceGone(namespace.name());
		iof.router().namespaceGone(namespace.name());
		processSets.namespaceGone(namespace.name());
		setup.forget(namespace.name());
		store.forgetNamespace(namespace.name());
		return sets;
	}

	/** The host knows best: that the connection ends now is no news for it. */
	private void disconnect(Client client) {
		for (ServerPeer peer : client.peers()) {
			collectives.peerGone(peer);
			peer.dismiss();
		}
	}

	/**
	 * The server ends.
	 *
	 * @return what all processes wanted to be deleted
	 */
	public List<CleanupSet> end() {
		List<CleanupSet> sets = new ArrayList<>();
		for (Namespace namespace : List.copyOf(registry.all())) {
			sets.addAll(forget(namespace));
		}
		gets.end();
		return sets;
	}

	/** @return all connections, in the order in which they came */
	public Set<ServerPeer> connected() {
		return connected;
	}
}
