// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Warnings each of which is worth a line in the log, but not thousands of them: so many in each stretch of time are logged one by one,
 * the others as their number. Owned by who complains, on the loop.
 */
public final class ThrottledLog {
	private static final int LINES = 20;
	private static final Duration STRETCH = Duration.ofSeconds(10);

	private final EventLoop loop;
	private final Logger log;
	private final ThrottledCounter others;
	private long begun;
	private int lines;

	/**
	 * @param log    gets the lines
	 * @param others what the others are, to be put behind their number
	 */
	public ThrottledLog(EventLoop loop, Logger log, String others) {
		this.loop = loop;
		this.log = log;
		this.others = new ThrottledCounter(loop, count -> log.log(Level.WARNING, count + " more " + others));
	}

	/** @param line is logged, or counted */
	public void add(String line) {
		if (lines == 0 || loop.nanos() - begun >= STRETCH.toNanos()) {
			begun = loop.nanos();
			lines = 0;
		}
		if (lines < LINES) {
			lines++;
			log.log(Level.WARNING, line);
		} else {
			others.add();
		}
	}

	/** Tells of what was only counted, as this is the end. */
	public void report() {
		others.report();
	}
}
