// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;

/** Some ranks of a program that are below a row of their own in a tree. Immutable. */
public sealed interface RankRows extends JobElement permits RankRange, NodeRanks {
	/** {@return the program} */
	AppElement app();

	/** {@return the ranks} */
	@Override
	List<RankElement> children();

	/** @return as {@link AppElement#state()}, of these ranks */
	@Override
	default ElementState state() {
		return ElementState.ofAll(children().stream().map(RankElement::state).toList());
	}
}
