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
import org.pmix4j.model.internal.text.PeerText;
import org.pmix4j.server.internal.cleanup.Cleaner;
import org.pmix4j.server.internal.cleanup.CleanupSet;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.jobinfo.AdoptedJobInfo;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.wire.internal.message.Delivery;

/**
 * Keeps the registry in step with registrations and connections, and notifies the components of each change. Owned by the server, on its
 * loop.
 *
 * @see "OpenPMIx src/server/pmix_server.c, and src/mca/ptl/base/ptl_base_sendrecv.c, lost_connection"
 */
public final class ClientLifecycle {
	private final NamespaceRegistry registry;
	private final Component components;
	private final HostCalls host;
	private final Cleaner cleaner;
	private final ServerOptions options;
	private final Set<ServerPeer> connected = new LinkedHashSet<>();

	/** @param components passes each notification to all components */
	public ClientLifecycle(NamespaceRegistry registry, Component components, HostCalls host, Cleaner cleaner, ServerOptions options) {
		this.registry = registry;
		this.components = components;
		this.host = host;
		this.cleaner = cleaner;
		this.options = options;
	}

	/**
	 * Registers a namespace, or adds to a registered one.
	 *
	 * @param localProcs number of its processes that are clients of this server
	 * @param given      the data from the host
	 * @param complete   the same with derived data
	 * @return the complete data, merged with the earlier data if the namespace was registered already
	 */
	public JobInfo defineNamespace(String nspace, int localProcs, JobInfo given, JobInfo complete) {
		assert host.inLoop();
		Namespace namespace = registry.findOrAdd(nspace);
		JobInfo merged = namespace.define(localProcs, given, complete);
		registryChanged();
		return merged;
	}

	/** Registers a process that the host is about to start. */
	public void register(Client client) {
		assert host.inLoop();
		registry.findOrAdd(client.proc().nspace()).add(client);
		registryChanged();
	}

	/** Registers an unregistered process that connects, as part of a job that consists of such processes only. */
	void adopt(Client client) {
		Namespace namespace = registry.findOrAdd(client.proc().nspace());
		if (namespace.jobInfo().isEmpty() || namespace.isAdopted()) {
			namespace.adopt(client);
			describe(namespace);
			registryChanged();
		}
	}

	private void describe(Namespace adopted) {
		List<Rank> ranks = adopted.clients().stream().map(client -> client.proc().rank()).toList();
		adopted.describe(AdoptedJobInfo.of(adopted.name(), ranks, options));
	}

	/** Forgets an adopted process with its last connection, and its namespace with the last process. */
	private void adoptedGone(Namespace adopted, Client client) {
		if (adopted.clients().stream().anyMatch(Client::isConnected)) {
			adopted.remove(client);
			describe(adopted);
			registryChanged();
			cleaner.clean(List.of(client.takeCleanup()));
		} else {
			cleaner.clean(forget(adopted));
		}
	}

	private void registryChanged() {
		registry.changed();
		components.registryChanged();
	}

	/** Adds the connection of an admitted peer to its client. */
	public void connected(ServerPeer peer) {
		assert host.inLoop();
		connected.add(peer);
		Optional<Client> client = registry.client(peer.proc());
		if (client.isPresent()) {
			boolean wasGone = client.get().isGone();
			client.get().peers().add(peer);
			client.get().setState(Client.State.KNOWN);
			if (wasGone) {
				registryChanged();
			}
		}
		components.peerConnected(peer);
	}

	/** Lets the components send more to a peer whose write queue has room again. */
	void writable(ServerPeer peer) {
		components.peerWritable(peer);
	}

	/**
	 * Finalizes a process, which closes the connection when it has the reply. Does not notify the host of tools: they are not its children.
	 */
	public void finalizing(Responder responder) {
		assert host.inLoop();
		ServerPeer peer = responder.peer();
		peer.beginFarewell();
		components.processFinalized(peer.proc());
		components.peerGone(peer);
		Optional<Client> client = registry.client(peer.proc());
		if (client.isEmpty() || !peer.flag().isClient() || isAdopted(peer)) {
			replyToFinalize(responder, Status.SUCCESS);
		} else {
			Object hostObject = client.get().hostObject();
			host.run("farewell of " + peer.proc(), h -> h.clientFinalized(peer.proc(), hostObject),
					status -> replyToFinalize(responder, status));
		}
	}

