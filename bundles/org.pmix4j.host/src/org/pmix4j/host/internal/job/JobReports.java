// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.pmix4j.host.Fate;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.Node;
import org.pmix4j.host.internal.allocation.PoolNode;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.placement.JobMap;
import org.pmix4j.host.internal.placement.MapText;
import org.pmix4j.host.internal.placement.MapText.Heading;
import org.pmix4j.host.internal.placement.NodeHardware;
import org.pmix4j.host.internal.placement.NodeText;
import org.pmix4j.host.internal.placement.TopologyText;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.options.JobOption;
import org.pmix4j.host.options.JobOptions;
import org.pmix4j.host.options.OptionValues;
import org.pmix4j.host.options.ReportOptions;
import org.pmix4j.model.Status;

/**
 * Writes the reports that the launch or spawn of a job has asked for, one line each. Owned by its {@link JobEvents}.
 */
final class JobReports {
	private final OptionValues wanted;
	private final Consumer<String> listener;
	private final JobLog log;
	private final Consumer<String> display;

	/**
	 * Makes the reports of one job.
	 *
	 * @param wanted   the options of the job
	 * @param listener takes lines for the user
	 * @param log      logs the events of the job
	 * @param display  shows tables
	 */
	JobReports(OptionValues wanted, Consumer<String> listener, JobLog log, Consumer<String> display) {
		this.wanted = wanted;
		this.listener = listener;
		this.log = log;
		this.display = display;
	}

	private void log(JobOption<Boolean> report, Status event, String line) {
		if (wanted.get(report)) {
			log.log(event, line);
		}
	}

	/** Shows allocation, processors, map and bindings; the ranks count as running on their nodes already. */
	void planned(JobPlan plan) {
		JobMap map = plan.map();
		SessionRun session = plan.session();
		Heading heading = new Heading(plan.nspace(), plan.server().nspace(), plan.offset(), !wanted.get(JobOptions.DO_NOT_LAUNCH),
				!map.nodes().contains(session.nodes().home().node()));
		boolean xml = wanted.get(ReportOptions.PARSEABLE);
		boolean hwthreads = map.summary().hwthreads();
		if (wanted.get(ReportOptions.ALLOCATION)) {
			display.accept(NodeText.allocation(lines(map, session, heading), xml));
		}
		for (PoolNode node : selected(ReportOptions.TOPOLOGY, session)) {
			PoolNode.Processors processors = node.processors().get();
			display.accept(TopologyText.of(node.node().name(), processors.machine(), processors.allowed(), heading.simulated()));
		}
		processors(session, hwthreads);
		// a job that is only mapped is mapped to see the map
		boolean detailed = wanted.get(ReportOptions.DETAILED_MAP) || !heading.launched() && !wanted.get(ReportOptions.MAP);
		if (detailed || wanted.get(ReportOptions.MAP)) {
			display.accept(xml ? MapText.parseable(map, heading) : detailed ? MapText.detailed(map, heading) : MapText.plain(map, heading));
		}
		// the map of a job that is only mapped tells the bindings
		if (heading.launched() && (wanted.get(ReportOptions.BINDINGS) || map.summary().report())) {
			display.accept(MapText.bindings(map, heading));
		}
	}

	/** Shows the processors of the nodes that the user names, or, once for all nodes that are alike, of all. */
	private void processors(SessionRun session, boolean hwthreads) {
		boolean all = List.of(wanted.get(ReportOptions.PROCESSORS).split(";")).contains(ReportOptions.ALL_NODES);
		Set<PoolNode.Processors> shown = new HashSet<>();
		for (PoolNode node : selected(ReportOptions.PROCESSORS, session)) {
			PoolNode.Processors processors = node.processors().get();
			if (!all || shown.add(processors)) {
				display.accept(NodeText.processors(all ? "N/A" : node.node().name(),
						new NodeHardware(processors.machine(), processors.allowed()), hwthreads));
			}
		}
	}

	private static List<NodeText.Line> lines(JobMap map, SessionRun session, Heading heading) {
		Map<Node, Integer> busy = session.resources().busy();
		List<NodeText.Line> lines = new ArrayList<>();
		for (PoolNode node : session.nodes().pool()) {
			lines.add(new NodeText.Line(node.node().name(), node.node().slots(), node.maxSlots(),
					busy.getOrDefault(node.node(), 0) - map.on(node.node()).size(), node.slotsGiven(), heading.simulated()));
		}
		return lines;
	}

	/** Returns the nodes that the value of an option names, and tells of those that the session lacks. */
	private List<PoolNode> selected(JobOption<String> option, SessionRun session) {
		if (wanted.get(option).isEmpty()) {
			return List.of();
		}
		List<PoolNode> pool = session.nodes().pool();
		List<String> missing = new ArrayList<>(List.of(wanted.get(option).split(";")));
		if (missing.contains(ReportOptions.ALL_NODES)) {
			return pool;
		}
		List<PoolNode> selected = pool.stream().filter(node -> missing.contains(node.node().name())).toList();
		selected.forEach(node -> missing.remove(node.node().name()));
		missing.stream().filter(name -> !name.isEmpty())
				.forEach(name -> listener.accept(option.name() + ": node '" + name + "' is not in this session"));
		return selected;
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
	void ended(RankRun rank, Fate fate) {
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
