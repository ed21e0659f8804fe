// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.IDebugView;
import org.eclipse.jface.action.IAction;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;

/** Page object of the Variables view. */
final class VariablesViewTester {
	/** The name under which the view offers its action; the platform has no constant for it. */
	private static final String CHANGE_VALUE = "ChangeVariableValue";

	private final IDebugView view;
	private final Tree tree;

	private VariablesViewTester(IDebugView view, Tree tree) {
		this.view = view;
		this.tree = tree;
	}

	/** Shows the view in front. */
	static VariablesViewTester show() {
		IDebugView view = (IDebugView) Workbench.show(IDebugUIConstants.ID_VARIABLE_VIEW);
		return new VariablesViewTester(view, Ui.get(() -> (Tree) view.getViewer().getControl()));
	}

	/** Waits until the view shows a value of a variable. */
	void awaitRow(String name, String value) {
		Ui.await(() -> name + " with " + value + " in " + Widgets.rows(tree), () -> item(name, value).isPresent());
	}

	private Optional<TreeItem> item(String name, String value) {
		return Stream.of(tree.getItems()).filter(item -> item.getText(0).equals(name) && item.getText(1).equals(value)).findFirst();
	}

	/** Returns whether a value is shown as one that has changed; false without such a row. */
	boolean isHighlighted(String name, String value) {
		return Ui.get(() -> item(name, value).filter(item -> item.getBackground(1)
				.equals(DebugUITools.getPreferenceColor(IDebugUIConstants.PREF_CHANGED_VALUE_BACKGROUND))).isPresent());
	}

	/**
	 * Selects a variable and chooses Change Value. Tries that again while the view still reads variables, which makes it forget the selection.
	 *
	 * @return the dialog
	 */
	Shell changeValue(String name, String value) {
		Ui.await(() -> "Change Value for " + name + " in " + Widgets.rows(tree), () -> {
			boolean isOpen = Stream.of(Ui.display().getShells()).anyMatch(shell -> shell.getText().equals("Change Value"));
			if (!isOpen) {
				item(name, value).ifPresent(Widgets::select);
				Ui.start(() -> {
					IAction change = view.getAction(CHANGE_VALUE);
					if (change.isEnabled() && !view.getViewer().getSelection().isEmpty()) {
						change.run();
					}
				});
			}
			return isOpen;
		});
		return Ui.awaitShell("Change Value");
	}
}
