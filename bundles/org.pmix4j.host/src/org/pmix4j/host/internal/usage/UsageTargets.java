// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.NodePid;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.model.attributes.MonitorAttributes;

/**
 * The processes and nodes of a monitor; all of them if it names none. Immutable.
 *
 * @param procs   processes by name; a rank may be the wildcard
 * @param pids    processes by the operating system's number; -1 stands for all of a node
 * @param hosts   names of nodes
 * @param nodeIds numbers of nodes
 */
record UsageTargets(ProcSet procs, List<NodePid> pids, Set<String> hosts, Set<Integer> nodeIds) {
	private static final int ALL_OF_A_NODE = -1;

	/** @throws PmixException BAD_PARAM if a list is malformed */
	static UsageTargets of(Infos directives) throws PmixException {
		List<Proc> procs = new ArrayList<>();
		List<NodePid> pids = new ArrayList<>();
		Set<String> hosts = new HashSet<>();
		Set<Integer> nodeIds = new HashSet<>();
		boolean here = directives.isTrue(MonitorAttributes.MONITOR_LOCAL_ONLY);
		for (Info directive : directives) {
			String key = directive.key();
			if (key.equals(MonitorAttributes.MONITOR_TARGET_PROCS.key())) {
				procs.addAll(UsageRequest.elements(directive, DataType.PROC, Proc.class));
			} else if (key.equals(MonitorAttributes.MONITOR_TARGET_PIDS.key())) {
				pids.addAll(UsageRequest.elements(directive, DataType.NODE_PID, NodePid.class));
			} else if (key.equals(MonitorAttributes.MONITOR_TARGET_NODES.key()) && !here) {
				UsageRequest.elements(directive, DataType.STRING, PmixValue.Str.class).forEach(host -> hosts.add(host.value()));
			} else if (key.equals(MonitorAttributes.MONITOR_TARGET_NODEIDS.key()) && !here) {
				UsageRequest.elements(directive, DataType.UINT32, PmixValue.UInt32.class).forEach(id -> nodeIds.add(id.value()));
			}
		}
		return new UsageTargets(ProcSet.of(procs), List.copyOf(pids), Set.copyOf(hosts), Set.copyOf(nodeIds));
	}

	boolean include(Node node) {
		return hosts.isEmpty() && nodeIds.isEmpty() || hosts.contains(node.name()) || nodeIds.contains(node.id());
	}

	boolean include(RankProcess process) {
		boolean named = procs.isEmpty() && pids.isEmpty() || procs.covers(process.proc())
				|| pids.stream().anyMatch(pid -> isMeant(pid, process));
		return named && include(process.node());
	}

	/** The name of a node precedes its number, which is 0 in a cleared C struct. */
	private static boolean isMeant(NodePid target, RankProcess process) {
		boolean here = target.hostname().isEmpty() ? target.nodeId() == process.node().id() : target.hostname().equals(process.node().name());
		return here && (target.pid() == ALL_OF_A_NODE || process.pid().stream().anyMatch(pid -> pid == target.pid()));
	}
}
