// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.io.IOException;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.JobModel;
import org.pmix4j.host.HostNodes;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.model.PmixException;

/**
 * The PMIx server of this workbench. The first launch starts it; it ends when this bundle stops, which happens whenever the workbench
 * closes. If the workbench is killed, the watchdog of the host cleans up. Launches that ask for another parent of the session directory,
 * or for other slots, share a server of their own. The next launch replaces a server that has failed. A service; may be used from any
 * thread but that of the user interface, because starting and closing block.
 */
public final class EmbeddedServer implements AutoCloseable {
	private final EngineModel model;
	/** Changed under the lock, which is held while a server starts; read without it. */
	private final Map<Place, Running> hosts = new ConcurrentHashMap<>();
	private boolean closed;

	private record Place(Path directory, HostNodes nodes) {
	}

	private record Running(LocalHost host, EngineEvents events, LocalServer element) {
	}

	/** @param model receives the events of the server */
	public EmbeddedServer(EngineModel model) {
		this.model = model;
	}

	/** @return the model that the server writes */
	public JobModel model() {
		return model;
	}

	/** @return whether a server runs; does not wait for a server that is starting */
	public boolean isRunning() {
		return !hosts.isEmpty();
	}

	/**
	 * Starts the server if it does not run.
	 *
	 * @param directory the parent of the session directory; empty for the directory of temporary files
	 * @param nodes     this machine with its slots
	 * @throws CoreException if it cannot be started; the message says what to do
	 */
	public void start(Optional<Path> directory, HostNodes nodes) throws CoreException {
		running(directory, nodes);
	}

	/**
	 * Launches a job.
	 *
	 * @param directory the parent of the session directory; empty for the directory of temporary files
	 * @param nodes     this machine with its slots
	 * @param order     the job
	 * @param process   receives the events of the job; the first ones perhaps before this method returns
	 * @return the job, which is under way
	 * @throws CoreException if the server cannot be started
	 */
	public Job launch(Optional<Path> directory, HostNodes nodes, JobSpec order, LaunchedJob process) throws CoreException {
		Running running = running(directory, nodes);
		try {
			return running.host.launch(order, running.events.forLaunch(process));
		} catch (IllegalStateException e) {
			throw new CoreException(Status.error(isClosed() ? Messages.EmbeddedServer_closed : Messages.EmbeddedServer_failed, e));
		}
	}

	private synchronized boolean isClosed() {
		return closed;
	}

	private synchronized Running running(Optional<Path> directory, HostNodes nodes) throws CoreException {
		if (closed) {
			throw new CoreException(Status.error(Messages.EmbeddedServer_closed));
		}
		HostOptions defaults = HostOptions.defaults().withNodes(nodes);
		HostOptions options = directory.map(defaults::withDirectory).orElse(defaults);
		Place place = new Place(options.directory(), nodes);
		Running running = hosts.get(place);
		if (running == null) {
			Running started = start(options);
			hosts.put(place, started);
			started.host.lost().thenRun(() -> hosts.remove(place, started));
			running = started;
		}
		return running;
	}

	private Running start(HostOptions options) throws CoreException {
		EngineEvents events = new EngineEvents(model);
		try {
			LocalHost host = LocalHost.start(options.withListener(events));
			LocalServer element = new LocalServer(host, model);
			events.server(element);
			model.add(element);
			return new Running(host, events, element);
		} catch (IOException | PmixException e) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.EmbeddedServer_notStarted, e.getMessage()), e));
		}
	}

	/** Terminates all jobs and servers and refuses further launches. Takes milliseconds, or seconds if ranks ignore SIGTERM. */
	@Override
	public void close() {
		List<Running> ending;
		synchronized (this) {
			closed = true;
			ending = new ArrayList<>(hosts.values());
			hosts.clear();
		}
		for (Running running : ending) {
			running.host.close();
			model.remove(running.element);
		}
	}
}
