// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.loop.EventLoop;

/**
 * The way to the host and back: leaves the loop for the executor, returns to the loop with the result, so that a host may
 * block and may answer from any thread. On the loop, but for the call itself.
 */
final class HostCalls {
	private static final Logger LOG = System.getLogger(HostCalls.class.getName());

	private final PmixHost host;
	private final EventLoop loop;
	private final Executor executor;
	private final Set<Pending> pending = new LinkedHashSet<>();

	HostCalls(PmixHost host, EventLoop loop, Executor executor) {
		this.host = host;
		this.loop = loop;
		this.executor = executor;
	}

	/**
	 * Asks the host.
	 *
	 * @param what   names the call in a dump
	 * @param call   is run on the executor
	 * @param done   is given the result, on the loop
	 * @param failed is given the status, on the loop
	 */
	<T> void call(String what, Function<PmixHost, CompletionStage<T>> call, Consumer<T> done, Consumer<Status> failed) {
		assert loop.inLoop();
		Pending entry = new Pending(what, loop.nanos());
		pending.add(entry);
		CompletableFuture.supplyAsync(() -> call.apply(host), executor).thenCompose(Function.identity())
				.whenComplete((result, error) -> backToLoop(() -> {
					pending.remove(entry);
					if (error == null) {
						done.accept(result);
					} else {
						failed.accept(status(what, error));
					}
				}));
	}

	/** Asks the host what has no result. */
	void run(String what, Function<PmixHost, CompletionStage<Void>> call, Consumer<Status> ended) {
		call(what, call, none -> ended.accept(Status.SUCCESS), ended);
	}

	private void backToLoop(Runnable task) {
		try {
			loop.execute(task);
		} catch (RejectedExecutionException e) {
			LOG.log(Level.DEBUG, "the host answered after the server was closed");
		}
	}

	private static Status status(String what, Throwable error) {
		Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
		if (cause instanceof PmixException refusal) {
			LOG.log(Level.DEBUG, "the host refused {0}: {1}", what, refusal.getMessage());
			return refusal.status();
		}
		LOG.log(Level.ERROR, "the host failed in " + what, cause);
		return Status.ERROR;
	}

	void dump(StringBuilder out) {
		for (Pending entry : pending) {
			out.append("  host call ").append(entry.what).append(" since ").append(Dump.seconds(loop.nanos() - entry.since)).append('\n');
		}
	}

	/** One call that the host has not answered; two equal ones are two. */
	private static final class Pending {
		private final String what;
		private final long since;

		private Pending(String what, long since) {
			this.what = what;
			this.since = since;
		}
	}
}
