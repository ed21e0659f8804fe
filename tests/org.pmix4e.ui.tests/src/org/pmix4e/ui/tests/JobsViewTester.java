// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.jface.viewers.CellLabelProvider;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.ui.IViewPart;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.jobs.JobsView;

/** Page object of the PMIx Jobs view. */
final class JobsViewTester {
	private final TreeViewer viewer;
	private final Tree tree;

	private JobsViewTester(TreeViewer viewer) {
		this.viewer = viewer;
		tree = viewer.getTree();
	}

	/** Shows the view in front. */
	static JobsViewTester show() {
		IViewPart view = Workbench.show(PmixUi.VIEW_JOBS);
		return Ui.get(() -> new JobsViewTester((TreeViewer) ((JobsView) view).viewer()));
	}

	/** Returns the width of the column of the names. */
	int nameWidth() {
		return Ui.get(() -> tree.getColumn(0).getWidth());
	}

	/** Returns the width of the tree, without its scroll bars. */
	int room() {
		return Ui.get(() -> tree.getClientArea().width);
	}

	/** Gives the view another width, in pixels, as dragging its border does. */
	void resize(int width) {
		Ui.run(() -> page().setSize(width, page().getSize().y));
		Ui.await("the width", () -> tree.getSize().x == width);
	}

	/** Returns whether the cell of a row, and the text in it, are within the visible part of the tree. */
	boolean isWhole(String name, int column) {
		return Ui.get(() -> {
			TreeItem row = Widgets.item(tree, name);
			Rectangle cell = row.getBounds(column);
			GC gc = new GC(tree);
			int text = gc.textExtent(row.getText(column)).x;
			gc.dispose();
			return cell.x >= 0 && cell.x + cell.width <= tree.getClientArea().width && text <= row.getTextBounds(column).width;
		});
	}

	/** Returns whether the cell of a row has room for a text. */
	boolean hasRoom(String name, int column, String text) {
		return Ui.get(() -> {
			GC gc = new GC(tree);
			int width = gc.textExtent(text).x;
			gc.dispose();
			return width <= Widgets.item(tree, name).getTextBounds(column).width;
		});
	}

	/** Returns whether the visible part of the tree has room for a text in a column. */
	boolean showsInColumn(String title, String text) {
		return Ui.get(() -> {
			int left = 0;
			for (TreeColumn column : tree.getColumns()) {
				if (column.getText().equals(title)) {
					GC gc = new GC(tree);
					int width = gc.textExtent(text).x;
					gc.dispose();
					return width <= column.getWidth() && left + width <= tree.getClientArea().width;
				}
				left += column.getWidth();
			}
			throw new AssertionError("no column " + title);
		});
	}

	/** Returns the tool tip over a cell. */
	String toolTip(String name, int column) {
		return Ui.get(() -> ((CellLabelProvider) viewer.getLabelProvider(column)).getToolTipText(Widgets.item(tree, name).getData()));
	}

	/** Returns the expanded rows. */
	List<String> rows() {
		return Ui.get(() -> Widgets.rows(tree));
	}

	/** Waits until the given number of expanded rows contains a text. */
	void awaitRows(int count, String text) {
		Ui.await(() -> count + " rows with " + text + " in " + Widgets.rows(tree),
				() -> Widgets.rows(tree).stream().filter(row -> row.contains(text)).count() == count);
	}

	void select(String... names) {
		Ui.run(() -> Widgets.select(Stream.of(names).map(name -> Widgets.item(tree, name)).toArray(TreeItem[]::new)));
	}

	/** Expands a row, as a click on its triangle does. */
	void expand(String name) {
		Ui.run(() -> {
			TreeItem row = Widgets.item(tree, name);
			viewer.setExpandedState(row.getData(), true);
		});
	}

	/** Returns the beginnings of the names of all selected rows, which are ranks. */
	List<String> allSelected() {
		return Ui.get(() -> Stream.of(tree.getSelection()).map(row -> row.getText().split("  ", 2)[0]).toList());
	}

