// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.Node;
import org.pmix4j.host.Session;
import org.pmix4j.host.process.Leftovers;
import org.pmix4j.host.process.ProcessLoop;
import org.pmix4j.host.process.Watchdog;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.ServerOptions;
import org.pmix4j.server.spi.PmixHost;

/** The parts of a host, started and ended in the right order. Owned by the host. */
public final class HostParts implements AutoCloseable {
	/** How long the end of a host waits for the sweep, which goes on a daemon thread. */
	private static final Duration SWEEP_LIMIT = Duration.ofSeconds(5);
	private static final Duration OPEN_LIMIT = Duration.ofSeconds(30);
	private static final int SESSION_ID = 1;

	private final HostContext context;
	private final Watchdog watchdog;
	private final Thread sweep;

	private HostParts(HostContext context, Watchdog watchdog, Thread sweep) {
		this.context = context;
		this.watchdog = watchdog;
		this.sweep = sweep;
	}

	/**
	 * Starts everything. If one part fails, those before it are ended.
	 *
	 * @param options    how the host is set up
	 * @param namespaces names of the host
	 * @return the parts
	 * @throws IOException   if the session directory cannot be made
	 * @throws PmixException if the server cannot listen
	 */
	public static HostParts start(HostOptions options, Namespaces namespaces) throws IOException, PmixException {
		HostInfo info = HostInfo.read();
		String prefix = info.directoryPrefix();
		ProcessLoop loop = ProcessLoop.start(namespaces.server());
		HostThread thread = new HostThread(namespaces.server());
		Optional<SessionDirectory> made = Optional.empty();
		CompletableFuture<PmixServer> opening = new CompletableFuture<>();
		try {
			Watchdog watchdog = Watchdog.start(loop, prefix);
			watchdog.watch(namespaces.marker());
			SessionDirectory directory = SessionDirectory.create(options.directory(), watchdog);
			made = Optional.of(directory);
			opening = openServer(ServerOptions.local(Proc.of(namespaces.server(), 0), info.hostname(), directory.top()),
					new HostUpcalls(thread));
			directory.claim(namespaces.marker());
			Thread sweep = sweep(options.directory(), prefix);
			Session session = new Session(SESSION_ID, List.of(new Node(0, info.hostname(), options.slots())), directory.top());
			return new HostParts(new HostContext(thread, loop, opened(opening), directory, new SessionRun(session), info,
					options.listener()), watchdog, sweep);
		} catch (IOException | PmixException | RuntimeException e) {
			opening.thenAccept(PmixServer::close);
			thread.close();
			made.ifPresent(SessionDirectory::remove);
			loop.close();
			throw e;
		}
	}

	/** On a thread of its own, as loading the server takes a while, and there is more to do. */
	private static CompletableFuture<PmixServer> openServer(ServerOptions options, PmixHost host) {
		CompletableFuture<PmixServer> opening = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				opening.complete(PmixServer.open(options, host));
			} catch (PmixException | RuntimeException | Error e) {
				opening.completeExceptionally(e);
			}
		}, "pmix-open");
		thread.setDaemon(true);
		thread.start();
		return opening;
	}

	private static PmixServer opened(CompletableFuture<PmixServer> opening) throws PmixException {
		try {
			return opening.get(OPEN_LIMIT.toSeconds(), TimeUnit.SECONDS);
		} catch (ExecutionException e) {
			if (e.getCause() instanceof PmixException failure) {
				throw failure;
			}
			throw new IllegalStateException("the server could not be started", e.getCause());
		} catch (TimeoutException e) {
			throw new PmixException(Status.ERR_TIMEOUT, "the server did not start within " + OPEN_LIMIT.toSeconds() + " s", e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new PmixException(Status.ERR_INIT, "the start of the server was interrupted", e);
		}
	}

	private static Thread sweep(Path base, String prefix) {
		Thread thread = new Thread(() -> {
			for (Path each : SessionDirectory.bases(base)) {
				List<String> problems = Leftovers.sweep(each, prefix).problems();
				if (!problems.isEmpty()) {
					HostLog.log(Level.WARNING, "left behind by a dead host: " + String.join("; ", problems));
				}
			}
		}, "pmix-sweep");
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	/** @return what jobs need */
	public HostContext context() {
		return context;
	}

	/** Ends everything; the jobs have ended before. */
	@Override
	public void close() {
		context.server().close();
		List<String> left = context.directory().remove();
		if (!left.isEmpty()) {
			HostLog.log(Level.WARNING, "could not be removed: " + String.join("; ", left));
		}
		watchdog.close();
		context.loop().close();
		context.thread().close();
		try {
			sweep.join(SWEEP_LIMIT);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}
}
