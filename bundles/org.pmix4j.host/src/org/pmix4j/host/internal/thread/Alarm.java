// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.pmix4j.server.spi.LoopTimer;

/** A task that runs after a delay, unless it is canceled or replaced. Owned by a part of a job, used on the host's thread. */
public final class Alarm {
	private final HostThread thread;
	private @Nullable LoopTimer timer;

	/** @param thread runs the task */
	public Alarm(HostThread thread) {
		this.thread = thread;
	}

	/**
	 * Sets the alarm; a task that was set before is dropped.
	 *
	 * @param delay from now
	 * @param task  runs on the host's thread
	 */
	public void set(Duration delay, Runnable task) {
		cancel();
		timer = thread.schedule(delay, task);
	}

	/** Drops the task; does nothing if it has run. */
	public void cancel() {
		assert thread.inThread();
		LoopTimer waiting = timer;
		if (waiting != null) {
			waiting.cancel();
		}
	}
}
