// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.launcher;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.placement.internal.mapping.BindingText;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.NodeUse;
import org.pmix4j.placement.internal.mapping.Placement;

/**
 * Shows where the ranks of a job would run, without running it. Immutable.
 *
 * @param mapping the mapping policy with its qualifiers, as PRRTE writes it
 * @param binding the binding policy with its qualifiers, as PRRTE writes it
 * @param nodes   the nodes with ranks, in the order of their first rank
 */
public record MapPreview(String mapping, String binding, List<NodePreview> nodes) {
	/** Copies the list. */
	public MapPreview {
		nodes = List.copyOf(nodes);
	}

	/**
	 * A node with ranks. Immutable.
	 *
	 * @param name  its name
	 * @param slots how many ranks it runs without oversubscription
	 * @param ranks the ranks on it in the order of their numbers
	 */
	public record NodePreview(String name, int slots, List<RankPreview> ranks) {
		/** Copies the list. */
		public NodePreview {
			ranks = List.copyOf(ranks);
		}

		/** {@return whether it runs more ranks than it has slots} */
		public boolean isOversubscribed() {
			return ranks.size() > slots;
		}
	}

	/**
	 * A rank. Immutable.
	 *
	 * @param rank       its number in the job
	 * @param app        the index of its program
	 * @param processors the processors that it is bound to, such as {@code package[0][core:0-1]}; UNBOUND if it is not bound
	 */
	public record RankPreview(int rank, int app, String processors) {
	}

	static MapPreview of(JobMap map) {
		boolean threads = map.summary().hwthreads();
		List<NodePreview> nodes = new ArrayList<>();
		for (NodeUse use : map.summary().nodes()) {
			List<RankPreview> ranks = new ArrayList<>();
			for (Placement rank : map.on(use.node())) {
				ranks.add(new RankPreview(rank.rank(), rank.app(), BindingText.of(use.hardware(), rank.cpuset(), threads)));
			}
			nodes.add(new NodePreview(use.node().name(), use.slots(), ranks));
		}
		return new MapPreview(map.policy(), map.summary().binding(), nodes);
	}
}
