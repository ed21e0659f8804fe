// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.registry;

import java.util.Optional;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;

/**
 * The source of a process's data from this server's view. The only class that decides on it. Immutable; true until the registry changes.
 *
 * @param isLocal whether this server has a table of local readers for the process: it is a client, or stands for any process with a key
 * @param origin  the server from which data that are not here can still come
 * @see "OpenPMIx src/server/pmix_server_get.c"
 */
public record DataLocality(boolean isLocal, Origin origin) {
	/** The servers from which data can come. */
	public enum Origin {
		/** A client of this server commits them. */
		THIS_SERVER,
		/** Another server has them. */
		OTHER_SERVER,
		/** All processes of the namespace are clients of this server, and this is not one of them. */
		NO_SERVER,
		/** The namespace is not registered: it may be one of another server, or be registered later. */
		UNKNOWN,
		/** Registrations of the namespace are missing. */
		UNDECIDED
	}

	/** @param target the owner of the data; rank UNDEF stands for any process of the namespace that has the key */
	static DataLocality of(Proc target, NamespaceRegistry registry) {
		boolean any = target.rank().equals(Rank.UNDEF);
		boolean client = registry.client(target).isPresent();
		return new DataLocality(client || any, origin(registry.find(target.nspace()), client, any));
	}

	private static Origin origin(Optional<Namespace> namespace, boolean client, boolean any) {
		if (namespace.isEmpty()) {
			return Origin.UNKNOWN;
		}
		if (!namespace.get().isComplete()) {
			return Origin.UNDECIDED;
		}
		if (client) {
			return Origin.THIS_SERVER;
		}
		if (!namespace.get().isLocal()) {
			return Origin.OTHER_SERVER;
		}
		return any ? Origin.THIS_SERVER : Origin.NO_SERVER;
	}

	/** @return the scope of the data that a client of this server may read: other servers send only data for remote readers */
	public Scope scope() {
		return isLocal ? Scope.LOCAL : Scope.REMOTE;
	}
}
