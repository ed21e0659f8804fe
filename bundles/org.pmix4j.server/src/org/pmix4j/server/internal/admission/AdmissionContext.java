// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.util.function.BiConsumer;

import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.peer.PeerMemory;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.peer.ThrottledLog;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.peer.PeerHandler;

/** Context shared by all handshakes of a server. Owned by {@link AdmissionControl}, on the server's loop. */
public final class AdmissionContext {
	private final ServerOptions options;
	private final HostCalls host;
	private final NamespaceRegistry registry;
	private final ClientLifecycle clients;
	private final BiConsumer<ServerPeer, Frame> requests;
	private final ThrottledLog log;
	private final PeerMemory memory;
	private int nextIndex;

	/**
	 * @param options  of the server
	 * @param host     approves clients and names tools
	 * @param registry has the registered clients
	 * @param clients  is notified of each admitted peer and of its end
	 * @param requests receives the frames of admitted peers
	 * @param log      takes all warnings that peers cause
	 * @param memory   limits on the memory of peers
	 */
	public AdmissionContext(ServerOptions options, HostCalls host, NamespaceRegistry registry, ClientLifecycle clients,
			BiConsumer<ServerPeer, Frame> requests, ThrottledLog log, PeerMemory memory) {
		this.options = options;
		this.host = host;
		this.registry = registry;
		this.clients = clients;
		this.requests = requests;
		this.log = log;
		this.memory = memory;
	}

	/** @return limits on the memory that peers may occupy */
	PeerMemory memory() {
		return memory;
	}

	ServerOptions options() {
		return options;
	}

	HostCalls host() {
		return host;
	}

	NamespaceRegistry registry() {
		return registry;
	}

	ClientLifecycle clients() {
		return clients;
	}

	/** @return the log of all warnings that peers cause */
	ThrottledLog log() {
		return log;
	}

	/** Returns the handler of an admitted peer. It keeps no reference to the handshake, which ends here. */
	PeerHandler handler(ServerPeer peer) {
		assert host.inLoop();
		return new AdmittedPeer(peer, clients, requests, log);
	}

	/** @return the index that a new client writes into its frame headers; clients are numbered in the order of their admission */
	int nextIndex() {
		assert host.inLoop();
		return nextIndex++;
	}
}
