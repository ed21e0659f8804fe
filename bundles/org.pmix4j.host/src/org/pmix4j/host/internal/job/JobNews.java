// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.lang.System.Logger.Level;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.Job;
import org.pmix4j.host.RankProcess;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.model.JobState;

/**
 * Tells a host's listener about one job; a listener that throws disturbs nobody. Owned by a {@link JobCourse}, used on the host's
 * thread.
 */
final class JobNews {
	private final Job job;
	private final HostListener listener;

	JobNews(Job job, HostListener listener) {
		this.job = job;
		this.listener = listener;
	}

	void changed(JobState state) {
		call(() -> listener.jobChanged(job, state));
	}

	void changed(RankProcess rank) {
		call(() -> listener.rankChanged(job, rank));
	}

	void stopped(String breakpoint) {
		call(() -> listener.readyForDebug(job, breakpoint));
	}

	void tell(String text) {
		call(() -> listener.message(job, text));
	}

	private static void call(Runnable news) {
		try {
			news.run();
		} catch (RuntimeException | Error e) {
			HostLog.log(Level.ERROR, "a listener of the host failed", e);
		}
	}
}
