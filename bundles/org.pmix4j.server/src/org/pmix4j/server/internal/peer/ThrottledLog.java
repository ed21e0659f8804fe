// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.lang.System.Logger.Level;
import java.time.Duration;

import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Logs at most 20 warnings and errors about peers in ten seconds, and the number of the others. All peers share it, so neither many peers
 * nor a reconnecting one can flood the log. One for each server, on its loop.
 */
public final class ThrottledLog {
	private static final PeerLog LOG = PeerLog.of(ThrottledLog.class);
	private static final int LINES = 20;
	private static final Duration PERIOD = Duration.ofSeconds(10);

	private final EventLoop loop;
	private final ThrottledCounter others;
	private long periodStart;
	private int lines;

	public ThrottledLog(EventLoop loop) {
		this.loop = loop;
		this.others = new ThrottledCounter(loop,
				count -> LOG.log(Level.WARNING, count + " more warnings about connected processes are not shown"));
	}

	/** Logs or counts a warning. */
	public void add(String line) {
		add(() -> LOG.log(Level.WARNING, line));
	}

	/** Logs or counts an error of this program or the host that a peer may be able to repeat. */
	public void addError(String line, Throwable cause) {
		add(() -> LOG.log(Level.ERROR, line, cause));
	}

	private void add(Runnable entry) {
		assert loop.inLoop();
		if (lines == 0 || loop.nanos() - periodStart >= PERIOD.toNanos()) {
			periodStart = loop.nanos();
			lines = 0;
		}
		if (lines < LINES) {
			lines++;
			entry.run();
		} else {
			others.add();
		}
	}

	/** Reports the number of warnings that were only counted. */
	public void report() {
		others.report();
	}
}
