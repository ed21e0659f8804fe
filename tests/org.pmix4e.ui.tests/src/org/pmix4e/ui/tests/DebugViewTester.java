// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.Optional;

import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.IDebugView;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;

/** Page object of the Debug view. */
final class DebugViewTester {
	private final Tree tree;

	private DebugViewTester(Tree tree) {
		this.tree = tree;
	}

	/** Shows the view in front. */
	static DebugViewTester show() {
		IDebugView view = (IDebugView) Workbench.show(IDebugUIConstants.ID_DEBUG_VIEW);
		return new DebugViewTester(Ui.get(() -> (Tree) view.getViewer().getControl()));
	}

	List<String> rows() {
		return Ui.get(() -> Widgets.rows(tree));
	}

	void select(String text) {
		Ui.run(() -> Widgets.select(Widgets.item(tree, text)));
	}

	/** Selects a row of the launch that a text names. */
	void select(String launch, String text) {
		Ui.run(() -> Widgets.select(Widgets.item(tree, launch, text)));
	}

	/** Selects a frame of a rank, as soon as the view shows it. */
	void selectFrame(String rank, String frame) {
		Ui.await(() -> frame + " of " + rank + " in " + Widgets.rows(tree), () -> trySelectFrame(rank, frame));
	}

	/** Selects a frame if it is there, and returns whether it is. Called on the thread of the user interface. */
	boolean trySelectFrame(String rank, String frame) {
		Optional<TreeItem> row = Widgets.below(tree, rank).stream().filter(item -> item.getText().startsWith(frame)).findFirst();
		row.ifPresent(Widgets::select);
		return row.isPresent();
	}

	/** Returns the whole text of the first row that contains a text. */
	String rowOf(String text) {
		return rows().stream().map(String::strip).filter(row -> row.contains(text)).findFirst().orElseThrow();
	}

	/** Returns the text of the selected row; empty if none is selected. */
	String selected() {
		return Ui.get(() -> tree.getSelectionCount() == 0 ? "" : tree.getSelection()[0].getText());
	}

	/** Selects a row as a user does, and collapses it. */
	void collapse(String text) {
		Ui.run(() -> {
			TreeItem row = Widgets.item(tree, text);
			row.setExpanded(false);
			tree.setSelection(row);
			Event event = new Event();
			event.item = row;
			tree.notifyListeners(SWT.Selection, event);
		});
	}

	/** Returns whether the frame of a suspended rank is chosen in this view. Called on the thread of the user interface. */
	static boolean hasChosenFrame() {
		return DebugUITools.getDebugContext() instanceof IStackFrame frame && frame.isSuspended();
	}

	void awaitRows(int count, String text) {
		Ui.await(() -> count + " rows with " + text + " in " + rows(), () -> rows().stream().filter(row -> row.contains(text)).count() == count);
	}

	void awaitRow(String text) {
		Ui.await("a row with " + text + " in the Debug view", () -> Widgets.rows(tree).stream().anyMatch(row -> row.contains(text)));
	}
}
