// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.Job;
import org.pmix4j.host.RankProcess;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.model.JobState;
import org.pmix4j.model.internal.text.PeerText;

/**
 * Tells the listeners of the host and of the launch about one job. A listener that throws is logged and disturbs nothing. Owned by a
 * {@link JobCourse}.
 */
final class JobNews {
	private final Job job;
	private final List<HostListener> listeners;

	/** Calls the listeners in their order. */
	JobNews(Job job, List<HostListener> listeners) {
		this.job = job;
		this.listeners = listeners.stream().filter(listener -> listener != HostListener.NONE).toList();
	}

	void changed(JobState state) {
		tellAll(listener -> listener.jobChanged(job, state));
	}

	void changed(RankProcess rank) {
		tellAll(listener -> listener.rankChanged(job, rank));
	}

	void stopped(String breakpoint) {
		tellAll(listener -> listener.readyForDebug(job, breakpoint));
	}

	/** Reports a line, which may contain text of the job's processes. */
	void tell(String text) {
		String shown = PeerText.line(text);
		tellAll(listener -> listener.message(job, shown));
	}

	private void tellAll(Consumer<HostListener> news) {
		for (HostListener listener : listeners) {
			try {
				news.accept(listener);
			} catch (RuntimeException | Error e) {
				HostLog.log(Level.ERROR, "a listener of the host failed", e);
			}
		}
	}
}
