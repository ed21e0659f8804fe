// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.pmix4j.host.Session;

/** The resources that jobs run in. Owned by its server. */
public final class SessionElement implements JobElement {
	private final ServerElement server;
	private final Session session;
	private final Path directory;
	private final List<NamespaceElement> namespaces = new CopyOnWriteArrayList<>();

	SessionElement(ServerElement server, Session session, Path directory) {
		this.server = server;
		this.session = session;
		this.directory = directory;
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(server);
	}

	/** @return its server */
	public ServerElement server() {
		return server;
	}

	@Override
	public List<NamespaceElement> children() {
		return List.copyOf(namespaces);
	}

	void add(NamespaceElement namespace) {
		namespaces.add(namespace);
	}

	boolean remove(NamespaceElement namespace) {
		return namespaces.remove(namespace);
	}

	/** @return its number */
	@Override
	public String name() {
		return Integer.toUnsignedString(session.id());
	}

	@Override
	public ElementState state() {
		return ElementState.RUNNING;
	}

	/** @return the session directory; gone when the server ends */
	public Path directory() {
		return directory;
	}

	/** @return how many ranks fit without oversubscription */
	public int slots() {
		return session.slots();
	}

	/** @return the names of its nodes */
	public List<String> nodes() {
		return session.nodes().stream().map(node -> node.name()).toList();
	}
}
