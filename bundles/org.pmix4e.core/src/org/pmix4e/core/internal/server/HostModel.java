// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchesListener;
import org.pmix4e.core.internal.EventQueue;
import org.pmix4e.core.internal.SafeRun;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.ServerElement;
import org.pmix4j.job.Session;

/**
 * The model of what runs under the embedded servers, written by {@link HostEvents}, and under attached ones. May be used from any thread.
 */
public final class HostModel implements JobModel {
	private final List<EmbeddedServerElement> servers = new CopyOnWriteArrayList<>();
	private final List<ServerElement> attached = new CopyOnWriteArrayList<>();
	private final List<JobModelListener> listeners = new CopyOnWriteArrayList<>();
	private final EventQueue<JobModelEvent> queue = new EventQueue<>("pmix4e-model", this::tell);
	private final ILaunchesListener removal = new LaunchRemoval(this::launchRemoved);

	/** For the service registry. */
	public HostModel() {
	}

	void activate() {
		DebugPlugin.getDefault().getLaunchManager().addLaunchListener(removal);
	}

	void deactivate() {
		DebugPlugin debug = DebugPlugin.getDefault();
		if (debug != null) {
			debug.getLaunchManager().removeLaunchListener(removal);
		}
		listeners.clear();
		queue.close();
	}

	@Override
	public List<ServerElement> servers() {
		return Stream.concat(servers.stream(), attached.stream()).toList();
	}

	@Override
	public List<NamespaceElement> namespaces() {
		Stream<NamespaceElement> others = attached.stream().flatMap(server -> server.session().children().stream());
		return Stream.concat(all(), others).sorted(Comparator.comparing(NamespaceElement::orderedAt)).toList();
	}

	@Override
	public Optional<NamespaceElement> namespace(ILaunch launch) {
		return all().filter(namespace -> isOf(namespace.ordered(), launch)).map(NamespaceElement.class::cast).findFirst();
	}

	private Stream<HostNamespace> all() {
		return servers.stream().flatMap(server -> server.sessions().stream()).flatMap(session -> session.namespaces().stream());
	}

	private static boolean isOf(Optional<LaunchedJob> process, ILaunch launch) {
		return process.map(LaunchedJob::getLaunch).stream().anyMatch(launch::equals);
	}

	@Override
	public void addListener(JobModelListener listener) {
		if (!listeners.contains(listener)) {
			listeners.add(listener);
		}
	}

	@Override
	public void removeListener(JobModelListener listener) {
		listeners.remove(listener);
	}

	void add(EmbeddedServerElement server) {
		servers.add(server);
		post(JobModelEvent.Kind.ADDED, server);
	}

	void remove(EmbeddedServerElement server) {
		servers.remove(server);
		post(JobModelEvent.Kind.REMOVED, server);
	}

	/** @param server of others, which begins to add its jobs */
	public void addAttached(ServerElement server) {
		attached.add(server);
		post(JobModelEvent.Kind.ADDED, server);
	}

	/** @param server of others, which is forgotten with its jobs */
	public void removeAttached(ServerElement server) {
		if (attached.remove(server)) {
			server.session().children().forEach(this::removed);
			post(JobModelEvent.Kind.REMOVED, server);
		}
	}

	/** @param namespace a job that an attached server has now */
	public void added(NamespaceElement namespace) {
		post(JobModelEvent.Kind.ADDED, namespace);
	}

	/** @param namespace a job that an attached server no longer has */
	public void removed(NamespaceElement namespace) {
		post(JobModelEvent.Kind.REMOVED, namespace);
	}

	void add(HostSession session, HostNamespace namespace) {
		session.add(namespace);
		post(JobModelEvent.Kind.ADDED, namespace);
	}

	/**
	 * Reports that an element has changed. Returns at once: the host's thread calls it.
	 *
	 * @param element with another state or another property
	 */
	public void changed(JobElement element) {
		post(JobModelEvent.Kind.CHANGED, element);
	}

	/** Takes note of the end of a job, which may be the last thing that its session waited for. */
	void ended(HostNamespace namespace) {
		changed(namespace);
		if (namespace.session().isClosed()) {
			changed(namespace.session());
		}
		removeIfForgotten(namespace);
	}

	/** Removes a job that has ended and whose launch was removed from the launch manager. */
	private void removeIfForgotten(HostNamespace namespace) {
		boolean forgotten = namespace.state().isEnded() && namespace.launched().stream().anyMatch(LaunchedJob::isForgotten);
		HostSession session = namespace.session();
		if (forgotten && session.remove(namespace)) {
			post(JobModelEvent.Kind.REMOVED, namespace);
			removeIfGone(session);
		}
	}

	/** Takes note of a session that was opened, has changed, or has ended. */
	void sessionChanged(EmbeddedServerElement server, Session session) {
		Optional<HostSession> known = server.find(session.id()).filter(each -> !each.isClosed());
		if (known.isPresent()) {
			known.get().changed(session);
			changed(known.get());
			removeIfGone(known.get());
		} else if (session.state() != Session.State.ENDED) {
			post(JobModelEvent.Kind.ADDED, server.open(session));
		}
	}

	private void removeIfGone(HostSession session) {
		if (session.isGone()) {
			session.server().remove(session);
			post(JobModelEvent.Kind.REMOVED, session);
		}
	}

	private void launchRemoved(ILaunch launch) {
		all().filter(namespace -> isOf(namespace.launched(), launch)).forEach(this::removeIfForgotten);
	}

	private void post(JobModelEvent.Kind kind, JobElement element) {
		queue.post(new JobModelEvent(kind, element));
	}

	private void tell(List<JobModelEvent> events) {
		for (JobModelListener listener : listeners) {
			SafeRun.run("a listener of the job model", () -> listener.modelChanged(events));
		}
	}
}
