// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import org.pmix4j.server.spi.LoopTimer;
import org.pmix4j.server.spi.ServerLoop;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Futures;

/**
 * Presents an event loop to a host without its connections. Stateless.
 *
 * @param loop     the server's
 * @param executor the server's, for work that may block
 */
public record LoopView(EventLoop loop, Executor executor) implements ServerLoop {
	@Override
	public boolean inLoop() {
		return loop.inLoop();
	}

	@Override
	public long nanos() {
		return loop.nanos();
	}

	@Override
	public void execute(Runnable task) {
		loop.execute(task);
	}

	@Override
	public LoopTimer schedule(Duration delay, Runnable task) {
		return loop.schedule(delay, task)::cancel;
	}

	@Override
	public <T> CompletableFuture<T> async(CompletableFuture<T> future) {
		return Futures.async(future, executor);
	}
}
