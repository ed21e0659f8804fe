// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.Node;
import org.pmix4j.host.Session;
import org.pmix4j.model.CpuSet;

/** Decides on which node each rank runs, and on which of its processors. Stateless. */
public interface Mapper {
	/** The set of a rank that is not bound. */
	CpuSet UNBOUND = new CpuSet("");

	/**
	 * Maps the ranks of a job.
	 *
	 * @param job     the order
	 * @param session the nodes
	 * @param busy    the number of ranks of other jobs on each node; none if absent
	 * @return the places of all ranks
	 */
	JobMap map(JobSpec job, Session session, Map<Node, Integer> busy);

	/**
	 * Fills the nodes one after the other up to their slots and binds no rank. The remaining ranks go to the last node, which is then
	 * oversubscribed.
	 *
	 * @see "PRRTE, rmaps/round_robin: by slot"
	 */
	Mapper BY_SLOT = (job, session, busy) -> {
		List<Placement> ranks = new ArrayList<>(job.size());
		List<Node> nodes = session.nodes();
		Map<Node, Integer> local = new HashMap<>();
		int at = 0;
		for (int app = 0; app < job.apps().size(); app++) {
			AppSpec spec = job.apps().get(app);
			for (int appRank = 0; appRank < spec.ranks(); appRank++) {
				while (at < nodes.size() - 1 && local.getOrDefault(nodes.get(at), 0) >= nodes.get(at).slots()) {
					at++;
				}
				Node node = nodes.get(at);
				int localRank = local.getOrDefault(node, 0);
				local.put(node, localRank + 1);
				ranks.add(new Placement(ranks.size(), app, appRank, node, localRank, busy.getOrDefault(node, 0) + localRank,
						UNBOUND));
			}
		}
		return new JobMap(ranks, "BYSLOT");
	};
}
