// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import org.pmix4j.server.ServerOptions;

/** What everybody at the server's door needs. One for each server, on its loop. */
final class ServerContext {
	private final ServerOptions options;
	private final Rooms rooms;
	private final Dispatcher dispatcher;
	private int nextIndex;

	ServerContext(ServerOptions options, Rooms rooms) {
		this.options = options;
		this.rooms = rooms;
		this.dispatcher = new Dispatcher(rooms);
	}

	ServerOptions options() {
		return options;
	}

	Rooms rooms() {
		return rooms;
	}

	Dispatcher dispatcher() {
		return dispatcher;
	}

	/** @return what a new client shall write into its headers: they are counted in the order in which they come in */
	int nextIndex() {
		return nextIndex++;
	}
}
