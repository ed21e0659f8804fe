// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;

/**
 * Limits the wait for output that another process holds open after all ranks of a job have exited, such as a daemon or a background
 * process of a shell. A sink that is merely slow is waited for. Owned by a {@link JobEnd}.
 */
final class HeldOutput {
	/** How long output may stay open after the last rank of the job has exited. */
	static final Duration LINGER = Duration.ofSeconds(2);

	private final Alarm alarm;
	private final BooleanSupplier isBehind;
	private final Runnable close;

	/** While the sink is behind, the wait begins anew; else the output is closed after it. */
	HeldOutput(HostThread thread, BooleanSupplier isBehind, Runnable close) {
		alarm = new Alarm(thread);
		this.isBehind = isBehind;
		this.close = close;
	}

	/** Begins to wait; the last rank has exited. */
	void await() {
		alarm.set(LINGER, () -> {
			if (isBehind.getAsBoolean()) {
				await();
			} else {
				close.run();
			}
		});
	}

	/** Stops waiting; all output has ended. */
	void cancel() {
		alarm.cancel();
	}
}
