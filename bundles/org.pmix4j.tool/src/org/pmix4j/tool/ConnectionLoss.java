// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import org.pmix4j.client.internal.session.SessionCore;
import org.pmix4j.wire.internal.loop.CloseReason;

/** Records and reports the loss of the connection to a server, once. Owned by a {@link ToolServer}. Thread-safe. */
final class ConnectionLoss {
	private final Executor executor;
	private final CompletableFuture<String> reported = new CompletableFuture<>();
	private volatile boolean happened;

	/** @param executor completes the report */
	ConnectionLoss(Executor executor) {
		this.executor = executor;
	}

	/** Notes the loss, and reports it after the handlers have received all earlier messages. On the loop. */
	void happen(SessionCore session, CloseReason reason) {
		happened = true;
		session.afterHandlers(() -> reported.completeAsync(reason::detail, executor));
		session.raiseLostConnection(reason);
	}

	boolean hasHappened() {
		return happened;
	}

	CompletableFuture<String> reported() {
		return reported;
	}
}
