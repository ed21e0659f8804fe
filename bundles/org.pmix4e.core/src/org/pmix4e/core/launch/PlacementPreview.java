// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.internal.configuration.LaunchPlans;
import org.pmix4j.host.launcher.MapPreview;

/**
 * Shows where the ranks of a launch would run on the idle machine, as the mapper of the launch decides. Immutable.
 *
 * @param mapping the mapping policy with its qualifiers
 * @param binding the binding policy with its qualifiers
 * @param nodes   the nodes with ranks
 */
public record PlacementPreview(String mapping, String binding, List<PreviewedNode> nodes) {
	/** Copies the list. */
	public PlacementPreview {
		nodes = List.copyOf(nodes);
	}

	/**
	 * A node with ranks. Immutable.
	 *
	 * @param name           its name
	 * @param slots          how many ranks it runs without oversubscription
	 * @param oversubscribed whether it runs more
	 * @param ranks          its ranks in the order of their numbers
	 */
	public record PreviewedNode(String name, int slots, boolean oversubscribed, List<PreviewedRank> ranks) {
		/** Copies the list. */
		public PreviewedNode {
			ranks = List.copyOf(ranks);
		}
	}

	/**
	 * A rank. Immutable.
	 *
	 * @param rank       its number
	 * @param program    the index of its program
	 * @param processors the processors that it is bound to
	 */
	public record PreviewedRank(int rank, int program, String processors) {
	}

	/**
	 * Maps the ranks of a configuration, starts nothing and asks the user nothing. Reads files, and the hardware the first time.
	 *
	 * @param configuration a launch configuration, which may lack a program
	 * @return the places of its ranks
	 * @throws CoreException with the reason if they cannot be mapped
	 */
	public static PlacementPreview of(ILaunchConfiguration configuration) throws CoreException {
		MapPreview map = LaunchPlans.preview(configuration);
		return new PlacementPreview(map.mapping(), map.binding(), map.nodes().stream().map(node -> new PreviewedNode(node.name(),
				node.slots(), node.isOversubscribed(), node.ranks().stream().map(rank -> new PreviewedRank(rank.rank(), rank.app(),
						rank.processors())).toList())).toList());
	}
}