	/** Returns whether the tool bar of the view has a button. */
	boolean hasButton(String tooltip) {
		return Ui.get(() -> Widgets.all(Workbench.window().getShell(), ToolItem.class).stream()
				.anyMatch(each -> String.valueOf(each.getToolTipText()).startsWith(tooltip)));
	}

	/** Returns whether a button of the tool bar of the view is enabled. */
	boolean isEnabled(String button) {
		return Ui.get(() -> Widgets.toolItem(Workbench.window().getShell(), button).isEnabled());
	}

	/** Waits for a button of the tool bar, whose tool tip says what it acts on. */
	void awaitButton(String tooltip) {
		Ui.await(() -> tooltip + " in " + Ui.get(() -> Widgets.all(Workbench.window().getShell(), ToolItem.class).stream()
				.map(ToolItem::getToolTipText).toList()), () -> hasButton(tooltip));
	}

	/** Selects a row and opens its context menu on the screen, until Escape closes it, as a click of the right button does. */
	void openMenu(String name) {
		Ui.start(() -> {
			Widgets.select(Widgets.item(tree, name));
			tree.getMenu().setVisible(true);
		});
		Ui.await("the menu", () -> tree.getMenu().isVisible());
	}

	/** Returns the texts of the items of the open menu without underlined letters. */
	List<String> itemsOfOpenMenu() {
		return Ui.get(() -> Stream.of(tree.getMenu().getItems()).map(item -> item.getText().replace("&", "")).toList());
	}

	/** Opens the context menu, and returns the texts of its items without underlined letters and keys. */
	List<String> menu() {
		return menuWithKeys().stream().map(text -> text.split("    |\t")[0]).toList();
	}

	/** Opens the context menu, and returns the texts of its items without underlined letters. */
	List<String> menuWithKeys() {
		return Ui.get(() -> {
			Menu menu = tree.getMenu();
			menu.notifyListeners(SWT.Show, new Event());
			try {
				return Stream.of(menu.getItems()).map(item -> item.getText().replace("&", "")).toList();
			} finally {
				menu.notifyListeners(SWT.Hide, new Event());
			}
		});
	}

	/** Returns whether a row is within the visible part of the tree. */
	boolean isVisible(String name) {
		return Ui.get(() -> {
			Rectangle row = Widgets.item(tree, name).getBounds();
			Rectangle seen = tree.getClientArea();
			return row.y >= 0 && row.y + row.height <= seen.height;
		});
	}

	/** Returns the name of the first selected row; empty if none is selected. */
	String selected() {
		return Ui.get(() -> tree.getSelectionCount() == 0 ? "" : tree.getSelection()[0].getText());
	}

	/** Returns the banner's text; empty if there is no banner. */
	String banner() {
		return Ui.get(() -> links().stream().map(Link::getText).findFirst().orElse(""));
	}

	/** Returns whether the banner has room for all lines of its text. */
	boolean showsWholeBanner() {
		return Ui.get(() -> {
			Link text = links().get(0);
			return text.getSize().y >= text.computeSize(text.getSize().x, SWT.DEFAULT).y;
		});
	}

	/** Gives the focus to the button that closes the banner. */
	void focusCloseOfBanner() {
		ToolBar bar = Ui.get(() -> Widgets.find(links().get(0).getParent(), ToolBar.class, found -> true));
		Ui.await("the focus in the banner", () -> bar.isFocusControl() || bar.forceFocus());
	}

	/** Clicks the link in the banner. */
	void clickBanner() {
		Ui.run(() -> Ui.press(links().get(0)));
	}

	/** Clicks the link in the banner that has a target. */
	void clickBanner(String target) {
		Ui.run(() -> {
			Event event = new Event();
			event.text = target;
			links().get(0).notifyListeners(SWT.Selection, event);
		});
	}

	private List<Link> links() {
		return Widgets.all(page(), Link.class);
	}

	private Composite page() {
		return tree.getParent().getParent();
	}
}
