// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.eclipse.core.runtime.SafeRunner;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.pmix4e.core.internal.EventQueue;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.ServerElement;
import org.pmix4j.job.Session;

/**
 * The model of what runs under the servers of this workbench and under attached ones, written by {@link EngineEvents}. May be used from any
 * thread.
 */
public final class EngineModel implements JobModel {
	/** How many ended jobs of an attached server are shown, the last ones: it may run jobs for weeks. */
	private static final int MOST_ENDED = 100;
	private static final long LAST_OUTPUT_SECONDS = 1;

	private final List<ServerNode> servers = new CopyOnWriteArrayList<>();
	private final List<JobModelListener> listeners = new CopyOnWriteArrayList<>();
	private final EventQueue<JobModelEvent> queue = new EventQueue<>("pmix4e-model", this::tell);
	private final DebugStops debugStops = new DebugStops(this::changed);
	private final LaunchRemoval removal = launches -> List.of(launches).forEach(this::launchRemoved);

	/** For the service registry. */
	public EngineModel() {
	}

	void activate() {
		DebugPlugin.getDefault().getLaunchManager().addLaunchListener(removal);
		DebugPlugin.getDefault().addDebugEventListener(debugStops);
	}

	void deactivate() {
		DebugPlugin debug = DebugPlugin.getDefault();
		if (debug != null) {
			debug.getLaunchManager().removeLaunchListener(removal);
			debug.removeDebugEventListener(debugStops);
		}
		listeners.clear();
		queue.close();
	}

	@Override
	public List<ServerElement> servers() {
		return servers.stream().sorted(Comparator.comparing(ServerNode::isAttached)).map(ServerElement.class::cast).toList();
	}

	@Override
	public List<NamespaceElement> namespaces() {
		return all().sorted(Comparator.comparing(NamespaceElement::orderedAt)).map(NamespaceElement.class::cast).toList();
	}

	@Override
	public Optional<NamespaceElement> namespace(ILaunch launch) {
		return all().filter(namespace -> isOf(namespace.ordered(), launch)).map(NamespaceElement.class::cast).findFirst();
	}

	private Stream<NamespaceNode> all() {
		return servers.stream().flatMap(server -> server.namespaces().stream());
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

	void add(ServerNode server) {
		servers.add(server);
		post(JobModelEvent.Kind.ADDED, server);
	}

	/** Removes a server; the rows of an attached one go one by one. */
	void remove(ServerNode server) {
		if (servers.remove(server)) {
			if (server.isAttached()) {
				server.namespaces().forEach(job -> post(JobModelEvent.Kind.REMOVED, job));
			}
			post(JobModelEvent.Kind.REMOVED, server);
		}
	}

	void add(SessionNode session, NamespaceNode namespace) {
		session.add(namespace);
		post(JobModelEvent.Kind.ADDED, namespace);
	}

	/**
	 * Reports that an element has changed. Returns at once: the engine's thread calls it.
	 *
	 * @param element with another state or another property
	 */
	public void changed(JobElement element) {
		post(JobModelEvent.Kind.CHANGED, element);
	}

	/**
	 * Notes that a job which no launch has ordered is debugged.
	 *
	 * @param job     an element of this model
	 * @param process stands for it
	 */
	public void debugged(NamespaceElement job, DebuggedJob process) {
		if (job instanceof NamespaceNode node) {
			node.debuggedBy(process);
			node.ranks().forEach(process::rankChanged);
			changed(node);
		}
	}

	/**
	 * Shows a message to the user in the row of a job and in its output.
	 *
	 * @param job  an element of this model that no launch has ordered
	 * @param text one line without a line end
	 */
	public void message(NamespaceElement job, String text) {
		if (job instanceof NamespaceNode node) {
			node.message(text);
			changed(node);
		}
	}

	/** Reports a rank that is new, or whose program is known now. */
	void placed(RankNode rank) {
		post(JobModelEvent.Kind.ADDED, rank);
	}

	/** Takes note of the end of a job, which may be the last thing that its session waited for. */
	void ended(NamespaceNode namespace) {
		changed(namespace);
		if (namespace.session().isClosed()) {
			changed(namespace.session());
		}
		if (namespace.isWatched()) {
			CompletableFuture.delayedExecutor(LAST_OUTPUT_SECONDS, TimeUnit.SECONDS).execute(namespace::endOutput);
			List<NamespaceNode> ended = namespace.session().namespaces().stream().filter(job -> job.state().isEnded()).toList();
			ended.stream().limit(Math.max(0, ended.size() - MOST_ENDED)).forEach(this::remove);
		}
		removeIfForgotten(namespace);
	}

	/** Removes a job that has ended. */
	void remove(NamespaceNode namespace) {
		namespace.endOutput();
		if (namespace.session().remove(namespace)) {
			post(JobModelEvent.Kind.REMOVED, namespace);
			removeIfGone(namespace.session());
		}
	}

	/** Removes a job that has ended and whose launch was removed from the launch manager. */
	private void removeIfForgotten(NamespaceNode namespace) {
		boolean forgotten = namespace.state().isEnded() && namespace.launched().stream().anyMatch(LaunchedJob::isForgotten);
		SessionNode session = namespace.session();
		if (forgotten && session.remove(namespace)) {
			post(JobModelEvent.Kind.REMOVED, namespace);
			removeIfGone(session);
		}
	}

	/** Takes note of a session that was opened, has changed, or has ended. */
	void sessionChanged(ServerNode server, Session session) {
		Optional<SessionNode> known = session.isDefault() ? Optional.of(server.session())
				: server.find(session.id()).filter(each -> !each.isClosed());
		if (known.isPresent()) {
			known.get().changed(session);
			changed(known.get());
			removeIfGone(known.get());
		} else if (session.state() != Session.State.ENDED) {
			post(JobModelEvent.Kind.ADDED, server.open(session));
		}
	}

	private void removeIfGone(SessionNode session) {
		if (session.isGone()) {
			session.server().remove(session);
			post(JobModelEvent.Kind.REMOVED, session);
		}
		removeIfEmpty(session.server());
	}

	/** Removes a server of this workbench that has failed or ended, once the rows of its last jobs are gone. */
	void removeIfEmpty(ServerNode server) {
		boolean isEmpty = server.sessions().stream().allMatch(session -> session.namespaces().isEmpty());
		if (server.isOver() && isEmpty) {
			remove(server);
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
			SafeRunner.run(() -> listener.modelChanged(events));
		}
	}
}
