// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.stacks;

import java.util.BitSet;
import java.util.List;

/**
 * A frame that several ranks share, as they were called in the same way. Immutable.
 *
 * @param text     the frame; {@code (...)} stands for arguments that differ
 * @param ranks    the ranks that share it, at least one; not to be changed
 * @param children the frames that it has called, in the order of their first ranks
 */
public record CallNode(String text, BitSet ranks, List<CallNode> children) {
	/** Copies the children. */
	public CallNode {
		children = List.copyOf(children);
	}

	/** {@return the ranks whose innermost frame this is; empty if all have called another one} */
	public BitSet here() {
		BitSet here = (BitSet) ranks.clone();
		children.forEach(child -> here.andNot(child.ranks));
		return here;
	}
}
