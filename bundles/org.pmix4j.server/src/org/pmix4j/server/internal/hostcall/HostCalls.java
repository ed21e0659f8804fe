// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.hostcall;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.Wait;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.peer.ThrottledLog;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * Calls the host and returns its answers to the loop. A {@link LoopHost} is called on the loop itself, after the current event is handled;
 * any other host is called on the executor, so it may block. Answers may come from any thread. Each call notifies exactly one of its two
 * receivers; if the host does not answer in time, the status is TIMEOUT. A call is dropped when all its requesters are gone. Owned by the
 * server, on its loop.
 */
public final class HostCalls implements Component {
	private static final PeerLog LOG = PeerLog.of(HostCalls.class);

	private final PmixHost host;
	private final EventLoop loop;
	private final Executor executor;
	private final Duration timeout;
	private final ThrottledLog log;
	private final boolean direct;
	private final Set<Pending<?>> pending = new LinkedHashSet<>();
	private boolean sweeping;

	/**
	 * @param host     the host to call
	 * @param loop     the server's loop
	 * @param executor runs calls that may block
	 * @param timeout  limit for calls that the host can answer alone
	 * @param log      takes warnings that peers can cause
	 */
	public HostCalls(PmixHost host, EventLoop loop, Executor executor, Duration timeout, ThrottledLog log) {
		this.host = host;
		this.loop = loop;
		this.executor = executor;
		this.timeout = timeout;
		this.log = log;
		direct = host instanceof LoopHost;
	}

	/** Logs a warning that peers can cause, unless there are too many of all. */
	public void warn(String line) {
		log.add(line);
	}

	/** @return whether the host is a {@link LoopHost} */
	public boolean isDirect() {
		return direct;
	}

	/** @return whether the caller runs on the server's loop and may change the state that the loop owns */
	public boolean inLoop() {
		return loop.inLoop();
	}

	/**
	 * Calls the host for an answer that it can give alone.
	 *
	 * @param what   name of the call in dumps and log messages
	 * @param call   the call; runs on the loop for a {@link LoopHost}, else on the executor
	 * @param done   receives the result, on the loop
	 * @param failed receives the status of a failure, on the loop; never SUCCESS
	 */
	public <T> void call(String what, Function<PmixHost, CompletionStage<T>> call, Consumer<T> done, Consumer<Status> failed) {
		call(what, CallTimeout.USUAL, call, done, failed);
	}

	/** Calls the host for an answer that may depend on other processes. */
	public <T> void call(String what, CallTimeout limit, Function<PmixHost, CompletionStage<T>> call, Consumer<T> done,
			Consumer<Status> failed) {
		assert loop.inLoop();
		Pending<T> entry = new Pending<>(what, limit, loop.nanos(), done, failed);
		if (direct) {
			// not within this event: neither side may see the other in the middle of a change
			loop.defer(() -> begin(entry, callNow(call)));
		} else {
			begin(entry, callAside(call));
		}
	}

	/** Calls the host on the executor, even if it is a {@link LoopHost}. */
	public <T> void callAside(String what, Function<PmixHost, CompletionStage<T>> call, Consumer<T> done, Consumer<Status> failed) {
		begin(new Pending<>(what, CallTimeout.USUAL, loop.nanos(), done, failed), callAside(call));
	}

	/** Calls the host for an operation without a result. */
	public void run(String what, Function<PmixHost, CompletionStage<Void>> call, Consumer<Status> ended) {
		run(what, CallTimeout.USUAL, call, ended);
	}

	/** Calls the host for an operation without a result that may depend on other processes. */
	public void run(String what, CallTimeout limit, Function<PmixHost, CompletionStage<Void>> call, Consumer<Status> ended) {
		call(what, limit, call, none -> ended.accept(Status.SUCCESS), ended);
	}

	private <T> CompletableFuture<T> callNow(Function<PmixHost, CompletionStage<T>> call) {
		try {
			return call.apply(host).toCompletableFuture();
		} catch (Exception e) { // also a checked one, which other languages do not declare
			return CompletableFuture.failedFuture(e);
		}
	}

