// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Kills the adapters that still run when this Java virtual machine ends, however it is ended: LLDB 14 lives on when its input ends, and
 * keeps its process stopped. Processes go on without an adapter that was killed. Thread-safe.
 */
final class RunningAdapters {
	private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

	static {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(adapter -> adapter.toHandle().destroyForcibly()),
				"pmix4e-end-adapters"));
	}

	private RunningAdapters() {
	}

	static void add(Process adapter) {
		RUNNING.add(adapter);
		adapter.onExit().thenRun(() -> RUNNING.remove(adapter));
	}
}
