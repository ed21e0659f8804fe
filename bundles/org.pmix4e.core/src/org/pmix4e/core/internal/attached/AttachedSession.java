// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.attached;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.SessionAction;
import org.pmix4e.core.model.SessionElement;

/** The jobs of a server of others, which need not tell its sessions. Owned by the server; changed by its reader, read on any thread. */
final class AttachedSession implements SessionElement {
	/** Ended jobs beyond this number are removed, the oldest first, because a server may run jobs for weeks. */
	private static final int MOST_ENDED = 100;

	private final AttachedServer server;
	private final List<AttachedNamespace> namespaces = new CopyOnWriteArrayList<>();

	AttachedSession(AttachedServer server) {
		this.server = server;
	}

	List<AttachedNamespace> namespaces() {
		return List.copyOf(namespaces);
	}

	Optional<AttachedNamespace> find(String nspace) {
		return namespaces.stream().filter(job -> job.name().equals(nspace)).findFirst();
	}

	void add(AttachedNamespace namespace) {
		namespaces.add(namespace);
		server.model().added(namespace);
		List<AttachedNamespace> ended = namespaces.stream().filter(job -> job.state().isEnded()).toList();
		ended.stream().limit(Math.max(0, ended.size() - MOST_ENDED)).forEach(this::remove);
	}

	void remove(AttachedNamespace namespace) {
		namespaces.remove(namespace);
		namespace.endOutput();
		server.model().removed(namespace);
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(server);
	}

	@Override
	public AttachedServer server() {
		return server;
	}

	@Override
	public List<NamespaceElement> children() {
		return List.copyOf(namespaces);
	}

	@Override
	public String name() {
		return server.name();
	}

	@Override
	public ElementState state() {
		return server.state();
	}

	@Override
	public Optional<Path> directory() {
		return Optional.empty();
	}

	@Override
	public List<SessionElement> sessions() {
		return List.of();
	}

	@Override
	public Optional<String> allocation() {
		return Optional.empty();
	}

	@Override
	public Optional<Instant> deadline() {
		return Optional.empty();
	}

	@Override
	public boolean can(SessionAction action) {
		return false;
	}

	@Override
	public void control(SessionAction action) {
		throw new IllegalStateException("sessions of others are not controlled");
	}

	@Override
	public int slots() {
		return 0;
	}

	@Override
	public List<String> nodes() {
		return namespaces.stream().flatMap(job -> job.ranks().stream()).flatMap(rank -> rank.node().stream()).distinct().toList();
	}

	@Override
	public List<NodeProcessor> processors(String node) {
		return List.of();
	}
}
