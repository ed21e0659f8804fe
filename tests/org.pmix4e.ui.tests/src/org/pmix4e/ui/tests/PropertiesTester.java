// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;

import org.eclipse.swt.widgets.Tree;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.views.properties.PropertySheet;

/** Page object of the Properties view. */
final class PropertiesTester {
	private final PropertySheet view;

	private PropertiesTester(PropertySheet view) {
		this.view = view;
	}

	/** Shows the view and keeps the selection. */
	static PropertiesTester show() {
		IViewPart view = Workbench.show(IPageLayout.ID_PROP_SHEET);
		return new PropertiesTester((PropertySheet) view);
	}

	List<String> rows() {
		return Ui.get(() -> view.getCurrentPage().getControl() instanceof Tree tree ? Widgets.rows(tree) : List.of());
	}

	void awaitRow(String text) {
		Ui.await(() -> text + " in the properties " + rows(), () -> rows().contains(text));
	}
}
