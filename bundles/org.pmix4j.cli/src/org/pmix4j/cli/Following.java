// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.tool.PmixTool;

/** A command that shows what a server sends until it is stopped, by Ctrl-C for instance. Thread-safe. */
final class Following implements SignalTarget {
	private final PmixTool tool;
	private final CompletableFuture<Integer> end = new CompletableFuture<>();

	Following(PmixTool tool) {
		this.tool = tool;
	}

	/** Ends with an exit code, unless it has ended. */
	void end(int code) {
		end.complete(code);
	}

	/** Ends with a message when the server ends. */
	void endWithServer(Console console) {
		tool.lost().thenAccept(reason -> {
			console.message("the server has ended");
			end(ToolCommand.LOST);
		});
	}

	/** Returns whether this has ended. */
	boolean hasEnded() {
		return end.isDone();
	}

	/** Returns the exit code, when this has ended. Signals end it meanwhile. */
	int await(Console console) {
		console.signals().running(this);
		try {
			return end.join();
		} finally {
			console.signals().closed();
		}
	}

	@Override
	public Duration killTimeout() {
		return Duration.ZERO;
	}

	@Override
	public void interrupt() {
		end(0);
	}

	/** Does nothing: the ranks are not those of this command. */
	@Override
	public CompletableFuture<Void> signal(int signal) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public String dump() {
		return tool.dump();
	}
}
