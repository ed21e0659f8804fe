// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.time.Duration;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/** Something that is done after a while, unless it has become needless. Used on the host's thread. */
public final class Alarm {
	private final HostThread thread;
	private @Nullable Future<?> timer;

	/** @param thread runs what is to be done */
	public Alarm(HostThread thread) {
		this.thread = thread;
	}

	/**
	 * Does it after that time; what was set before is forgotten.
	 *
	 * @param delay how long from now
	 * @param task  runs on the host's thread
	 */
	public void set(Duration delay, Runnable task) {
		cancel();
		timer = thread.schedule(delay, task);
	}

	/** It has become needless; nothing happens if it was done. */
	public void cancel() {
		Future<?> waiting = timer;
		if (waiting != null) {
			waiting.cancel(false);
		}
	}
}
