// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import org.pmix4j.job.Job;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;

/**
 * Puts the statistics of processes, nodes, disks and networks into the arrays of the Standard. Owned by the host; reads
 * files; may be used from any thread.
 */
public final class UsageReport {
	private final Function<Node, UsageSource> sources;
	private final Supplier<? extends List<? extends Job>> jobs;
	private final Supplier<List<Node>> nodes;

	/**
	 * @param sources returns the source of the figures of a node and its processes
	 * @param jobs    returns the jobs that have begun and not ended; called on any thread
	 * @param nodes   returns the nodes of the host; none while the host begins and ends
	 */
	public UsageReport(Function<Node, UsageSource> sources, Supplier<? extends List<? extends Job>> jobs, Supplier<List<Node>> nodes) {
		this.sources = sources;
		this.jobs = jobs;
		this.nodes = nodes;
	}

	/** Returns an info for each process, node, disk or network that exists. */
	Infos of(UsageRequest request) throws PmixException {
		List<Info> told = new ArrayList<>();
		Map<Subject, RequestedStats> wanted = request.wanted();
		switch (request.subject()) {
			case PROCESSES -> processes(request, wanted.get(Subject.PROCESSES), told);
			case NODE -> {
				for (Node node : nodes.get()) {
					if (request.targets().include(node)) {
						add(StatisticsAttributes.NODE_RESOURCE_USAGE, node(node, wanted), told);
					}
				}
			}
			case DISKS, NETWORKS -> {
				for (Node node : nodes.get()) {
					if (request.targets().include(node)) {
						devices(sources.apply(node), wanted, told);
					}
				}
			}
		}
		return new Infos(told);
	}

	private void processes(UsageRequest request, RequestedStats wanted, List<Info> told) throws PmixException {
		for (Job job : jobs.get()) {
			for (RankProcess process : job.ranks()) {
				if (request.targets().include(process)) {
					process(process, wanted).ifPresent(array -> add(StatisticsAttributes.PROC_RESOURCE_USAGE, array, told));
				}
			}
		}
	}

	/**
	 * @param process one of this host
	 * @return all its statistics; empty if it does not run
	 * @throws PmixException NOT_SUPPORTED on a system that does not show it
	 */
	public Optional<Infos> of(RankProcess process) throws PmixException {
		return process(process, RequestedStats.ALL);
	}

	/**
	 * @param node one of this host
	 * @return all its statistics, with those of its disks and networks
	 * @throws PmixException NOT_SUPPORTED on a system that does not show it
	 */
	public Infos of(Node node) throws PmixException {
		return node(node, Map.of(Subject.NODE, RequestedStats.ALL, Subject.DISKS, RequestedStats.ALL, Subject.NETWORKS, RequestedStats.ALL));
	}

	/**
	 * @param home the node on which this process runs
	 * @return all statistics of this process
	 * @throws PmixException NOT_SUPPORTED on a system that does not show it
	 */
	public Optional<Infos> own(Node home) throws PmixException {
		return sources.apply(home).process((int) ProcessHandle.current().pid(), RequestedStats.ALL);
	}

	private Optional<Infos> process(RankProcess process, RequestedStats wanted) throws PmixException {
		if (process.fate().isPresent() || process.pid().isEmpty()) {
			return Optional.empty();
		}
		int pid = process.pid().getAsInt();
		return sources.apply(process.node()).process(pid, wanted).map(statistics -> Infos.of(Info.of(ProcAttributes.PROCID, process.proc()),
				Info.of(ProcAttributes.PROC_PID, pid), Info.of(NodeAttributes.HOSTNAME, process.node().name())).concat(statistics.list()));
	}

	private Infos node(Node node, Map<Subject, RequestedStats> wanted) throws PmixException {
		UsageSource source = sources.apply(node);
		List<Info> told = new ArrayList<>();
		told.add(Info.of(NodeAttributes.HOSTNAME, node.name()));
		told.add(Info.of(NodeAttributes.NODEID, node.id()));
		if (wanted.containsKey(Subject.NODE)) {
			told.addAll(source.node(wanted.get(Subject.NODE)).list());
		}
		devices(source, wanted, told);
		return new Infos(told);
	}

	private static void devices(UsageSource source, Map<Subject, RequestedStats> wanted, List<Info> told) throws PmixException {
		if (wanted.containsKey(Subject.NETWORKS)) {
			source.networks(wanted.get(Subject.NETWORKS)).forEach((name, statistics) -> add(StatisticsAttributes.NETWORK_RESOURCE_USAGE,
					Infos.of(Info.of(StatisticsAttributes.NETWORK_ID, name)).concat(statistics.list()), told));
		}
		if (wanted.containsKey(Subject.DISKS)) {
			source.disks(wanted.get(Subject.DISKS)).forEach((name, statistics) -> add(StatisticsAttributes.DISK_RESOURCE_USAGE,
					Infos.of(Info.of(StatisticsAttributes.DISK_ID, name)).concat(statistics.list()), told));
		}
	}

	private static void add(Attribute<DataArray> kind, Infos array, List<Info> told) {
		told.add(Info.of(kind, DataArray.of(array)));
	}
}
