// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.Locale;

import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;

/**
 * Tells the user how far the start of one job has got, each second from the first one on. Owned by its {@link JobWatch}, used on the
 * host's thread.
 */
final class StartProgress {
	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private final JobProgress progress;
	private final JobNotifier news;
	private final Alarm alarm;
	private final int size;

	StartProgress(HostThread thread, JobProgress progress, JobNotifier news, int size) {
		this.progress = progress;
		this.news = news;
		this.size = size;
		alarm = new Alarm(thread);
	}

	/** Reports from now on, until the job runs or fails. */
	void begin() {
		alarm.set(INTERVAL, () -> {
			if (!progress.started().isDone()) {
				news.tell("starting: " + progress.stage().label().toLowerCase(Locale.ROOT) + ", " + progress.tally().launched() + " of "
						+ size + " ranks run");
				begin();
			}
		});
	}

	void end() {
		alarm.cancel();
	}
}
