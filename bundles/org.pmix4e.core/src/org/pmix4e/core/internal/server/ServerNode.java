// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.Node;
import org.pmix4j.job.Session;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * A server with its sessions and jobs, over the engine that runs or watches them. Owned by the {@link EngineModel}; may be used from any
 * thread. Subclasses add what only their engine has.
 */
abstract class ServerNode implements ServerElement {
	private final EngineModel model;
	private final SessionNode session;
	private final List<SessionNode> sessions = new CopyOnWriteArrayList<>();
	private final WaitWatch watch;
	private volatile @Nullable String loss;

	/**
	 * @param model is notified of changes
	 * @param first the session in which jobs run by default
	 */
	ServerNode(EngineModel model, Session first) {
		this.model = model;
		watch = new WaitWatch(this, model);
		session = new SessionNode(this, first);
		sessions.add(session);
	}

	/** Returns the engine; it is there before the first job. */
	abstract JobEngine engine();

	/** Returns the name of a session for users. */
	abstract String nameOf(Session of);

	/** Returns the directory of all sessions; empty if it is unknown. */
	Optional<Path> directory() {
		return Optional.empty();
	}

	/** Returns the processors of a node; none if they are unknown. Blocks while files are read. */
	List<NodeProcessor> processors(Node node) {
		return List.of();
	}

	/** Returns the names of the nodes of a session. */
	abstract List<String> nodes(Session of);

	/** Controls a session that is not the default one, by directives of PMIx_Session_control. Fails with the refusal. */
	abstract CompletableFuture<Infos> control(Session which, Infos directives);

	/** Called once, if the engine is lost. */
	void lost(String reason) {
		loss = reason;
		model.changed(this);
	}

	/** Returns why the engine is lost; empty if it is not. */
	@Override
	public final Optional<String> loss() {
		return Optional.ofNullable(loss);
	}

	@Override
	public OptionalInt pid() {
		return OptionalInt.empty();
	}

	@Override
	public Optional<String> command() {
		return Optional.empty();
	}

	@Override
	public boolean isAttached() {
		return false;
	}

	/** Returns false, unless the server is an attached one: the rows of jobs of this workbench are removed with their launches. */
	@Override
	public boolean hasEnded() {
		return false;
	}

	@Override
	public void removeEnded() {
		// see hasEnded
	}

	/** Returns whether it has no further use once its rows are gone. */
	boolean isOver() {
		return !isAttached() && loss().isPresent();
	}

	final EngineModel model() {
		return model;
	}

	final WaitWatch watch() {
		return watch;
	}

	final boolean can(EngineCapability capability) {
		return engine().capabilities().contains(capability);
	}

	/** Returns all sessions in the order of their beginning. */
	final List<SessionNode> sessions() {
		return sessions;
	}

	/** Returns the jobs of all sessions. */
	final List<NamespaceNode> namespaces() {
		return sessions.stream().flatMap(each -> each.namespaces().stream()).toList();
	}

	final Optional<SessionNode> find(int id) {
		return sessions.stream().filter(each -> each.id() == id).reduce((first, last) -> last);
	}

	/** Finds a job, also one that has ended but is still shown. */
	final Optional<NamespaceNode> find(String nspace) {
		return sessions.stream().flatMap(each -> each.find(nspace).stream()).findFirst();
	}

	/** Adds a session that was opened just now. */
	final SessionNode open(Session opened) {
		SessionNode added = new SessionNode(this, opened);
		sessions.add(added);
		return added;
	}

	final void remove(SessionNode gone) {
		sessions.remove(gone);
	}

	@Override
	public final Optional<JobElement> parent() {
		return Optional.empty();
	}

	@Override
	public final List<SessionElement> children() {
		return sessions.stream().filter(SessionNode::isTop).map(SessionElement.class::cast).toList();
	}

	@Override
	public final SessionNode session() {
		return session;
	}

	final CompletableFuture<List<KeyValue>> keyValues(Proc proc, int most) {
		return can(EngineCapability.STORED_VALUES)
				? engine().storedValues(proc, most).thenApply(values -> values.stream().map(KeyValueText::of).toList())
				: CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, Messages.ServerNode_noValues));
	}

	@Override
	public final String dump() {
		return engine().dump().join();
	}
}
