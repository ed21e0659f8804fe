// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.io.IOException;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.pmix4e.core.internal.LaunchSettings;
import org.pmix4e.core.internal.Messages;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.Job;
import org.pmix4j.host.LocalHost;
import org.pmix4j.model.PmixException;

/**
 * The PMIx server of this workbench: started by the first launch, ended with the bundle, however the workbench ends; what a killed
 * workbench leaves behind the host's watchdog removes. A launch that wants its session directory elsewhere has a server there. A
 * service; may be used from any thread but that of the user interface, as starting and closing take their time.
 */
public final class EmbeddedServer implements AutoCloseable {
	private final JobModel model;
	private final Map<Path, Running> hosts = new HashMap<>();
	private boolean closed;

	/** A host, and its row in the model. */
	private record Running(LocalHost host, ServerElement element) {
	}

	/** @param model is told what happens */
	public EmbeddedServer(JobModel model) {
		this.model = model;
	}

	/** @return whether a server runs */
	public synchronized boolean isRunning() {
		return !hosts.isEmpty();
	}

	/**
	 * Starts the server if it does not run.
	 *
	 * @param directory under which the session directory is made; empty for the directory of temporary files
	 * @throws CoreException if it cannot be started; the message says what to do
	 */
	void start(Optional<Path> directory) throws CoreException {
		host(directory);
	}

	/**
	 * Orders a job.
	 *
	 * @throws CoreException if the server cannot be started
	 */
	Job launch(LaunchSettings settings, JobProcess process) throws CoreException {
		LocalHost host = host(settings.sessionDirectory());
		try {
			return host.launch(settings.jobSpec(new JobSink(process, process.output().buffer()), process.input()));
		} catch (IllegalStateException e) {
			throw new CoreException(Status.error(Messages.EmbeddedServer_closed, e));
		}
	}

	/** Shows the user how a job comes on whose ranks run. */
	void follow(String name, NamespaceElement namespace) {
		ConnectProgress.follow(name, model, namespace);
	}

	private synchronized LocalHost host(Optional<Path> directory) throws CoreException {
		if (closed) {
			throw new CoreException(Status.error(Messages.EmbeddedServer_closed));
		}
		HostOptions defaults = HostOptions.defaults();
		HostOptions options = directory.map(defaults::withDirectory).orElse(defaults);
		Running running = hosts.get(options.directory());
		if (running == null) {
			running = start(options);
			hosts.put(options.directory(), running);
		}
		return running.host;
	}

	private Running start(HostOptions options) throws CoreException {
		HostEvents events = new HostEvents(model);
		try {
			LocalHost host = LocalHost.start(options.withListener(events));
			ServerElement element = new ServerElement(host);
			events.server(element);
			model.add(element);
			return new Running(host, element);
		} catch (IOException | PmixException e) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.EmbeddedServer_notStarted, e.getMessage()), e));
		}
	}

	/** Ends all jobs and all servers; takes some milliseconds, some seconds if ranks do not want to end. No launch is possible after it. */
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
