// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.Node;
import org.pmix4j.job.Session;
import org.pmix4j.model.Infos;

/** A server of this workbench, which runs jobs on this machine. Owned by the {@link EmbeddedServer}. */
final class LocalServer extends ServerNode {
	private final LocalHost host;

	LocalServer(LocalHost host, EngineModel model) {
		super(model, host.session());
		this.host = host;
		host.lost().thenAccept(this::lost);
	}

	/** Keeps the rows of its jobs, whose results and output stay, until their launches are removed. */
	@Override
	void lost(String reason) {
		super.lost(reason);
		model().removeIfEmpty(this);
	}

	@Override
	JobEngine engine() {
		return host;
	}

	@Override
	public String name() {
		String uri = host.uri();
		return uri.substring(0, uri.lastIndexOf('.', uri.indexOf(';')));
	}

	@Override
	public String title() {
		return Messages.LocalServer_title;
	}

	@Override
	public String uri() {
		return host.uri();
	}

	@Override
	public ElementState state() {
		return loss().isEmpty() ? ElementState.RUNNING : ElementState.FAILED;
	}

	@Override
	public void detach() {
		throw new IllegalStateException(name() + " belongs to this workbench");
	}

	@Override
	String nameOf(Session of) {
		return Integer.toUnsignedString(of.id());
	}

	@Override
	Optional<Path> directory() {
		return Optional.of(host.directory());
	}

	@Override
	List<String> nodes(Session of) {
		return of.nodes().stream().map(Node::name).toList();
	}

	@Override
	List<NodeProcessor> processors(Node node) {
		return host.processors(node).stream().map(each -> new NodeProcessor(each.number(), each.core(), each.socket(), each.usable()))
				.toList();
	}

	@Override
	CompletableFuture<Infos> control(Session which, Infos directives) {
		return host.control(which.id(), directives);
	}
}
