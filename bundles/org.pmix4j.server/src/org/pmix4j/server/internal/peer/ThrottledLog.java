// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Logs at most 20 warnings every ten seconds, and the number of the others. Lives on the server's loop.
 */
public final class ThrottledLog {
	private static final int LINES = 20;
	private static final Duration PERIOD = Duration.ofSeconds(10);

	private final EventLoop loop;
	private final Logger log;
	private final ThrottledCounter others;
	private long periodStart;
	private int lines;

	/**
	 * @param log    takes the lines
	 * @param others text that follows the number of the warnings that are only counted
	 */
	public ThrottledLog(EventLoop loop, Logger log, String others) {
		this.loop = loop;
		this.log = log;
		this.others = new ThrottledCounter(loop, count -> log.log(Level.WARNING, count + " more " + others));
	}

	/** Logs or counts a warning. */
	public void add(String line) {
		assert loop.inLoop();
		if (lines == 0 || loop.nanos() - periodStart >= PERIOD.toNanos()) {
			periodStart = loop.nanos();
			lines = 0;
		}
		if (lines < LINES) {
			lines++;
			log.log(Level.WARNING, line);
		} else {
			others.add();
		}
	}

	/** Reports at once the number of warnings that were only counted. */
	public void report() {
		others.report();
	}
}
