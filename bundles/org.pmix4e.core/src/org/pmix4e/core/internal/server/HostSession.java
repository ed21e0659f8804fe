// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.SessionElement;
import org.pmix4j.host.Node;
import org.pmix4j.host.Processor;
import org.pmix4j.host.Session;

/** The session of an embedded server. Owned by its server. */
final class HostSession implements SessionElement {
	private final EmbeddedServerElement server;
	private final Session session;
	private final Path directory;
	private final Function<Node, List<Processor>> processors;
	private final List<HostNamespace> namespaces = new CopyOnWriteArrayList<>();

	/** @param processors describes the processors of a node; may block */
	HostSession(EmbeddedServerElement server, Session session, Path directory, Function<Node, List<Processor>> processors) {
		this.processors = processors;
		this.server = server;
		this.session = session;
		this.directory = directory;
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(server);
	}

	@Override
	public EmbeddedServerElement server() {
		return server;
	}

	@Override
	public List<NamespaceElement> children() {
		return List.copyOf(namespaces);
	}

	/** Returns the jobs in the order of their launch. */
	List<HostNamespace> namespaces() {
		return List.copyOf(namespaces);
	}

	/** Finds a job, also one that has ended but is still shown. */
	Optional<HostNamespace> find(String nspace) {
		return namespaces.stream().filter(namespace -> namespace.name().equals(nspace)).findFirst();
	}

	void add(HostNamespace namespace) {
		namespaces.add(namespace);
	}

	boolean remove(HostNamespace namespace) {
		return namespaces.remove(namespace);
	}

	@Override
	public String name() {
		return Integer.toUnsignedString(session.id());
	}

	@Override
	public ElementState state() {
		return ElementState.RUNNING;
	}

	@Override
	public Optional<Path> directory() {
		return Optional.of(directory);
	}

	@Override
	public int slots() {
		return session.slots();
	}

	@Override
	public List<NodeProcessor> processors(String node) {
		return session.nodes().stream().filter(each -> each.name().equals(node)).flatMap(each -> processors.apply(each).stream())
				.map(each -> new NodeProcessor(each.number(), each.core(), each.socket(), each.usable())).toList();
	}

	@Override
	public List<String> nodes() {
		return session.nodes().stream().map(node -> node.name()).toList();
	}
}
