// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.peer;

import java.time.Duration;
import java.util.function.IntConsumer;

import org.pmix4j.wire.loop.EventLoop;

/**
 * Counts what may happen a hundred times at once, and reports the number a moment later, and then not again for a while: one line in
 * the log, not a flood. Owned by who counts, on the loop.
 */
public final class Tally {
	private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
	private static final Duration LATER_PAUSE = Duration.ofSeconds(10);

	private final EventLoop loop;
	private final IntConsumer report;
	private int count;
	private boolean planned;

	/** @param report is given how often it happened since the last report */
	public Tally(EventLoop loop, IntConsumer report) {
		this.loop = loop;
		this.report = report;
	}

	/** It happened. */
	public void add() {
		count++;
		if (!planned) {
			planned = true;
			loop.schedule(FIRST_PAUSE, this::tell);
		}
	}

	private void tell() {
		planned = count > 0;
		if (planned) {
			tellNow();
			loop.schedule(LATER_PAUSE, this::tell);
		}
	}

	/** Reports what was not reported yet, as nobody will come back to it. */
	public void tellNow() {
		if (count > 0) {
			report.accept(count);
			count = 0;
		}
	}
}
