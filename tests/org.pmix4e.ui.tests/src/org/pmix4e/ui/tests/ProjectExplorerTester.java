// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.resources.IResource;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.ui.navigator.CommonNavigator;
import org.eclipse.ui.navigator.resources.ProjectExplorer;

/** Page object of the Project Explorer and its context menu. */
final class ProjectExplorerTester {
	private final CommonNavigator view;

	private ProjectExplorerTester(CommonNavigator view) {
		this.view = view;
	}

	static ProjectExplorerTester show() {
		return new ProjectExplorerTester((CommonNavigator) Workbench.show(ProjectExplorer.VIEW_ID));
	}

	ProjectExplorerTester select(IResource resource) {
		Ui.await("the selection of " + resource, () -> {
			view.selectReveal(new StructuredSelection(resource));
			return resource.equals(view.getCommonViewer().getStructuredSelection().getFirstElement());
		});
		return this;
	}

	ProjectExplorerTester selectNothing() {
		Ui.run(() -> view.getCommonViewer().setSelection(StructuredSelection.EMPTY));
		return this;
	}

	/** Returns the entries of the Run As menu. */
	List<String> runAs() {
		return Ui.get(() -> {
			Menu menu = contextMenu();
			try {
				return Stream.of(runAs(menu).getItems()).map(item -> item.getText().replaceFirst("^&?\\d+ ", "").split("\t")[0]).toList();
			} finally {
				menu.notifyListeners(SWT.Hide, null);
			}
		});
	}

	/** Chooses an entry of the Run As menu. Must be called on the display's thread. */
	void runAs(String entry) {
		Menu menu = contextMenu();
		Ui.press(item(runAs(menu), entry));
		menu.notifyListeners(SWT.Hide, null);
	}

	private Menu contextMenu() {
		Menu menu = view.getCommonViewer().getControl().getMenu();
		menu.notifyListeners(SWT.Show, null);
		return menu;
	}

	private static Menu runAs(Menu menu) {
		Menu cascade = item(menu, "Run As").getMenu();
		cascade.notifyListeners(SWT.Show, null);
		return cascade;
	}

	private static MenuItem item(Menu menu, String text) {
		return Stream.of(menu.getItems()).filter(item -> item.getText().replace("&", "").contains(text)).findFirst()
				.orElseThrow(() -> new AssertionError("no " + text + " in " + Stream.of(menu.getItems()).map(MenuItem::getText).toList()));
	}
}
