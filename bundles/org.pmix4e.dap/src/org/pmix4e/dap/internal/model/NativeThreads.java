// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.pmix4e.dap.internal.adapter.AdapterException;

/** The threads of a rank at its last stop. A thread that is there at the next stop, too, keeps its object. May be used from any thread. */
final class NativeThreads {
	private final NativeTarget target;
	/** By their numbers, the main one first: adapters name them in any order, and the main one has the lowest number. */
	private volatile Map<Integer, NativeThread> known = Map.of();

	NativeThreads(NativeTarget target) {
		this.target = target;
	}

	/** Returns the threads, the main one first; none before the first stop. */
	List<NativeThread> known() {
		return List.copyOf(known.values());
	}

	/** Returns the number of the main thread: the adapter stops and continues all threads, whichever a request names. */
	int main() {
		return known.keySet().stream().findFirst().orElse(1);
	}

	/** Asks the adapter of a rank that has stopped for the threads that there are now; {@link #set} must follow. */
	Map<Integer, NativeThread> read() throws AdapterException {
		Map<Integer, NativeThread> now = new TreeMap<>();
		for (org.eclipse.lsp4j.debug.Thread thread : target.session().request("threads", IDebugProtocolServer::threads,
				reply -> List.of(reply.getThreads()))) {
			NativeThread old = known.get(thread.getId());
			NativeThread kept = old == null ? new NativeThread(target, thread.getId()) : old;
			kept.named(Objects.requireNonNullElse(thread.getName(), ""));
			now.put(kept.id(), kept);
		}
		return now;
	}

	/** Notes the threads that {@link #read} has returned. */
	void set(Map<Integer, NativeThread> now) {
		known = now;
	}
}
