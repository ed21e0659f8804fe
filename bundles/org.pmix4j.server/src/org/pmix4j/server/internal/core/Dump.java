// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.util.Collection;
import java.util.Locale;
import java.util.StringJoiner;

import org.pmix4j.server.internal.admission.Doorman;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.options.ServerOptions;

/** What a server is doing and whom it is waiting for, in words. On the loop. */
final class Dump {
	private Dump() {
	}

	/**
	 * @param frames whether the last messages of each connection are shown, bytes and all
	 * @return some lines
	 */
	static String of(ServerOptions options, Rooms rooms, Doorman doorman, boolean frames) {
		StringBuilder out = new StringBuilder("server ").append(options.identity()).append('\n');
		for (Namespace namespace : rooms.registry().all()) {
			describe(namespace, out);
		}
		if (doorman.doorstep().size() > 0) {
			out.append("  ").append(doorman.doorstep().size()).append(" connections without a hello\n");
		}
		out.append("  data of ").append(rooms.store().size()).append(" processes\n");
		if (rooms.setup().size() > 0) {
			out.append("  setup of ").append(rooms.setup().size()).append(" jobs\n");
		}
		rooms.processSets().dump(out);
		rooms.events().dump(out);
		rooms.monitors().dump(out);
		rooms.iof().router().dump(out);
		rooms.groups().groups().dump(out);
		rooms.collectives().dump(out);
		rooms.gets().dump(out);
		rooms.host().dump(out);
		if (frames) {
			for (ServerPeer peer : rooms.clients().connected()) {
				out.append("last messages of ").append(peer).append(":\n").append(peer.frames());
			}
		}
		return out.toString();
	}

	private static void describe(Namespace namespace, StringBuilder out) {
		Collection<Client> clients = namespace.clients();
		out.append("  namespace ").append(namespace.name()).append(": ").append(clients.stream().filter(Client::isConnected).count())
				.append(" of ").append(namespace.localProcs()).append(" local processes connected");
		for (Client.State state : new Client.State[] { Client.State.EXPECTED, Client.State.LOST, Client.State.ENDED }) {
			StringJoiner ranks = new StringJoiner(", ", ", " + state.name().toLowerCase(Locale.ROOT) + " ", "").setEmptyValue("");
			clients.stream().filter(client -> client.state() == state).forEach(client -> ranks.add(client.proc().rank().toString()));
			out.append(ranks);
		}
		int missing = namespace.localProcs() - clients.size();
		out.append(missing > 0 ? ", " + missing + " not registered" : "").append(namespace.jobInfo().isPresent() ? "" : ", not defined")
				.append('\n');
	}
}
