// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.stacks;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.viewers.StyledCellLabelProvider;
import org.eclipse.jface.viewers.StyledString;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.jface.viewers.ViewerCell;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.jspecify.annotations.Nullable;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixColor;

/** The tree of merged stacks. Keeps what the user has selected and collapsed. Owned by the view, on the thread of the user interface. */
final class StackTreeViewer {
	/** Rows of a larger tree are not expanded: the user could not see them all. */
	private static final int MOST_EXPANDED = 500;

	private final TreeViewer viewer;
	private Set<StackRow> known = Set.of();

	StackTreeViewer(Composite parent) {
		viewer = new TreeViewer(parent, SWT.MULTI | SWT.H_SCROLL | SWT.V_SCROLL);
		viewer.setUseHashlookup(true);
		viewer.setContentProvider(new Content());
		viewer.setLabelProvider(new Labels());
		AccessibleNames.set(viewer.getTree(), Messages.stacks_treeName);
		viewer.setInput(List.of());
	}

	TreeViewer viewer() {
		return viewer;
	}

	/** Shows rows and expands those that are new. */
	void show(List<StackRow> rows) {
		List<StackRow> selected = selected();
		Set<StackRow> expanded = new HashSet<>();
		Stream.of(viewer.getExpandedElements()).map(StackRow.class::cast).forEach(expanded::add);
		Set<StackRow> all = rows.stream().flatMap(StackRow::all).collect(Collectors.toCollection(LinkedHashSet::new));
		viewer.getTree().setRedraw(false);
		try {
			viewer.setInput(rows);
			viewer.setExpandedElements(all.stream().limit(MOST_EXPANDED)
					.filter(row -> !row.children().isEmpty() && (expanded.contains(row) || !known.contains(row))).toArray());
			viewer.setSelection(new StructuredSelection(selected.stream().filter(all::contains).toList()));
		} finally {
			viewer.getTree().setRedraw(true);
		}
		known = all;
	}

	/** Returns the selected rows in the order of the tree. */
	List<StackRow> selected() {
		return Stream.of(viewer.getStructuredSelection().toArray()).map(StackRow.class::cast).toList();
	}

	/** Returns the selected rows, or else all, as indented lines with the rows below them. */
	String outline() {
		List<StackRow> chosen = selected();
		List<?> rows = chosen.isEmpty() ? (List<?>) viewer.getInput() : chosen;
		return rows.stream().map(row -> ((StackRow) row).outline("")).collect(Collectors.joining());
	}

	private static final class Content implements ITreeContentProvider {
		@Override
		public Object[] getElements(Object input) {
			return ((List<?>) input).toArray();
		}

		@Override
		public Object[] getChildren(Object row) {
			return ((StackRow) row).children().toArray();
		}

		@Override
		public @Nullable Object getParent(Object row) {
			return ((StackRow) row).parent().orElse(null);
		}

		@Override
		public boolean hasChildren(Object row) {
			return !((StackRow) row).children().isEmpty();
		}
	}

	private static final class Labels extends StyledCellLabelProvider {
		@Override
		public void update(ViewerCell cell) {
			StackRow row = (StackRow) cell.getElement();
			StyledString text = new StyledString(row.text()).append("  " + row.ranksText(), PmixColor.DETAIL.styler());
			cell.setText(text.getString());
			cell.setStyleRanges(text.getStyleRanges());
			super.update(cell);
		}
	}
}
