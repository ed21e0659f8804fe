// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;
import java.util.Optional;

/**
 * The ranks of a program on one node. Immutable.
 *
 * @param app  the program
 * @param node the host name; empty for the ranks whose node is not known
 */
public record NodeRanks(AppElement app, String node) implements JobElement {
	/**
	 * Returns the nodes of a program.
	 *
	 * @param app any program
	 * @return its ranks by node, in the order of the first rank on each
	 */
	public static List<NodeRanks> rows(AppElement app) {
		return app.children().stream().map(NodeRanks::of).distinct().toList();
	}

	/**
	 * Returns the node of a rank.
	 *
	 * @param rank any rank
	 * @return the ranks of its program on the same node
	 */
	public static NodeRanks of(RankElement rank) {
		return new NodeRanks(rank.app(), rank.node().orElse(""));
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(app);
	}

	@Override
	public List<RankElement> children() {
		return app.children().stream().filter(rank -> rank.node().orElse("").equals(node)).toList();
	}

	@Override
	public String name() {
		return node;
	}

	/** @return as {@link AppElement#state()}, of these ranks */
	@Override
	public ElementState state() {
		return ElementState.ofAll(children().stream().map(RankElement::state).toList());
	}
}
