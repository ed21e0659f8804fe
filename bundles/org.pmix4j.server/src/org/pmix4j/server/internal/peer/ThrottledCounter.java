// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.IntConsumer;

import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Counts incidents and reports their number after a short delay, then at most every ten seconds, so that a hundred incidents make one
 * line in the log. Lives on the server's loop.
 */
public final class ThrottledCounter {
	private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
	private static final Duration LATER_PAUSE = Duration.ofSeconds(10);

	private final EventLoop loop;
	private final IntConsumer report;
	private int count;
	private OptionalLong lastReport = OptionalLong.empty();

	/** @param report is given the number of incidents since the last report */
	public ThrottledCounter(EventLoop loop, IntConsumer report) {
		this.loop = loop;
		this.report = report;
	}

	/** Counts one incident. */
	public void add() {
		assert loop.inLoop();
		if (count++ == 0) {
			loop.schedule(pause(), this::report);
		}
	}

	private Duration pause() {
		Duration left = lastReport.isEmpty() ? FIRST_PAUSE : LATER_PAUSE.minusNanos(loop.nanos() - lastReport.getAsLong());
		return left.compareTo(FIRST_PAUSE) > 0 ? left : FIRST_PAUSE;
	}

	/** Reports the incidents that are not reported yet. */
	public void report() {
		assert loop.inLoop();
		if (count > 0) {
			lastReport = OptionalLong.of(loop.nanos());
			report.accept(count);
			count = 0;
		}
	}
}
