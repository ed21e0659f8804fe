// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.host.JobCounters;
import org.pmix4j.host.LocalJob;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.RankProcess;

/**
 * Describes the states of a job and its ranks in the form of PRRTE, with spaces for its tabs. Stateless.
 *
 * @see "PRRTE 3.0.8, src/mca/plm/base/plm_base_launch_support.c: job_timeout_cb"
 */
final class StateReport {
	private static final String IN = FailureText.INDENT;

	private StateReport() {
	}

	static List<String> of(LocalJob job) {
		JobCounters counters = job.counters();
		List<String> lines = new ArrayList<>();
		lines.add("DATA FOR JOB: " + job.nspace());
		lines.add(IN + "Num apps: " + job.spec().apps().size() + IN + "Num procs: " + job.spec().size() + IN + "JobState: "
				+ job.stage().label() + IN + "Abort: " + (job.failure().isPresent() ? "True" : "False"));
		lines.add(IN + "Num launched: " + counters.launched() + IN + "Num reported: " + counters.reported() + IN + "Num terminated: "
				+ counters.terminated());
		lines.add(IN + "Procs:");
		for (RankProcess rank : job.ranks()) {
			lines.add(IN + IN + "Rank: " + rank.proc().rank() + IN + "Node: " + rank.node().name() + IN + "PID: " + rank.pid().orElse(0) + IN
					+ "State: " + rank.stage().label() + IN + "ExitCode " + rank.fate().map(ExitOutcome::exitCode).orElse(0));
		}
		return lines;
	}
}
