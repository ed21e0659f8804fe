// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.core.runtime.ILog;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.SessionAction;
import org.pmix4e.core.model.SessionElement;
import org.pmix4j.job.Session;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.SessionControlAttributes;

/** A session of a server. Owned by its server. */
final class SessionNode implements SessionElement {
	private final ServerNode server;
	private final List<NamespaceNode> namespaces = new CopyOnWriteArrayList<>();
	private volatile Session session;

	SessionNode(ServerNode server, Session session) {
		this.server = server;
		this.session = session;
	}

	/** Takes note of a change of this session. */
	void changed(Session now) {
		session = now;
	}

	int id() {
		return session.id();
	}

	/** Returns whether the host has ended it; the results of its last jobs may still be under way. */
	boolean isClosed() {
		return session.state() == Session.State.ENDED;
	}

	/** Returns whether it has ended and all of its jobs were removed. */
	boolean isGone() {
		return isClosed() && namespaces.isEmpty();
	}

	/** Returns the session with whose end this one ends. */
	private Optional<SessionElement> above() {
		OptionalInt parent = session.parent();
		return parent.isPresent() ? server.find(parent.getAsInt()).map(SessionElement.class::cast) : Optional.empty();
	}

	@Override
	public Optional<JobElement> parent() {
		return above().map(JobElement.class::cast).or(() -> Optional.of(server));
	}

	/** Returns whether no other session has it among {@link #sessions}. */
	boolean isTop() {
		return above().isEmpty();
	}

	@Override
	public List<SessionElement> sessions() {
		return server.sessions().stream().filter(other -> other.above().filter(this::equals).isPresent()).map(SessionElement.class::cast)
				.toList();
	}

	@Override
	public Optional<String> allocation() {
		return session.allocation();
	}

	@Override
	public Optional<Instant> deadline() {
		return session.deadline();
	}

	@Override
	public boolean can(SessionAction action) {
		return server.session() != this && server.loss().isEmpty() && switch (action) {
			case PAUSE -> session.state() == Session.State.ACTIVE;
			case RESUME -> session.state() == Session.State.PAUSED;
			case TERMINATE -> session.state() != Session.State.ENDING && session.state() != Session.State.ENDED;
		};
	}

	@Override
	public void control(SessionAction action) {
		request(action).exceptionally(problem -> {
			ILog.of(SessionNode.class).error(MessageFormat.format(Messages.SessionNode_notControlled, name()), problem);
			return null;
		});
	}

	@Override
	public CompletableFuture<Void> request(SessionAction action) {
		Infos directives = Infos.EMPTY.with(switch (action) {
			case PAUSE -> SessionControlAttributes.SESSION_PAUSE;
			case RESUME -> SessionControlAttributes.SESSION_RESUME;
			case TERMINATE -> SessionControlAttributes.SESSION_TERMINATE;
		}, true);
		return server.control(session, directives).handle((done, problem) -> {
			if (problem != null) {
				throw new CompletionException(FailureText.ofSessionControl(problem));
			}
			return null; // the state follows by an event
		});
	}

	@Override
	public ServerNode server() {
		return server;
	}

	@Override
	public List<NamespaceElement> children() {
		return List.copyOf(namespaces);
	}

	/** Returns the jobs in the order of their launch. */
	List<NamespaceNode> namespaces() {
		return List.copyOf(namespaces);
	}

	/** Finds a job, also one that has ended but is still shown. */
	Optional<NamespaceNode> find(String nspace) {
		return namespaces.stream().filter(namespace -> namespace.name().equals(nspace)).findFirst();
	}

	void add(NamespaceNode namespace) {
		namespaces.add(namespace);
	}

	boolean remove(NamespaceNode namespace) {
		return namespaces.remove(namespace);
	}

	@Override
	public String name() {
		return server.nameOf(session);
	}

	@Override
	public ElementState state() {
		return server.loss().isPresent() ? server.state() : switch (session.state()) {
			case ACTIVE, ENDING -> server.state();
			case PAUSED, PREEMPTED -> ElementState.SUSPENDED;
			case ENDED -> namespaces.stream().allMatch(job -> job.state().isEnded()) ? ElementState.FINISHED : ElementState.RUNNING;
		};
	}

	@Override
	public Optional<Path> directory() {
		return server.directory();
	}

	@Override
	public int slots() {
		return session.slots();
	}

	@Override
	public List<NodeProcessor> processors(String node) {
		return session.nodes().stream().filter(each -> each.name().equals(node)).flatMap(each -> server.processors(each).stream()).toList();
	}

	@Override
	public List<String> nodes() {
		return server.nodes(session);
	}
}
