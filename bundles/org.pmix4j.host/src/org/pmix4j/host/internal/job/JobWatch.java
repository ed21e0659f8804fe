// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.job.Job;
import org.pmix4j.job.options.ReportOptions;

/**
 * Reports the progress of a slow start, and the waits of a job without progress, to the user. Owned by its {@link JobController}, used on
 * the host's thread.
 */
final class JobWatch {
	private final HostContext host;
	private final Job job;
	private final JobProgress progress;
	private final JobNotifier news;

	JobWatch(HostContext host, Job job, JobProgress progress, JobNotifier news) {
		this.host = host;
		this.job = job;
		this.progress = progress;
		this.news = news;
	}

	/** Begins what the user has requested, until the job runs and until it has ended. */
	void begin(CompletableFuture<?> ended) {
		Duration interval = job.spec().get(ReportOptions.WAITS);
		if (!interval.isZero()) {
			JobWaits waits = new JobWaits(host.thread(), host.pmi(), job.nspace(), progress, news);
			waits.begin(interval);
			host.thread().whenDone(ended, (result, never) -> waits.end());
		}
		if (job.spec().get(ReportOptions.SLOW_START)) {
			StartProgress start = new StartProgress(host.thread(), progress, news, job.spec().size());
			start.begin();
			host.thread().whenDone(progress.started(), (runs, never) -> start.end());
		}
	}
}
