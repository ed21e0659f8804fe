// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import org.pmix4j.server.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.loop.EventLoop;

/**
 * The server's rooms, each of which keeps one thing. Made once for each server; all of them live on its loop.
 *
 * @param registry     namespaces and clients
 * @param store        what processes have put
 * @param host         the way to the host
 * @param collectives  fences
 * @param gets         gets
 * @param events       events
 * @param hostRequests what only the host can answer
 * @param resolver     who is where
 * @param clients      who comes and goes
 */
record Rooms(NamespaceRegistry registry, ModexStore store, HostCalls host, Collectives collectives, GetRequests gets, EventRouter events,
		HostRequests hostRequests, Resolver resolver, Clients clients) {
	static Rooms furnish(ServerOptions options, PmixHost host, EventLoop loop) {
		NamespaceRegistry registry = new NamespaceRegistry();
		ModexStore store = new ModexStore(options.limits());
		HostCalls calls = new HostCalls(host, loop, options.executor());
		Collectives collectives = new Collectives(loop, registry, new ModexBlob(registry, store, options.limits()), calls);
		GetReplies replies = new GetReplies(registry, store, options.limits(), options.bulkLimit());
		GetRequests gets = new GetRequests(loop, registry, store, replies, calls, options.getTimeout());
		EventRouter events = new EventRouter(loop, calls);
		Clients clients = new Clients(registry, store, calls, collectives, gets, events, options.executor());
		return new Rooms(registry, store, calls, collectives, gets, events, new HostRequests(calls, registry),
				new Resolver(registry, options.hostname()), clients);
	}
}
