// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.eclipse.lsp4j.debug.PauseArguments;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;

/**
 * Repeats a pause until the process stops. LLDB 14 replies with success to a pause that reaches it while it resumes the process, and the
 * process runs on. Owned by a session, which tells when the process stops and goes on; may be used from any thread and never waits.
 */
final class PauseRequests {
	/** A process stops within a few milliseconds on a quiet machine. */
	private static final Duration FIRST_WAIT = Duration.ofMillis(500);
	/** A process that waits in the kernel may not stop for long. */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

	/** Counts the stops and the resumptions; changed under the lock of this object. */
	private int changes;
	private boolean isStopped;

	/** Notes that the process has stopped, or has ended. */
	synchronized void stopped() {
		changes++;
		isStopped = true;
	}

	/** Notes that the process will go on. */
	synchronized void goesOn() {
		changes++;
		isStopped = false;
	}

	/**
	 * Asks for a stop, unless the process has stopped. Asks again if it does not stop, each time after twice the wait.
	 *
	 * @return the first reply
	 */
	CompletableFuture<Void> pause(IDebugProtocolServer server, PauseArguments arguments) {
		int before;
		synchronized (this) {
			if (isStopped) {
				return CompletableFuture.completedFuture(null);
			}
			before = changes;
		}
		CompletableFuture<Void> reply = server.pause(arguments);
		reply.thenRun(() -> repeat(server, arguments, before, FIRST_WAIT));
		return reply;
	}

	private void repeat(IDebugProtocolServer server, PauseArguments arguments, int before, Duration wait) {
		if (wait.compareTo(LONGEST_WAIT) > 0) {
			return;
		}
		Executor later = CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS);
		CompletableFuture.runAsync(() -> {
			synchronized (this) {
				if (changes != before) {
					return;
				}
			}
			server.pause(arguments);
			repeat(server, arguments, before, wait.multipliedBy(2));
		}, later);
	}
}
