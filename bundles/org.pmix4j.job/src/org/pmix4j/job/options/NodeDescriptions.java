// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;

/**
 * Descriptions of simulated nodes. Immutable.
 *
 * @param texts one for each use of the option, not empty
 */
public record NodeDescriptions(List<String> texts) {
	/** No simulated nodes. */
	public static final NodeDescriptions NONE = new NodeDescriptions(List.of());

	/** Copies the list. */
	public NodeDescriptions {
		texts = List.copyOf(texts);
	}

	/** Returns both. */
	NodeDescriptions plus(NodeDescriptions later) {
		List<String> all = new ArrayList<>(texts);
		all.addAll(later.texts);
		return new NodeDescriptions(all);
	}
}
