// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;

/**
 * Looks after output that stays open although all processes of a job have exited: a daemon holds its writing end, or what a shell left
 * in the background. A sink that is merely slow is waited for. Owned by a {@link JobCourse}, used on the host's thread.
 */
final class HeldOutput {
	/** How long output may stay open after the last process of the job has gone. */
	static final Duration LINGER = Duration.ofSeconds(2);

	private final Alarm alarm;
	private final BooleanSupplier isBehind;
	private final Runnable close;

	/** The sink may be behind; then it is not somebody else's fault. */
	HeldOutput(HostThread thread, BooleanSupplier isBehind, Runnable close) {
		alarm = new Alarm(thread);
		this.isBehind = isBehind;
		this.close = close;
	}

	/** The last process has exited. */
	void await() {
		alarm.set(LINGER, () -> {
			if (isBehind.getAsBoolean()) {
				await();
			} else {
				close.run();
			}
		});
	}

	/** All output has ended. */
	void cancel() {
		alarm.cancel();
	}
}
