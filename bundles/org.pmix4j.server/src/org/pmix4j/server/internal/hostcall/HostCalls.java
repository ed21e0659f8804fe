// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.hostcall;

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
import org.pmix4j.server.internal.component.Component;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * The way to the host and back: leaves the loop for the executor, returns to the loop with the result, so that a host may
 * block and may answer from any thread. Whatever the host does, one of the two receivers is called, but for a host that never
 * answers. On the loop, but for the call itself.
 */
public final class HostCalls implements Component {
	private static final Logger LOG = System.getLogger(HostCalls.class.getName());

	private final PmixHost host;
	private final EventLoop loop;
	private final Executor executor;
	private final Set<Pending> pending = new LinkedHashSet<>();

	public HostCalls(PmixHost host, EventLoop loop, Executor executor) {
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
	 * @param failed is given the status, on the loop; never SUCCESS
	 */
	public <T> void call(String what, Function<PmixHost, CompletionStage<T>> call, Consumer<T> done, Consumer<Status> failed) {
		assert loop.inLoop();
		Pending entry = new Pending(what, loop.nanos());
		pending.add(entry);
		start(call).whenComplete((result, error) -> backToLoop(() -> {
			pending.remove(entry);
			if (error == null) {
				accept(what, result, done, failed);
			} else {
				failed.accept(status(what, error));
			}
		}));
	}

	private <T> CompletableFuture<T> start(Function<PmixHost, CompletionStage<T>> call) {
		try {
			return CompletableFuture.supplyAsync(() -> call.apply(host), executor).thenCompose(Function.identity());
		} catch (RejectedExecutionException e) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_OUT_OF_RESOURCE, "the executor takes no more work", e));
		}
	}

	/** A result that nobody can use, such as null, is the host's mistake; it must not leave the asking process waiting. */
	private static <T> void accept(String what, T result, Consumer<T> done, Consumer<Status> failed) {
		try {
			done.accept(result);
		} catch (RuntimeException e) {
			LOG.log(Level.ERROR, "the host's answer to " + what + " is of no use", e);
			failed.accept(Status.ERROR);
		}
	}

	/** Asks the host what has no result. */
	public void run(String what, Function<PmixHost, CompletionStage<Void>> call, Consumer<Status> ended) {
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
		Throwable cause = error;
		while (cause instanceof CompletionException && cause.getCause() != null) {
			cause = cause.getCause();
		}
		if (cause instanceof PmixException refusal && !refusal.status().isSuccess()) {
			LOG.log(Level.DEBUG, "the host refused {0}: {1}", what, refusal.getMessage());
			return refusal.status();
		}
		LOG.log(Level.ERROR, "the host failed in " + what, cause);
		return Status.ERROR;
	}

	@Override
	public void dump(StringBuilder out) {
		for (Pending entry : pending) {
			out.append("  the host has not answered since ").append(DumpWords.seconds(loop.nanos() - entry.since)).append(": ")
					.append(entry.what)
					.append('\n');
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
