// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.wire.internal.loop.Transport;

/**
 * Accepts connections by their user before a byte is read: this server's own user, the users of registered clients, and any user if the
 * options allow foreign tools. If the kernel does not report the user, the peer's credential decides later. Owned by {@link PendingHellos},
 * on the server's loop.
 */
public final class ConnectionFilter {
	/** Reasons for which a connection is closed unread. */
	enum Reason {
		/** Its user is not welcome. */
		STRANGER,
		/** Its user looks like this server's own, as all users do in a user namespace without a mapping. */
		UNPROVEN,
		/** The kernel does not know it, although it is open. */
		UNKNOWN,
		/** It has ended already. */
		ENDED
	}

	/** Receives the decisions on one connection. */
	interface Visitor {
		/** Called once if the connection may be read. */
		void welcome(PeerUser user);

		/** Called once if it may not. */
		void turnedAway(Reason reason, PeerUser user);
	}

	/** Reads after which a connection that the kernel does not know counts as open. */
	private static final int MAX_READS = 8;

	private final ServerOptions options;
	private final NamespaceRegistry registry;
	private final Identification identification;
	private final OptionalInt ownUid;
	private Set<Integer> clientUids = Set.of();
	private long generation = -1;

	/**
	 * @param options        of the server
	 * @param registry       has the registered clients
	 * @param identification finds the users of connections
	 * @param ownUid         this process's user; empty if the platform does not report it, so that only credentials count
	 */
	public ConnectionFilter(ServerOptions options, NamespaceRegistry registry, Identification identification, OptionalInt ownUid) {
		this.options = options;
		this.registry = registry;
		this.identification = identification;
		this.ownUid = ownUid;
	}

	/** Decides on a new connection, now or later. */
	void decide(Transport transport, Visitor visitor) {
		PeerUsers.Connection connection = new PeerUsers.Connection(transport.remote(), transport.local());
		identification.ask(connection, user -> {
			if (user.isMissing() && isRemote(transport.remote())) {
				visitor.welcome(PeerUser.UNKNOWN);
			} else if (user.isMissing() && !identification.isComplete()) {
				identification.ask(connection, again -> judge(transport, again, visitor));
			} else {
				judge(transport, user, visitor);
			}
		});
	}

	/** Returns whether a connection comes from another machine, whose processes the local kernel does not know, and the options allow it. */
	private boolean isRemote(InetSocketAddress address) {
		try {
			return options.listen().remote() && NetworkInterface.getByInetAddress(address.getAddress()) == null;
		} catch (SocketException e) {
			return false;
		}
	}

	private void judge(Transport transport, PeerUser user, Visitor visitor) {
		if (user.isMissing()) {
			visitor.turnedAway(hasEnded(transport) ? Reason.ENDED : Reason.UNKNOWN, user);
		} else if (!isWelcome(user.uid())) {
			visitor.turnedAway(Reason.STRANGER, user);
		} else if (!user.isProven()) {
			visitor.turnedAway(Reason.UNPROVEN, user);
		} else {
			visitor.welcome(user);
		}
	}

	private boolean isWelcome(OptionalInt uid) {
		return uid.isEmpty() || ownUid.isEmpty() || uid.equals(ownUid) || options.foreignTools() || clientUids().contains(uid.getAsInt());
	}

	/** Collects the users once after each change of the registry, because other users may open thousands of connections. */
	private Set<Integer> clientUids() {
		if (generation != registry.generation()) {
			generation = registry.generation();
			clientUids = registry.all().stream().map(Namespace::clients).flatMap(Collection::stream)
					.filter(client -> client.state() != Client.State.ENDED).map(Client::uid).collect(Collectors.toSet());
		}
		return clientUids;
	}

	/** Drops what the peer has sent: a process that is killed while it connects is gone before the kernel is queried. */
	private static boolean hasEnded(Transport transport) {
		try {
			for (int i = 0; i < MAX_READS; i++) {
				ByteBuffer ignored = transport.readBuffer();
				int count = transport.read(ignored);
				if (count <= 0) {
					return count < 0;
				}
			}
			return false;
		} catch (IOException e) {
			return true;
		}
	}
}
