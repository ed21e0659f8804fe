// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.stacks;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.osgi.util.NLS;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.spi.FramePlace;
import org.pmix4e.core.stack.ProcessStacks;
import org.pmix4e.core.stack.StackNode;
import org.pmix4e.core.stack.StackTree;
import org.pmix4e.ui.internal.Messages;

/**
 * A row of the view: a frame, or a group of ranks without one. Equal to the row for the same frame before a step, so that the view keeps
 * its selection. Immutable.
 */
public final class StackRow {
	/** A longer list of ranks is cut. */
	private static final int MOST_LETTERS = 60;

	private final Optional<StackRow> parent;
	/** Tells it from the other rows with the same parent. */
	private final String key;
	private final int hash;
	private final String text;
	private final BitSet ranks;
	private final Optional<IStackFrame> frame;
	private final Optional<FramePlace> place;
	private final List<StackRow> children;

	/** Creates the row of a group of ranks. */
	private StackRow(String text, BitSet ranks) {
		parent = Optional.empty();
		key = "/" + text;
		hash = key.hashCode();
		this.text = text;
		this.ranks = ranks;
		frame = Optional.empty();
		place = Optional.empty();
		children = List.of();
	}

	private StackRow(Optional<StackRow> parent, StackNode node) {
		this.parent = parent;
		key = node.children().isEmpty() ? node.place().toString() : node.place().withoutLine() + "/";
		hash = Objects.hash(parent, key);
		text = node.place().toString();
		ranks = node.ranks();
		frame = node.frame();
		place = Optional.of(node.source());
		children = node.children().stream().map(child -> new StackRow(Optional.of(this), child)).toList();
	}

	/** Returns the rows of merged stacks. */
	static List<StackRow> of(StackTree tree) {
		List<StackRow> rows = new ArrayList<>(tree.roots().stream().map(node -> new StackRow(Optional.empty(), node)).toList());
		if (!tree.running().isEmpty()) {
			rows.add(new StackRow(Messages.stacks_running, tree.running()));
		}
		if (!tree.unreadable().isEmpty()) {
			rows.add(new StackRow(Messages.stacks_unreadable, tree.unreadable()));
		}
		if (tree.isCut()) {
			rows.add(new StackRow(Messages.stacks_cut, new BitSet()));
		}
		return rows;
	}

	/** Returns the rows of stacks that were read without debuggers. */
	static List<StackRow> of(ProcessStacks read) {
		BitSet ranks = new BitSet();
		read.tree().roots().forEach(root -> ranks.or(root.ranks()));
		String time = DateTimeFormatter.ofLocalizedTime(FormatStyle.MEDIUM).format(read.at().atZone(ZoneId.systemDefault()));
		List<StackRow> rows = new ArrayList<>();
		rows.add(new StackRow(NLS.bind(Messages.stacks_readAt, time), ranks));
		read.waits().forEach(wait -> rows.add(new StackRow(wait, new BitSet())));
		rows.addAll(of(read.tree()));
		read.reasons().forEach((reason, missing) -> rows.add(new StackRow(NLS.bind(Messages.stacks_missing, reason), missing)));
		return rows;
	}

	/** Returns the place of the frame, or the name of the group. */
	String text() {
		return text;
	}

	/** Returns the ranks in words: {@code 4 ranks: 0-2, 5}. */
	String ranksText() {
		if (ranks.isEmpty()) {
			return "";
		}
		String list = RankSet.of(ranks).toString().replace(",", ", ");
		if (list.length() > MOST_LETTERS) {
			list = list.substring(0, list.lastIndexOf(',', MOST_LETTERS) + 1) + " ...";
		}
		return ranks.cardinality() == 1 ? NLS.bind(Messages.stacks_rank, list) : NLS.bind(Messages.stacks_ranks, ranks.cardinality(), list);
	}

	BitSet ranks() {
		return ranks;
	}

	Optional<IStackFrame> frame() {
		return frame;
	}

	/** Returns the place of the first rank in the source; empty for a group of ranks. */
	Optional<FramePlace> place() {
		return place;
	}

	Optional<StackRow> parent() {
		return parent;
	}

	List<StackRow> children() {
		return children;
	}

	/** Returns this row and all below it. */
	Stream<StackRow> all() {
		return Stream.concat(Stream.of(this), children.stream().flatMap(StackRow::all));
	}

	/** Returns this row and all below it as indented lines. */
	String outline(String indent) {
		StringBuilder lines = new StringBuilder(indent).append(this).append(System.lineSeparator());
		children.forEach(child -> lines.append(child.outline(indent + "  ")));
		return lines.toString();
	}

	@Override
	public boolean equals(Object other) {
		return other == this || other instanceof StackRow row && row.hash == hash && row.key.equals(key) && row.parent.equals(parent);
	}

	@Override
	public int hashCode() {
		return hash;
	}

	@Override
	public String toString() {
		return text + "  " + ranksText();
	}
}
