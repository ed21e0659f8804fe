// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.ILog;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.SessionAction;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.Node;
import org.pmix4j.job.Session;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.SessionControlAttributes;

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
	void control(Session which, SessionAction action) {
		Infos order = Infos.EMPTY.with(switch (action) {
			case PAUSE -> SessionControlAttributes.SESSION_PAUSE;
			case RESUME -> SessionControlAttributes.SESSION_RESUME;
			case TERMINATE -> SessionControlAttributes.SESSION_TERMINATE;
		}, true);
		host.control(which.id(), order).exceptionally(problem -> {
			ILog.of(LocalServer.class).error(MessageFormat.format(Messages.LocalServer_notControlled, nameOf(which)), problem);
			return Infos.EMPTY;
		});
	}
}
