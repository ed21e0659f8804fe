// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Compares the shortest of several measured times with a limit. The first measurements run uncompiled code, and other processes blur each
 * of them, but never make slow work look fast. Stateless.
 */
public final class Shortest {
	private Shortest() {
	}

	/**
	 * Fails if no measured time is below a limit. Stops measuring once one is.
	 *
	 * @param limit    of the shortest time
	 * @param attempts most measurements
	 * @param work     does the work and returns its time
	 * @throws Exception thrown by the work
	 */
	public static void requireLess(Duration limit, int attempts, Callable<Duration> work) throws Exception {
		List<Duration> times = new ArrayList<>();
		while (times.size() < attempts) {
			Duration time = work.call();
			if (time.compareTo(limit) < 0) {
				return;
			}
			times.add(time);
		}
		fail("no time of these is below " + limit + ": " + times);
	}
}