	private static void replyToFinalize(Responder responder, Status status) {
		responder.reply(status);
		responder.peer().endFarewell();
	}

	private boolean isAdopted(ServerPeer peer) {
		return registry.find(peer.proc().nspace()).filter(Namespace::isAdopted).isPresent();
	}

	/** Removes a connection that has ended. If it was the last one of a process that has not finalized, the process has died. */
	void gone(ServerPeer peer) {
		assert host.inLoop();
		connected.remove(peer);
		peer.release();
		Optional<Client> client = registry.client(peer.proc());
		boolean last = client.isPresent() && client.get().peers().remove(peer) && !client.get().isConnected();
		boolean died = last && !peer.isLeaving() && !client.get().isGone();
		if (died) {
			client.get().setState(Client.State.LOST);
			registry.changed();
		}
		components.peerGone(peer);
		if (died) {
			registryChanged();
			components.processEnded(peer.proc());
		}
		if (died || !peer.flag().isClient() || isAdopted(peer)) {
			components.connectionLost(peer.proc());
		}
		if (last) {
			registry.find(peer.proc().nspace()).filter(Namespace::isAdopted).ifPresent(adopted -> adoptedGone(adopted, client.get()));
		}
	}

	/**
	 * Ends a process that the host deregisters. Its data stay for others until the namespace ends.
	 *
	 * @return done when the files are deleted that the process registered for cleanup
	 * @throws PmixException NOT_FOUND if the process is not registered
	 */
	public CompletableFuture<Void> deregister(Proc proc) throws PmixException {
		Client client = registry.client(proc)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, proc + " is not a client of this server"));
		client.setState(Client.State.ENDED);
		registry.changed();
		disconnect(client);
		registryChanged();
		components.processEnded(proc);
		return cleaner.clean(List.of(client.takeCleanup()));
	}

	/**
	 * Forgets a namespace that the host deregisters.
	 *
	 * @return done when the files are deleted that its processes registered for cleanup
	 * @throws PmixException NOT_FOUND if the namespace is not registered
	 */
	public CompletableFuture<Void> deregisterNamespace(String nspace) throws PmixException {
		return cleaner.clean(forget(registry.find(nspace)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "namespace " + PeerText.of(nspace) + " is unknown"))));
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
		components.namespaceGone(namespace.name());
		return sets;
	}

	/** Closes the connections of a process, without notice to the host, which caused this. */
	private void disconnect(Client client) {
		for (ServerPeer peer : client.peers()) {
			components.peerGone(peer);
			peer.dismiss();
		}
	}

	/**
	 * Forgets all namespaces, because the server closes.
	 *
	 * @return the files that all processes registered for cleanup
	 */
	public List<CleanupSet> close() {
		List<CleanupSet> sets = new ArrayList<>();
		for (Namespace namespace : List.copyOf(registry.all())) {
			sets.addAll(forget(namespace));
		}
		components.closing();
		return sets;
	}

	/**
	 * @param tool its identity
	 * @return its connection; empty if it has none
	 */
	public Optional<ServerPeer> tool(Proc tool) {
		return connected.stream().filter(peer -> peer.isTool() && peer.proc().equals(tool)).findFirst();
	}

	/**
	 * Notifies clients that may have a copy of a value that its key was deleted. Releases before 7.0 keep their copies until they refresh
	 * them.
	 *
	 * @param deletion the deleted keys
	 * @param owner    has already removed its own copy
	 */
	public void deleted(Delivery.KeyDeletion deletion, ServerPeer owner) throws PmixException {
		for (ServerPeer peer : connected()) {
			if (peer != owner && peer.version().isSince7()) {
				peer.send(deletion);
			}
		}
	}

	/** @return all connections, in the order of their admission */
	public Set<ServerPeer> connected() {
		return connected;
	}
}
