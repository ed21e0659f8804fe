// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.core.runtime.ServiceCaller;
import org.eclipse.core.runtime.Status;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.LaunchOptions;
import org.pmix4j.dvm.EngineStart;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.engines.EngineStarts;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.model.PmixException;

/**
 * The servers in which launches run jobs elsewhere than under the servers of this workbench, one for each launch. It ends when this bundle
 * stops, with all servers that it has started. A service; may be used from any thread but that of the user interface.
 */
public final class LaunchEngines implements AutoCloseable {
	/** The interval of checks for cancellation, which a progress monitor does not report by itself. */
	private static final long LOOK_MILLISECONDS = 100;

	/** Keeps the service in use until this bundle stops, because servers outlive the calls that start them. */
	private static final ServiceCaller<LaunchEngines> SERVICE = new ServiceCaller<>(LaunchEngines.class, LaunchEngines.class);

	private final EngineModel model;
	/** Guarded by this. */
	private final Set<LaunchServer> open = new HashSet<>();
	/** Guarded by this. */
	private boolean closed;

	/** A server that is ready for the job of its launch. */
	public final class Opened {
		private final LaunchServer server;

		private Opened(LaunchServer server) {
			this.server = server;
		}

		/** @return its name for people */
		public String name() {
			return server.name();
		}

		/** @return the nodes on which its jobs run; completes within seconds, and fails if the server does not list them */
		public CompletableFuture<List<String>> nodes() {
			return server.askNodes();
		}

		/**
		 * Launches the job, with whose end the server is left or ended.
		 *
		 * @param order   the job
		 * @param process receives the events of the job; the first ones perhaps before this method returns
		 * @return the job, which is under way
		 * @throws CoreException if the workbench is closing
		 */
		public Job launch(JobSpec order, LaunchedJob process) throws CoreException {
			try {
				Job job = server.launch(order, process);
				job.familyEnded().thenRun(this::close);
				return job;
			} catch (IllegalStateException e) {
				throw new CoreException(Status.error(Messages.EmbeddedServer_closed, e));
			}
		}

		/** Leaves the server, or ends it if it is the launch's own. Blocks for seconds at most. */
		public void close() {
			end(server);
		}
	}

	/** @param model shows the servers and their jobs */
	public LaunchEngines(EngineModel model) {
		this.model = model;
	}

	/**
	 * @return the service
	 * @throws CoreException if the workbench is closing
	 */
	public static LaunchEngines current() throws CoreException {
		return SERVICE.current().orElseThrow(() -> new CoreException(Status.error(Messages.EmbeddedServer_closed)));
	}

	/**
	 * Starts a server, or attaches to one, and waits until it is ready.
	 *
	 * @param choice      the engine, which is not that of this machine
	 * @param order       the job, which names the nodes
	 * @param environment of the programs that are started
	 * @param monitor     shows what is waited for; canceling it ends the start
	 * @return the server, to be closed
	 * @throws CoreException              with the reason if there is no such server
	 * @throws OperationCanceledException if the user has canceled the monitor
	 */
	public Opened open(EngineChoice choice, JobSpec order, Map<String, String> environment, IProgressMonitor monitor) throws CoreException {
		AtomicReference<String> message = new AtomicReference<>(choice.description());
		LaunchServer server = begin(choice, order, environment, message);
		CompletableFuture<Void> opening = CompletableFuture.runAsync(() -> {
			try {
				server.open();
			} catch (PmixException e) {
				throw new IllegalStateException(e.getMessage(), e);
			}
		}, Thread::startVirtualThread);
		boolean isReady = false;
		try {
			while (!isDone(opening)) {
				monitor.subTask(message.get());
				if (monitor.isCanceled()) {
					throw new OperationCanceledException();
				}
			}
			isReady = true;
			return new Opened(server);
		} finally {
			if (!isReady) {
				Thread.startVirtualThread(() -> {
					server.close();
					// one that has become ready in spite of that is ended then
					opening.exceptionally(problem -> null).join();
					end(server);
				});
			}
		}
	}

	private LaunchServer begin(EngineChoice choice, JobSpec order, Map<String, String> environment, AtomicReference<String> message)
			throws CoreException {
		try {
			EngineStart start = EngineStarts.begin(choice, order, environment, message::set);
			LaunchServer server = new LaunchServer(model, start, choice.where().isEmpty());
			if (!isAdded(server)) {
				start.close();
				throw new CoreException(Status.error(Messages.EmbeddedServer_closed));
			}
			return server;
		} catch (PmixException | IllegalArgumentException e) {
			throw failure(e);
		}
	}

	private synchronized boolean isAdded(LaunchServer server) {
		return !closed && open.add(server);
	}

	/** Waits a moment, and throws the reason if there is no server. */
	private static boolean isDone(CompletableFuture<Void> opening) throws CoreException {
		try {
			opening.get(LOOK_MILLISECONDS, TimeUnit.MILLISECONDS);
			return true;
		} catch (TimeoutException e) {
			return false;
		} catch (ExecutionException e) {
			throw failure(e.getCause());
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new OperationCanceledException();
		}
	}

	private static CoreException failure(Throwable problem) {
		return new CoreException(Status.error(LaunchOptions.sentence(String.valueOf(problem.getMessage())), problem));
	}

	private void end(LaunchServer server) {
		server.close();
		synchronized (this) {
			open.remove(server);
		}
	}

	/** Ends all servers of launches, with their jobs, and refuses further ones. */
	@Override
	public void close() {
		List<LaunchServer> ending;
		synchronized (this) {
			closed = true;
			ending = new ArrayList<>(open);
		}
		for (LaunchServer server : ending) {
			end(server);
			model.remove(server);
		}
	}
}
