// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.time.Duration;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/** Something that is done after a while, unless it has become needless. Used on the host's thread. */
final class Alarm {
	private final HostThread thread;
	private @Nullable Future<?> timer;

	Alarm(HostThread thread) {
		this.thread = thread;
	}

	/** Does it after that time, on the host's thread; what was set before is forgotten. */
	void set(Duration delay, Runnable task) {
		cancel();
		timer = thread.schedule(delay, task);
	}

	void cancel() {
		Future<?> waiting = timer;
		if (waiting != null) {
			waiting.cancel(false);
		}
	}
}
