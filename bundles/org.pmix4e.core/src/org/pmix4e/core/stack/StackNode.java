// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.stack;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

import org.eclipse.debug.core.model.IStackFrame;
import org.pmix4e.core.spi.FramePlace;

/**
 * A frame that several ranks share, because they have been called in the same way. Immutable.
 *
 * @param place    where it is; without a line if the ranks are at different ones
 * @param source   where it is in the first of these ranks
 * @param ranks    the ranks that share it, at least one; not to be changed
 * @param frame    the frame of the first of these ranks
 * @param children the frames that it has called, in the order of their first ranks; none if the ranks are in this frame
 */
public record StackNode(FramePlace place, FramePlace source, BitSet ranks, Optional<IStackFrame> frame, List<StackNode> children) {
	/** Copies the children. */
	public StackNode {
		children = List.copyOf(children);
	}

	/**
	 * Creates a node whose ranks are at one place.
	 *
	 * @param place    where it is
	 * @param ranks    the ranks that share it
	 * @param frame    the frame of the first of these ranks
	 * @param children the frames that it has called
	 */
	public StackNode(FramePlace place, BitSet ranks, Optional<IStackFrame> frame, List<StackNode> children) {
		this(place, place, ranks, frame, children);
	}
}
