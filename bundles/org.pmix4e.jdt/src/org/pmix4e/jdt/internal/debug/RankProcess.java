// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.model.IProcess;

/** Waits for facts about the process of a rank. Stateless. */
final class RankProcess {
	private RankProcess() {
	}

	/** Returns the label of the process with its node and process id, as soon as they are known or the process has ended. */
	static CompletableFuture<String> label(IProcess process) {
		CompletableFuture<String> label = new CompletableFuture<>();
		IDebugEventSetListener listener = events -> {
			for (DebugEvent event : events) {
				if (event.getSource() == process) {
					completeIfKnown(process, label);
				}
			}
		};
		DebugPlugin.getDefault().addDebugEventListener(listener);
		completeIfKnown(process, label);
		label.thenRun(() -> {
			DebugPlugin debug = DebugPlugin.getDefault();
			if (debug != null) {
				debug.removeDebugEventListener(listener);
			}
		});
		return label;
	}

	private static void completeIfKnown(IProcess process, CompletableFuture<String> label) {
		if (process.isTerminated() || process.getAttribute(IProcess.ATTR_PROCESS_ID) != null) {
			label.complete(Objects.requireNonNull(process.getLabel()));
		}
	}
}
