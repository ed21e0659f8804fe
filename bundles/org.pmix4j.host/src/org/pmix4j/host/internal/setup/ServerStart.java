// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.setup;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4j.host.internal.posix.SocketDiagnosis;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.LoopServer;

/**
 * The server of a host, from its start to its end. It is opened on a thread of its own, as loading it takes a while and there is
 * more to do meanwhile. Owned by {@link HostParts}.
 */
final class ServerStart implements AutoCloseable {
	private static final Duration LIMIT = Duration.ofSeconds(30);

	private final CompletableFuture<LoopServer> opening = new CompletableFuture<>();
	private final CompletableFuture<SocketDiagnosis> users = new CompletableFuture<>();

	private ServerStart() {
	}

	static ServerStart begin(ServerOptions options, LoopHost host) {
		ServerStart start = new ServerStart();
		Thread thread = new Thread(() -> start.open(options, host), "pmix-open");
		thread.setDaemon(true);
		thread.start();
		return start;
	}

	private void open(ServerOptions options, LoopHost host) {
		try {
			SocketDiagnosis diagnosis = new SocketDiagnosis();
			users.complete(diagnosis);
			opening.complete(PmixServer.open(options, host, diagnosis).onLoop());
		} catch (PmixException | RuntimeException | Error e) {
			opening.completeExceptionally(e);
		}
	}

	/** @throws PmixException if the server could not be opened, or not in time */
	LoopServer await() throws PmixException {
		try {
			return opening.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
		} catch (ExecutionException e) {
			if (e.getCause() instanceof PmixException failure) {
				throw failure;
			}
			throw new IllegalStateException("the server could not be started", e.getCause());
		} catch (TimeoutException e) {
			throw new PmixException(Status.ERR_TIMEOUT, "the server did not start within " + LIMIT.toSeconds() + " s", e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new PmixException(Status.ERR_INIT, "the start of the server was interrupted", e);
		}
	}

	/** Ends the server, now or as soon as it is open; what tells it of users comes last, since it asks that to its end. */
	@Override
	public void close() {
		opening.handle((server, problem) -> {
			if (server != null) {
				server.close();
			}
			return users.thenAccept(SocketDiagnosis::close);
		});
	}
}
