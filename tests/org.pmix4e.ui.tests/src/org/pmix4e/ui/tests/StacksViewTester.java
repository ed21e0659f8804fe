// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Tree;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.stacks.StacksView;

/** Page object of the view PMIx Stacks. */
final class StacksViewTester {
	private final StacksView view;
	private final Tree tree;

	private StacksViewTester(StacksView view) {
		this.view = view;
		tree = (Tree) Ui.get(view::tree);
	}

	/** Shows the view in front, as its command does. */
	static StacksViewTester show() {
		Workbench.command(PmixUi.COMMAND_SHOW_STACKS);
		return new StacksViewTester((StacksView) Ui.get(() -> Workbench.page().findView(PmixUi.VIEW_STACKS)));
	}

	/** Returns the view, which has been shown before. */
	static StacksViewTester found() {
		return new StacksViewTester((StacksView) Ui.get(() -> Workbench.page().findView(PmixUi.VIEW_STACKS)));
	}

	/** Returns the text that the view shows in place of the tree; empty if it shows the tree. */
	String text() {
		return Ui.get(() -> Widgets.all(tree.getParent(), Label.class).stream().findFirst().map(Label::getText).orElse(""));
	}

	void awaitText(String begin) {
		Ui.await(() -> begin + " instead of " + text(), () -> text().startsWith(begin));
	}

	List<String> rows() {
		return Ui.get(() -> Widgets.rows(tree));
	}

	/** Waits until a row has exactly this text, apart from its indentation. */
	void awaitRow(String text) {
		Ui.await(() -> "the row " + text + " in " + Widgets.rows(tree),
				() -> Widgets.rows(tree).stream().anyMatch(row -> row.strip().equals(text)));
	}

	void select(String text) {
		Ui.run(() -> Widgets.select(Widgets.item(tree, text)));
	}

	/** Returns whether the view is active, as the one in which the user works. Called on the display's thread. */
	boolean isActive() {
		return Workbench.page().getActivePart() == view;
	}

	/** Describes what the view shows, and which part is active, for messages. */
	String situation() {
		return Ui.get(() -> "active is " + Workbench.page().getActivePart().getTitle()) + ", rows are " + rows();
	}

	/** Presses Enter or clicks twice on the selected row. */
	void open() {
		Ui.run(() -> Ui.notify(tree, SWT.DefaultSelection));
	}

	/** Returns the numbers of the ranks that the view has selected. */
	List<Integer> selectedRanks() {
		return Ui.get(() -> Stream.of(((IStructuredSelection) view.getSite().getSelectionProvider().getSelection()).toArray())
				.map(rank -> ((RankElement) rank).rank()).toList());
	}

	/** Copies the selected row, as Ctrl+C does, and returns what is in the clipboard then. */
	String copy() {
		Workbench.command("org.eclipse.ui.edit.copy");
		return Ui.get(() -> {
			Clipboard clipboard = new Clipboard(Ui.display());
			try {
				return (String) clipboard.getContents(TextTransfer.getInstance());
			} finally {
				clipboard.dispose();
			}
		});
	}

	/** Presses the button Show All Threads. */
	void toggleAllThreads() {
		Ui.run(() -> {
			var button = Widgets.toolItem(Workbench.window().getShell(), "Show All Threads");
			button.setSelection(!button.getSelection());
			Ui.press(button);
		});
	}
}
