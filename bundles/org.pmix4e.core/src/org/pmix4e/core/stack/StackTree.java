// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.stack;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.eclipse.debug.core.model.IStackFrame;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.spi.FramePlace;

/**
 * The stacks of several ranks, merged from the outermost frame inward. Frames merge if they are in the same function of the same file;
 * the innermost frames only if they are at the same line, too. Immutable.
 *
 * @param roots      the outermost frames, in the order of their first ranks
 * @param running    the ranks of which no chosen thread is suspended; not to be changed
 * @param unreadable the ranks whose debugger has failed to read the stack; not to be changed
 * @param isCut      whether frames are missing because the tree would have become too large
 */
public record StackTree(List<StackNode> roots, BitSet running, BitSet unreadable, boolean isCut) {
	/** The limit of frames in a tree; 1,000 ranks with nothing in common reach it at a depth of ten. */
	static final int MOST_NODES = 10_000;

	/** Copies the roots. */
	public StackTree {
		roots = List.copyOf(roots);
	}

	/**
	 * Merges stacks.
	 *
	 * @param stacks     of any number of ranks; a rank may have several
	 * @param running    the ranks without a suspended thread
	 * @param unreadable the ranks whose stack could not be read
	 * @return the tree
	 */
	public static StackTree merge(List<RankStack> stacks, BitSet running, BitSet unreadable) {
		Builder builder = new Builder();
		stacks.stream().sorted(Comparator.comparing(RankStack::rank)).forEach(builder::add);
		return new StackTree(builder.root.nodes(), running, unreadable, builder.isCut);
	}

	/** Grows a tree by one stack after the other. */
	private static final class Builder {
		private final Growing root = new Growing();
		private int nodes;
		private boolean isCut;

		void add(RankStack stack) {
			Growing parent = root;
			for (RankFrame frame : stack.frames().reversed()) {
				boolean isInnermost = frame == stack.frames().getFirst();
				FramePlace key = isInnermost ? frame.place() : frame.place().withoutLine();
				Map<FramePlace, Growing> siblings = isInnermost ? parent.innermost : parent.callers;
				Growing next = siblings.get(key);
				if (next == null) {
					if (nodes == MOST_NODES) {
						isCut = true;
						return;
					}
					next = new Growing();
					siblings.put(key, next);
					nodes++;
				}
				next.add(stack.rank(), frame);
				parent = next;
			}
		}
	}

	/** A node that grows. Frames that have called others do not merge with innermost ones, even without lines. */
	private static final class Growing {
		private final BitSet ranks = new BitSet();
		private final Map<FramePlace, Growing> innermost = new LinkedHashMap<>();
		private final Map<FramePlace, Growing> callers = new LinkedHashMap<>();
		private @Nullable RankFrame first;
		private boolean isAtOneLine = true;

		void add(int rank, RankFrame frame) {
			RankFrame before = first;
			if (before == null) {
				first = frame;
			} else if (before.place().line() != frame.place().line()) {
				isAtOneLine = false;
			}
			ranks.set(rank);
		}

		List<StackNode> nodes() {
			List<Growing> all = new ArrayList<>(innermost.values());
			all.addAll(callers.values());
			return all.stream().sorted(Comparator.comparing(node -> node.ranks.nextSetBit(0))).map(Growing::node).toList();
		}

		private StackNode node() {
			RankFrame frame = first;
			FramePlace place = frame == null ? new FramePlace("", "", 0) : frame.place();
			Optional<IStackFrame> shown = frame == null ? Optional.empty() : frame.frame();
			return new StackNode(isAtOneLine ? place : place.withoutLine(), place, ranks, shown, nodes());
		}
	}
}
