// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.model.CpuSet;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.MapSummary;
import org.pmix4j.placement.internal.mapping.Placement;

/** Maps ranks whose nodes are given, as they run beside other processes. Stateless. */
final class ColocatedMap {
	private ColocatedMap() {
	}

	/** Puts the ranks of each program on the nodes in their order, and binds none. */
	static JobMap of(JobSpec spec, List<Node> places, Map<Node, Integer> busy) {
		List<Placement> ranks = new ArrayList<>();
		Map<Node, Integer> local = new HashMap<>();
		for (int app = 0; app < spec.apps().size(); app++) {
			for (int appRank = 0; appRank < places.size(); appRank++) {
				Node node = places.get(appRank);
				int localRank = local.merge(node, 1, Integer::sum) - 1;
				ranks.add(new Placement(ranks.size(), app, appRank, node, localRank, busy.getOrDefault(node, 0) + localRank, new CpuSet("")));
			}
		}
		return new JobMap(ranks, MapSummary.unbound(MapBy.COLOCATE));
	}
}
