// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.stacks;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.CpuSet;

/**
 * The stacks of several ranks, merged from the outermost frame inward. Immutable.
 *
 * @param roots the outermost frames, in the order of their first ranks
 */
public record CallTree(List<CallNode> roots) {
	private static final String INDENT = "  ";

	/** Copies the roots. */
	public CallTree {
		roots = List.copyOf(roots);
	}

	/**
	 * Merges stacks. Frames are the same if they are at the same place and their callers are the same, whatever their arguments are.
	 *
	 * @param stacks of any number of ranks; a rank may have several
	 * @return the tree
	 */
	public static CallTree of(List<ThreadStack> stacks) {
		Growing root = new Growing("");
		for (ThreadStack stack : stacks) {
			Growing at = root;
			if (!stack.thread().isEmpty()) {
				String thread = "thread " + stack.thread();
				at = at.child(new StackFrame(thread, thread), stack.rank());
			}
			for (StackFrame frame : stack.frames()) {
				at = at.child(frame, stack.rank());
			}
		}
		return new CallTree(root.nodes());
	}

	/**
	 * {@return the tree as text: each group of ranks is a line, followed by its frames, and indented below the frame that has called them}
	 */
	public List<String> lines() {
		List<String> lines = new ArrayList<>();
		roots.forEach(node -> addGroup(node, "", lines));
		return lines;
	}

	/**
	 * {@return {@code rank 3} or {@code ranks 0-3,7}}
	 *
	 * @param ranks a set of ranks, not empty
	 */
	public static String text(BitSet ranks) {
		return (ranks.cardinality() == 1 ? "rank " : "ranks ") + list(ranks);
	}

	/**
	 * {@return the numbers, consecutive ones contracted: {@code 0-3,7}}
	 *
	 * @param ranks a set of ranks
	 */
	public static String list(BitSet ranks) {
		return CpuSet.of(ranks).list();
	}

	private static void addGroup(CallNode node, String indent, List<String> lines) {
		lines.add(indent + text(node.ranks()));
		add(node, indent + INDENT, lines);
	}

	/** Adds a frame, and those that it has called: without a further indent as long as all ranks have called the same. */
	private static void add(CallNode node, String indent, List<String> lines) {
		lines.add(indent + node.text());
		BitSet here = node.here();
		if (node.children().size() == 1 && here.isEmpty()) {
			add(node.children().get(0), indent, lines);
			return;
		}
		if (!here.isEmpty() && !node.children().isEmpty()) {
			lines.add(indent + INDENT + text(here) + ": here");
		}
		for (CallNode child : node.children()) {
			addGroup(child, indent + INDENT, lines);
		}
	}

	/** A node that grows. */
	private static final class Growing {
		private final BitSet ranks = new BitSet();
		private final Map<String, Growing> children = new LinkedHashMap<>();
		private String text;

		Growing(String text) {
			this.text = text;
		}

		Growing child(StackFrame frame, int rank) {
			Growing child = children.computeIfAbsent(frame.key(), first -> new Growing(frame.text()));
			if (!child.text.equals(frame.text())) {
				child.text = frame.key();
			}
			child.ranks.set(rank);
			return child;
		}

		/** Uses no streams, which would need much of the stack for each frame of a deep recursion. */
		List<CallNode> nodes() {
			List<Growing> sorted = new ArrayList<>(children.values());
			sorted.sort(Comparator.comparing(child -> child.ranks.nextSetBit(0)));
			List<CallNode> nodes = new ArrayList<>();
			for (Growing child : sorted) {
				nodes.add(new CallNode(child.text, child.ranks, child.nodes()));
			}
			return nodes;
		}
	}
}
