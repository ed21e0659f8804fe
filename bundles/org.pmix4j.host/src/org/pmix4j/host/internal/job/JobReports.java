// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.Status;

/**
 * Writes the reports that the launch or spawn of a job has requested, one line each. Owned by its {@link JobEvents}.
 */
final class JobReports {
	private final OptionValues wanted;
	private final Consumer<String> listener;
	private final JobLog log;

	/**
	 * Makes the reports of one job.
	 *
	 * @param wanted   the options of the job
	 * @param listener takes lines for the user
	 * @param log      logs the events of the job
	 */
	JobReports(OptionValues wanted, Consumer<String> listener, JobLog log) {
		this.wanted = wanted;
		this.listener = listener;
		this.log = log;
	}

	private void log(JobOption<Boolean> report, Status event, String line) {
		if (wanted.get(report)) {
			log.log(event, line);
		}
	}

	/** Reports that the first process runs. */
	void started() {
		log(ReportOptions.JOB_EVENTS, Status.EVENT_JOB_START, "starts");
	}

	/** Reports that all processes run. */
	void launched(int ranks) {
		String line = "runs: " + ranks + " of " + ranks + " processes";
		log(ReportOptions.JOB_EVENTS, Status.LAUNCH_COMPLETE, line);
		if (wanted.get(ReportOptions.PROGRESS) && !wanted.get(ReportOptions.JOB_EVENTS)) {
			listener.accept(line);
		}
	}

	/** Reports the end of a process. */
	void ended(RankRun rank, ExitOutcome fate) {
		boolean all = wanted.get(ReportOptions.ENDS) || !fate.cause().isFailure();
		if (wanted.get(all ? ReportOptions.ENDS : ReportOptions.FAILURES)) {
			log.log(rank.proc(), Status.EVENT_PROC_TERMINATED, FailureText.failed(rank, fate.description(), 0, 1));
		}
	}

	/** Reports the end of the job. */
	void over(JobResult result) {
		boolean details = wanted.get(ReportOptions.COMPLETION);
		String status = result.status().constantName().orElse(result.status().toString());
		String culprit = result.culprit().map(rank -> "; rank " + rank.proc().rank() + " failed first").orElse("");
		log(details ? ReportOptions.COMPLETION : ReportOptions.JOB_EVENTS, Status.EVENT_JOB_END, details
				? "has ended at " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + " with status " + status + " and exit code "
						+ result.exitCode() + culprit
				: "has ended");
	}

	/** Returns a future that completes when the events are logged. */
	CompletableFuture<Void> logged() {
		return log.written();
	}
}