	private <T> CompletableFuture<T> callAside(Function<PmixHost, CompletionStage<T>> call) {
		try {
			return CompletableFuture.supplyAsync(() -> call.apply(host), executor).thenCompose(Function.identity());
		} catch (RejectedExecutionException | OutOfMemoryError e) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_OUT_OF_RESOURCE, "the executor rejected the task", e));
		}
	}

	private <T> void begin(Pending<T> entry, CompletableFuture<T> answer) {
		assert loop.inLoop();
		if (direct && answer.isDone()) {
			entry.complete(answer);
			return;
		}
		pending.add(entry);
		if (!entry.limit.awaited().getAsBoolean()) {
			drop(entry);
			return;
		}
		entry.limit.limit(timeout).ifPresent(time -> entry.timer = loop.schedule(time, () -> giveUp(entry, time)));
		answer.whenComplete((result, error) -> backToLoop(() -> {
			if (pending.remove(entry)) {
				entry.timer.cancel();
				entry.complete(answer);
			}
		}));
	}

	/** Runs a task on the loop, always after the current event: a host that answers on the loop may be in the middle of a change. */
	private void backToLoop(Runnable task) {
		if (loop.inLoop()) {
			loop.defer(task);
			return;
		}
		try {
			loop.execute(task);
		} catch (RejectedExecutionException e) {
			LOG.log(Level.DEBUG, "the host answered after the server was closed");
		}
	}

	private void giveUp(Pending<?> entry, Duration limit) {
		if (pending.remove(entry)) {
			log.add("the host did not answer within " + limit.toSeconds() + " s: " + entry.what);
			entry.failed.accept(Status.ERR_TIMEOUT);
		}
	}

	/** Drops a call that nothing waits for. The status reaches no requester, but lets the caller forget the call. */
	private void drop(Pending<?> entry) {
		if (pending.remove(entry)) {
			entry.timer.cancel();
			LOG.log(Level.DEBUG, "the host''s answer is no longer awaited: {0}", entry.what);
			entry.failed.accept(Status.ERR_LOST_CONNECTION);
		}
	}

	/** Drops the calls that nothing waits for, once the other components have handled the current event. */
	private void sweep() {
		assert loop.inLoop();
		if (sweeping || pending.isEmpty()) {
			return;
		}
		sweeping = true;
		loop.defer(() -> {
			sweeping = false;
			pending.stream().filter(entry -> !entry.limit.awaited().getAsBoolean()).toList().forEach(this::drop);
		});
	}

	@Override
	public void peerGone(ServerPeer peer) {
		sweep();
	}

	@Override
	public void namespaceGone(String nspace) {
		sweep();
	}

	private Status status(String what, Throwable error) {
		Throwable cause = error;
		while (cause instanceof CompletionException && cause.getCause() != null) {
			cause = cause.getCause();
		}
		if (cause instanceof PmixException refusal && !refusal.status().isSuccess()) {
			LOG.log(Level.DEBUG, "the host refused {0}: {1}", what, refusal.getMessage());
			return refusal.status();
		}
		log.addError("the host failed in " + what, cause);
		return Status.ERROR;
	}

	@Override
	public void waits(Consumer<Wait> out) {
		for (Pending<?> entry : pending) {
			long age = loop.nanos() - entry.since;
			out.accept(new Wait(entry.what + " waits for the host", List.of(), List.of(), Duration.ofNanos(age)));
		}
	}

	@Override
	public void dump(StringBuilder out) {
		DumpText.lines(this::waits, out);
	}

	/** A call that the host has not answered. Compared by identity. */
	private final class Pending<T> {
		private final String what;
		private final CallTimeout limit;
		private final long since;
		private final Consumer<T> done;
		private final Consumer<Status> failed;
		private Timer timer = Timer.NONE;

		private Pending(String what, CallTimeout limit, long since, Consumer<T> done, Consumer<Status> failed) {
			this.what = what;
			this.limit = limit;
			this.since = since;
			this.done = done;
			this.failed = failed;
		}

		/** Notifies the receiver. An invalid result, such as null, is reported to the requester as ERROR. */
		private void complete(CompletableFuture<T> answer) {
			if (answer.isCompletedExceptionally()) {
				failed.accept(status(what, answer.isCancelled() ? new CancellationException("canceled") : answer.exceptionNow()));
				return;
			}
			try {
				done.accept(answer.join());
			} catch (RuntimeException e) {
				log.addError("the host's answer to " + what + " is invalid", e);
				failed.accept(Status.ERROR);
			}
		}
	}

	/** A call to the host whose result is infos. */
	public interface Call {
		CompletionStage<Infos> on(PmixHost host);
	}
}
