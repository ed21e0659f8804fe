// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.Optional;

import org.pmix4j.job.internal.nodelist.NodeList;

/**
 * The type of lists of nodes, which must follow the grammar; empty for none. The nodes themselves are looked up when the job is
 * mapped. Values stay as they were written. Immutable.
 */
final class NodeListType extends GrammarType {
	/** The only one. */
	static final NodeListType NODES = new NodeListType();

	private NodeListType() {
		super("a list of nodes such as node:2,+n0,^other");
	}

	@Override
	void check(String text) {
		if (!text.isEmpty()) {
			NodeList.parse(text);
		}
	}

	@Override
	public Optional<String> combine(String earlier, String later) {
		return Optional.of(earlier + "," + later);
	}
}
