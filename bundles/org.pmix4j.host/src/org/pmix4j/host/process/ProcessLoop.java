// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * Starts, pumps, signals and reaps the local processes of one host runtime, all on one long-lived platform thread
 * ({@code pmix-procs-<name>}); see poll(2). Never waits for children that it did not start, so it can live beside others in one JVM.
 * Its methods may be called from any thread.
 */
public final class ProcessLoop implements AutoCloseable {

	private ProcessLoop() {
	}

	/**
	 * Starts a loop and its thread.
	 *
	 * @throws UnsupportedOperationException if this is not Linux on x86_64 or aarch64 with glibc 2.34 or later
	 */
	public static ProcessLoop start(String name) {
		throw new UnsupportedOperationException(name);
	}

	/**
	 * Starts a process and returns when it runs the program, or could not.
	 *
	 * @param handler receives the output; called on the loop's thread only
	 */
	public ChildProcess spawn(SpawnSpec spec, OutputHandler handler) throws SpawnException {
		throw new UnsupportedOperationException(spec.toString() + handler);
	}

	/** As {@link #spawn}, without waiting: many orders cost one wake-up. Fails with {@link SpawnException}; completes on the loop's thread. */
	public CompletionStage<ChildProcess> spawnAsync(SpawnSpec spec, OutputHandler handler) {
		throw new UnsupportedOperationException(spec.toString() + handler);
	}

	/**
	 * Ends processes in order: CONT and TERM to their groups, KILL after {@code grace}, output closed after one more {@code grace}.
	 *
	 * @return completes when all have {@linkplain ChildProcess#ended() ended}
	 */
	public CompletionStage<Void> terminate(Collection<? extends ChildProcess> children, Duration grace) {
		throw new UnsupportedOperationException(children.toString() + grace);
	}

	/** Stops reading the output of all children; see {@link ChildProcess#pauseOutput()}. */
	public void pauseOutput() {
		throw new UnsupportedOperationException();
	}

	/** Undoes {@link #pauseOutput()}; children that were paused one by one stay paused. */
	public void resumeOutput() {
		throw new UnsupportedOperationException();
	}

	/** Kills what still runs, reaps it, stops the thread and closes every descriptor. Waits at most five seconds. */
	@Override
	public void close() {
		throw new UnsupportedOperationException();
	}
}
