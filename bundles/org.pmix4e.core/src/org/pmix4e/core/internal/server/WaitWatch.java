// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pmix4j.host.LocalHost;
import org.pmix4j.model.Wait;

/** Looks every second what the jobs of a server wait for, as long as one runs. Owned by the server; may be used from any thread. */
final class WaitWatch {
	private final LocalHost host;
	private final HostModel model;
	private final Set<HostNamespace> running = ConcurrentHashMap.newKeySet();
	private final AtomicBoolean looking = new AtomicBoolean();

	WaitWatch(LocalHost host, HostModel model) {
		this.host = host;
		this.model = model;
	}

	void begun(HostNamespace namespace) {
		running.add(namespace);
		lookLater();
	}

	void ended(HostNamespace namespace) {
		running.remove(namespace);
	}

	private void lookLater() {
		if (looking.compareAndSet(false, true)) {
			CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(this::look);
		}
	}

	private void look() {
		if (running.isEmpty()) {
			stop();
		} else {
			host.waits().whenComplete((waits, problem) -> {
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
