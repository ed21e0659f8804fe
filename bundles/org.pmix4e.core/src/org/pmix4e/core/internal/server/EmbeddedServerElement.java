// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.Session;
import org.pmix4j.model.Proc;

/** An embedded server of this workbench. Owned by the {@link HostModel}. */
final class EmbeddedServerElement implements ServerElement {
	private final LocalHost host;
	private final HostSession session;
	private final List<HostSession> sessions = new CopyOnWriteArrayList<>();
	private final WaitWatch watch;

	/** @param model is told what jobs wait for */
	EmbeddedServerElement(LocalHost host, HostModel model) {
		this.host = host;
		watch = new WaitWatch(host, model);
		session = new HostSession(this, host, host.session());
		sessions.add(session);
	}

	/** Returns all sessions in the order of their beginning. */
	List<HostSession> sessions() {
		return sessions;
	}

	Optional<HostSession> find(int id) {
		return sessions.stream().filter(each -> each.id() == id).reduce((first, last) -> last);
	}

	/** Finds a job, also one that has ended but is still shown. */
	Optional<HostNamespace> find(String nspace) {
		return sessions.stream().flatMap(each -> each.find(nspace).stream()).findFirst();
	}

	/** Adds a session that was opened just now. */
	HostSession open(Session opened) {
		HostSession added = new HostSession(this, host, opened);
		sessions.add(added);
		return added;
	}

	void remove(HostSession gone) {
		sessions.remove(gone);
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.empty();
	}

	@Override
	public List<SessionElement> children() {
		return sessions.stream().filter(HostSession::isTop).map(SessionElement.class::cast).toList();
	}

	@Override
	public HostSession session() {
		return session;
	}

	@Override
	public String name() {
		String uri = host.uri();
		return uri.substring(0, uri.lastIndexOf('.', uri.indexOf(';')));
	}

	@Override
	public String uri() {
		return host.uri();
	}

	@Override
	public boolean isAttached() {
		return false;
	}

	@Override
	public Optional<String> loss() {
		return Optional.empty();
	}

	@Override
	public void detach() {
		throw new IllegalStateException(name() + " belongs to this workbench");
	}

	/** Returns false: the rows of jobs of this workbench are removed with their launches. */
	@Override
	public boolean hasEnded() {
		return false;
	}

	@Override
	public void removeEnded() {
		// see hasEnded
	}

	@Override
	public ElementState state() {
		return ElementState.RUNNING;
	}

	CompletableFuture<List<KeyValue>> keyValues(Proc proc, int most) {
		return host.storedValues(proc, most).thenApply(values -> values.stream().map(KeyValueText::of).toList());
	}

	WaitWatch watch() {
		return watch;
	}

	@Override
	public String dump() {
		return host.dump().join();
	}
}
