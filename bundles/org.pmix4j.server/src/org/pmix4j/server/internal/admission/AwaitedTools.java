// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/** Futures for tools that have not connected yet. Owned by the server, on its loop. */
public final class AwaitedTools implements Component {
	private final EventLoop loop;
	private final List<Waiter> waiters = new ArrayList<>();

	private record Waiter(Proc tool, CompletableFuture<ServerPeer> connected) {
	}

	/** @param loop of the server */
	public AwaitedTools(EventLoop loop) {
		this.loop = loop;
	}

	/**
	 * @param tool  its identity
	 * @param limit the time to wait
	 * @return its connection; fails with TIMEOUT after the limit and with INIT when the server closes
	 */
	public CompletableFuture<ServerPeer> await(Proc tool, Duration limit) {
		assert loop.inLoop();
		Waiter waiter = new Waiter(tool, new CompletableFuture<>());
		waiters.add(waiter);
		Timer timer = loop.schedule(limit, () -> waiter.connected.completeExceptionally(
				new PmixException(Status.ERR_TIMEOUT, tool + " has not connected within " + limit.toMillis() / 1000.0 + " s")));
		return waiter.connected.whenComplete((peer, failure) -> {
			waiters.remove(waiter);
			timer.cancel();
		});
	}

	@Override
	public void peerConnected(ServerPeer peer) {
		for (Waiter waiter : List.copyOf(waiters)) {
			if (peer.isTool() && waiter.tool.equals(peer.proc())) {
				waiter.connected.complete(peer);
			}
		}
	}

	@Override
	public void closing() {
		PmixException closed = new PmixException(Status.ERR_INIT, "the server is closed");
		List.copyOf(waiters).forEach(waiter -> waiter.connected.completeExceptionally(closed));
	}

	@Override
	public void dump(StringBuilder out) {
		waiters.forEach(waiter -> out.append("  waits for the tool ").append(waiter.tool).append('\n'));
	}
}
