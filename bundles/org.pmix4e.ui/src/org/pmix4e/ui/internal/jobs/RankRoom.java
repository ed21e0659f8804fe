// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.stream.Stream;

import org.eclipse.jface.layout.TreeColumnLayout;
import org.eclipse.jface.viewers.ColumnPixelData;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.swt.widgets.TreeItem;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.ClippedCell;
import org.pmix4e.ui.internal.elements.ElementText;

/**
 * Keeps the column of the names so wide that a narrow view shows the number of each rank, however far its row is indented, and that of the
 * states so narrow, down to its icons, that there is room for what ranks wait for. Owned by the page, on the thread of the user interface.
 */
final class RankRoom {
	/** Of the column of states, for its icons, in pixels. */
	private static final int ICONS = 26;

	/** Of the details of ranks at one time; those of many ranks are much alike. */
	private static final int MOST_MEASURED = 64;

	private final Tree tree;
	private final TreeColumnLayout widths;
	private int least;
	/** The width for the widest details since the last new job, in pixels; 0 if no rank had any. */
	private int details;
	/** Whether rows are new: the window system knows their places only when it has drawn them. */
	private boolean areNew;

	RankRoom(Tree tree, TreeColumnLayout widths) {
		this.tree = tree;
		this.widths = widths;
		tree.addListener(SWT.Expand, event -> fitLater());
		tree.addListener(SWT.Paint, event -> {
			if (areNew) {
				areNew = false;
				fitSoon();
			}
		});
		tree.getParent().addListener(SWT.Resize, event -> fitStatesAndDetails()); // before the layout
	}

	/** Makes room for the details of ranks. */
	void showDetails(Stream<RankElement> ranks) {
		GC gc = new GC(tree);
		try {
			int needed = ranks.map(ElementText::details).filter(text -> !text.isEmpty()).limit(MOST_MEASURED)
					.mapToInt(text -> Column.DETAILS.least(gc, gc.textExtent(text).x + Column.MARGIN)).max().orElse(0);
			if (needed > details) {
				setDetails(needed);
			}
		} finally {
			gc.dispose();
		}
	}

	/** Takes back the room that details of earlier jobs needed. */
	void forgetDetails() {
		if (details > 0) {
			setDetails(0);
		}
	}

	private void setDetails(int needed) {
		details = needed;
		fitStatesAndDetails();
		tree.getParent().layout(true, true);
	}

	private void fitStatesAndDetails() {
		GC gc = new GC(tree);
		try {
			int room = tree.getParent().getClientArea().width - Column.NAME.least(gc, least);
			int wanted = Math.min(details, room - ICONS);
			widths.setColumnData(tree.getColumn(Column.DETAILS.ordinal()), Column.DETAILS.share(gc, wanted));
			int left = details > 0 ? room - Column.DETAILS.least(gc, wanted) : room;
			widths.setColumnData(tree.getColumn(Column.STATE.ordinal()),
					new ColumnPixelData(Math.clamp(left, ICONS, Column.STATE.least(gc, 0)), true, false));
		} finally {
			gc.dispose();
		}
	}

	/** Adapts the width once the rows have their places. */
	void fitLater() {
		areNew = true;
		fitSoon();
	}

	private void fitSoon() {
		tree.getDisplay().asyncExec(() -> {
			if (!tree.isDisposed()) {
				fit();
			}
		});
	}

	private void fit() {
		GC gc = new GC(tree);
		try {
			int needed = Stream.of(tree.getItems()).mapToInt(row -> needed(row, gc)).max().orElse(0);
			if (needed != least) {
				least = needed;
				widths.setColumnData(column(), Column.NAME.share(gc, least));
				fitStatesAndDetails();
				tree.getParent().layout(true, true);
			}
		} finally {
			gc.dispose();
		}
	}

	private TreeColumn column() {
		return tree.getColumn(Column.NAME.ordinal());
	}

	/** Returns the width that the names of the ranks below an expanded row need; 0 if there are none. */
	private int needed(TreeItem row, GC gc) {
		if (row.getData() instanceof RankElement rank) {
			int beside = column().getWidth() - row.getTextBounds(Column.NAME.ordinal()).width;
			return beside + gc.textExtent(ElementText.name(rank) + ClippedCell.ELLIPSIS).x;
		}
		TreeItem[] below = row.getExpanded() ? row.getItems() : new TreeItem[0];
		int needed = 0;
		for (int i = 0; i < below.length; i++) {
			boolean further = i + 1 < below.length && below[i].getData() instanceof RankElement && below[i + 1].getData() instanceof RankElement;
			if (!further) { // of many ranks only the last is measured, which has the longest name
				needed = Math.max(needed, needed(below[i], gc));
			}
		}
		return needed;
	}
}
