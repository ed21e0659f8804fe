// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.util.function.BiConsumer;

import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.peer.Workload;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.wire.internal.frame.Frame;

/** What everybody at the server's door needs. One for each server, on its loop. */
public final class Entrance {
	private final ServerOptions options;
	private final HostCalls host;
	private final NamespaceRegistry registry;
	private final Clients clients;
	private final BiConsumer<ServerPeer, Frame> requests;
	private final Workload workload;
	private int nextIndex;

	/**
	 * @param options  of the server
	 * @param host     is asked who is welcome
	 * @param registry knows who was registered
	 * @param clients  is told who comes and goes
	 * @param requests is given what those send who are in
	 */
	public Entrance(ServerOptions options, HostCalls host, NamespaceRegistry registry, Clients clients,
			BiConsumer<ServerPeer, Frame> requests) {
		this.options = options;
		this.host = host;
		this.registry = registry;
		this.clients = clients;
		this.requests = requests;
		this.workload = new Workload(Runtime.getRuntime().maxMemory());
	}

	/** @return what waits for answers */
	Workload workload() {
		return workload;
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

	Clients clients() {
		return clients;
	}

	/** One who is in has sent something. */
	void received(ServerPeer peer, Frame frame) {
		requests.accept(peer, frame);
	}

	/** @return what a new client shall write into its headers: they are counted in the order in which they come in */
	int nextIndex() {
		return nextIndex++;
	}
}
