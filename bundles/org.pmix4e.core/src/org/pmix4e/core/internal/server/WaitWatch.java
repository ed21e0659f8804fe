// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pmix4j.job.EngineCapability;
import org.pmix4j.model.Wait;

/**
 * Polls once a second what a server's jobs wait for, while any job runs, if the engine reports that. Owned by the server; may be used from
 * any thread.
 */
final class WaitWatch {
	private final ServerNode server;
	private final EngineModel model;
	private final Set<NamespaceNode> running = ConcurrentHashMap.newKeySet();
	private final AtomicBoolean looking = new AtomicBoolean();

	WaitWatch(ServerNode server, EngineModel model) {
		this.server = server;
		this.model = model;
	}

	void begun(NamespaceNode namespace) {
		running.add(namespace);
		lookLater();
	}

	void ended(NamespaceNode namespace) {
		running.remove(namespace);
	}

	private void lookLater() {
		if (looking.compareAndSet(false, true)) {
			CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(this::look);
		}
	}

	private void look() {
		if (!server.can(EngineCapability.WAITS)) {
			return; // and does not look again
		}
		if (running.isEmpty()) {
			stop();
		} else {
			server.engine().waits().whenComplete((waits, problem) -> {
				take(problem == null ? waits : List.of()); // a busy server tells them the next time
				stop();
			});
		}
	}

	/** Ends a look; a job may have begun meanwhile. */
	private void stop() {
		looking.set(false);
		if (!running.isEmpty()) {
			lookLater();
		}
	}

	private void take(List<Wait> waits) {
		running.forEach(namespace -> namespace.waits(waits).forEach(model::changed));
	}
}
