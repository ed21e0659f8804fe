// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchesListener;
import org.pmix4e.core.internal.EventQueue;
import org.pmix4e.core.internal.Guarded;
import org.pmix4e.core.internal.LaunchRemoval;

/**
 * What runs and ran in this workbench: servers, their sessions, namespaces, programs and ranks. An ended job stays until its launch is
 * removed from the launch manager. A service, made when first asked for; all methods may be called from any thread.
 */
public final class JobModel {
	private final List<ServerElement> servers = new CopyOnWriteArrayList<>();
	private final List<JobModelListener> listeners = new CopyOnWriteArrayList<>();
	private final EventQueue<JobModelEvent> queue = new EventQueue<>("pmix4e-model", this::tell);
	private final ILaunchesListener removal = new LaunchRemoval(this::launchRemoved);

	/** For the service registry. */
	public JobModel() {
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

	/** @return the servers that run, in the order of their start */
	public List<ServerElement> servers() {
		return List.copyOf(servers);
	}

	/** @return the jobs of all servers, in the order of their launch */
	public List<NamespaceElement> namespaces() {
		return servers.stream().flatMap(server -> server.session().children().stream()).toList();
	}

	/**
	 * @param launch one of the launch manager's
	 * @return the job that it has ordered, if it is one of ours and has come so far
	 */
	public Optional<NamespaceElement> namespace(ILaunch launch) {
		return namespaces().stream().filter(namespace -> namespace.process().map(JobProcess::getLaunch).stream().anyMatch(launch::equals))
				.findFirst();
	}

	/** @param listener is told of everything that happens from now on; a second registration of it does nothing */
	public void addListener(JobModelListener listener) {
		if (!listeners.contains(listener)) {
			listeners.add(listener);
		}
	}

	/** @param listener is not told of anything any more, but for a call that is under way */
	public void removeListener(JobModelListener listener) {
		listeners.remove(listener);
	}

	void add(ServerElement server) {
		servers.add(server);
		post(JobModelEvent.Kind.ADDED, server);
	}

	void remove(ServerElement server) {
		servers.remove(server);
		post(JobModelEvent.Kind.REMOVED, server);
	}

	void add(NamespaceElement namespace) {
		namespace.session().add(namespace);
		post(JobModelEvent.Kind.ADDED, namespace);
	}

	/** Something about the element has changed. Quick: the host's thread calls it. */
	void changed(JobElement element) {
		post(JobModelEvent.Kind.CHANGED, element);
	}

	/** Removes a job that has ended and whose launch nobody sees any more. */
	void removeIfForgotten(NamespaceElement namespace) {
		boolean forgotten = namespace.state().isEnded() && namespace.process().stream().anyMatch(JobProcess::isForgotten);
		if (forgotten && namespace.session().remove(namespace)) {
			post(JobModelEvent.Kind.REMOVED, namespace);
		}
	}

	private void launchRemoved(ILaunch launch) {
		namespace(launch).ifPresent(this::removeIfForgotten);
	}

	private void post(JobModelEvent.Kind kind, JobElement element) {
		queue.post(new JobModelEvent(kind, element));
	}

	private void tell(List<JobModelEvent> events) {
		for (JobModelListener listener : listeners) {
			Guarded.run("a listener of the job model", () -> listener.modelChanged(events));
		}
	}
}
