// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.ui.IViewPart;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.jobs.JobsView;

/** The view PMIx Jobs. */
final class JobsViewTester {
	private final Tree tree;

	private JobsViewTester(Tree tree) {
		this.tree = tree;
	}

	/** Brings it to the front. */
	static JobsViewTester show() {
		IViewPart view = Workbench.show(PmixUi.VIEW_JOBS);
		return new JobsViewTester(Ui.get(() -> (Tree) ((JobsView) view).viewer().getControl()));
	}

	/** The open rows. */
	List<String> rows() {
		return Ui.get(() -> Widgets.rows(tree));
	}

	/** Waits until so many open rows have a text. */
	void awaitRows(int count, String text) {
		Ui.await(() -> count + " rows with " + text + " in " + Widgets.rows(tree),
				() -> Widgets.rows(tree).stream().filter(row -> row.contains(text)).count() == count);
	}

	void select(String name) {
		Ui.run(() -> Widgets.select(Widgets.item(tree, name)));
	}

	/** The first selected row. */
	String selected() {
		return Ui.get(() -> tree.getSelectionCount() == 0 ? "" : tree.getSelection()[0].getText());
	}

	/** The banner's text; empty if there is no banner. */
	String banner() {
		return Ui.get(() -> links().stream().map(Link::getText).findFirst().orElse(""));
	}

	/** Follows the link in the banner. */
	void clickBanner() {
		Ui.run(() -> Ui.press(links().get(0)));
	}

	private List<Link> links() {
		return Widgets.all(page(), Link.class);
	}

	private Composite page() {
		return tree.getParent();
	}
}
