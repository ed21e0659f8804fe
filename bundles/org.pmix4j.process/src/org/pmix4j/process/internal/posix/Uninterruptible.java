// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits that an interrupt does not cut short, as it would leave a process half started. Restores the interrupt. Stateless. */
public final class Uninterruptible {

	private Uninterruptible() {
	}

	/** Waits for a result, no longer than the limit. */
	public static <T> T get(Future<T> future, Duration limit) throws ExecutionException, TimeoutException {
		long deadline = System.nanoTime() + limit.toNanos();
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
				} catch (InterruptedException e) {
					interrupted = true;
				}
			}
		} finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}
}
