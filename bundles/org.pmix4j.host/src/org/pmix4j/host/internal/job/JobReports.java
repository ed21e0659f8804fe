// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.Map;
import java.util.function.Consumer;

import org.pmix4j.host.Fate;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.Node;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.placement.JobMap;
import org.pmix4j.host.internal.placement.Placement;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.options.JobOption;
import org.pmix4j.host.options.OptionValues;
import org.pmix4j.host.options.ReportOptions;
import org.pmix4j.model.CpuSet;

/**
 * Writes the reports that the launch or spawn of a job has asked for, one line each. Owned by its {@link JobEvents}.
 */
final class JobReports {
	private final OptionValues wanted;
	private final Consumer<String> listener;

	/**
	 * Makes the reports of one job.
	 *
	 * @param wanted   the options of the job
	 * @param listener takes the lines
	 */
	JobReports(OptionValues wanted, Consumer<String> listener) {
		this.wanted = wanted;
		this.listener = listener;
	}

	private void tell(JobOption<Boolean> report, String line) {
		if (wanted.get(report)) {
			listener.accept(line);
		}
	}

	/** Reports allocation, map and bindings; the ranks count as running on their nodes already. */
	void planned(JobMap map, SessionRun session) {
		Map<Node, Integer> busy = session.busy();
		for (Node node : session.session().nodes()) {
			tell(ReportOptions.ALLOCATION, "node " + node.name() + " has " + slots(node.slots()) + ", "
					+ (busy.getOrDefault(node, 0) - map.on(node).size()) + " in use");
		}
		for (Node node : map.nodes()) {
			String ranks = FailureText.list(map.on(node).stream().map(Placement::rank).toList());
			tell(wanted.get(ReportOptions.DETAILED_MAP) ? ReportOptions.DETAILED_MAP : ReportOptions.MAP,
					"mapped " + map.policy() + ", node " + node.name() + ": rank " + ranks);
		}
		for (Placement rank : map.ranks()) {
			tell(ReportOptions.DETAILED_MAP, "rank " + rank.rank() + " on " + rank.node().name() + ": program " + rank.app() + ", app rank "
					+ rank.appRank() + ", local rank " + rank.localRank() + ", node rank " + rank.nodeRank());
			tell(ReportOptions.BINDINGS, "rank " + rank.rank() + " on " + rank.node().name() + binding(rank.cpuset()));
		}
	}

	private static String binding(CpuSet cpuset) {
		return cpuset.list().isEmpty() ? " is not bound to any processor" : " is bound to processors " + cpuset.list();
	}

	private static String slots(int count) {
		return count == 1 ? "1 slot" : count + " slots";
	}

	/** Reports that the first process runs. */
	void started() {
		tell(ReportOptions.JOB_EVENTS, "starts");
	}

	/** Reports that all processes run. */
	void launched(int ranks) {
		tell(wanted.get(ReportOptions.JOB_EVENTS) ? ReportOptions.JOB_EVENTS : ReportOptions.PROGRESS,
				"runs: " + ranks + " of " + ranks + " processes");
	}

	/** Reports the end of a process. */
	void ended(RankRun rank, Fate fate) {
		boolean all = wanted.get(ReportOptions.ENDS) || !fate.cause().isFailure();
		tell(all ? ReportOptions.ENDS : ReportOptions.FAILURES, FailureText.failed(rank, fate.description(), 0, 1));
	}

	/** Reports the end of the job. */
	void over(JobResult result) {
		boolean details = wanted.get(ReportOptions.COMPLETION);
		String status = result.status().constantName().orElse(result.status().toString());
		tell(details ? ReportOptions.COMPLETION : ReportOptions.JOB_EVENTS,
				details ? "has ended with status " + status + " and exit code " + result.exitCode() : "has ended");
	}
}
