// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.Node;
import org.pmix4j.host.Session;

/** Decides which rank runs on which node. Stateless. */
public interface Mapper {
	/**
	 * @param job     what to run
	 * @param session where
	 * @param busy    how many ranks of other jobs each node runs; none if absent
	 * @return where each rank runs
	 */
	JobMap map(JobSpec job, Session session, Map<Node, Integer> busy);

	/**
	 * Fills the nodes one after the other up to their slots; what is left over goes to the last one, which is then oversubscribed.
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
				ranks.add(new Placement(ranks.size(), app, appRank, node, localRank, busy.getOrDefault(node, 0) + localRank));
			}
		}
		return new JobMap(ranks, "BYSLOT");
	};
}
