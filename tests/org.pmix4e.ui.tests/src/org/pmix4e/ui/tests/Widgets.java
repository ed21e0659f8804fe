// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.swt.widgets.Widget;

/** Finds widgets by the text that a user sees. Used on the display's thread. */
final class Widgets {
	private Widgets() {
	}

	/** Returns the first visible widget that a predicate selects. */
	static <T extends Widget> T find(Composite root, Class<T> type, Predicate<T> wanted) {
		return all(root, type).stream().filter(wanted).findFirst()
				.orElseThrow(() -> new AssertionError("no such " + type.getSimpleName() + " among " + all(root, type)));
	}

	/** Returns all visible widgets of a type, in order of creation. */
	static <T extends Widget> List<T> all(Composite root, Class<T> type) {
		List<T> found = new ArrayList<>();
		collect(root, type, found);
		return found;
	}

	private static <T extends Widget> void collect(Control control, Class<T> type, List<T> found) {
		if (!control.isVisible()) {
			return;
		}
		if (type.isInstance(control)) {
			found.add(type.cast(control));
		}
		if (control instanceof ToolBar bar && type == ToolItem.class) {
			for (ToolItem item : bar.getItems()) {
				found.add(type.cast(item));
			}
		}
		if (control instanceof Composite composite) {
			for (Control child : composite.getChildren()) {
				collect(child, type, found);
			}
		}
	}

	/** Returns the control next to a label. */
	static <T extends Control> T labelled(Composite root, String label, Class<T> type) {
		Label found = find(root, Label.class, each -> plain(each.getText()).equals(label));
		Control[] siblings = found.getParent().getChildren();
		for (int i = 0; i < siblings.length - 1; i++) {
			if (siblings[i] == found) {
				return type.cast(siblings[i + 1]);
			}
		}
		throw new AssertionError("no control next to " + label);
	}

	static Button button(Composite root, String text) {
		return find(root, Button.class, each -> plain(each.getText()).equals(text));
	}

	static ToolItem toolItem(Composite root, String tooltip) {
		return find(root, ToolItem.class, each -> String.valueOf(each.getToolTipText()).startsWith(tooltip));
	}

	/** Returns the expanded rows of a tree: two spaces for each level, then the cells. */
	static List<String> rows(Tree tree) {
		List<String> rows = new ArrayList<>();
		for (TreeItem item : tree.getItems()) {
			collect(item, "", rows);
		}
		return rows;
	}

	private static void collect(TreeItem item, String indent, List<String> rows) {
		StringBuilder row = new StringBuilder(indent + item.getText());
		for (int column = 1; column < item.getParent().getColumnCount(); column++) {
			row.append(" | ").append(item.getText(column));
		}
		rows.add(row.toString());
		if (item.getExpanded()) {
			for (TreeItem child : item.getItems()) {
				collect(child, indent + "  ", rows);
			}
		}
	}

	/** Returns all rows below the first one whose text begins with a text, expanded or not; none without such a row. */
	static List<TreeItem> below(Tree tree, String text) {
		List<TreeItem> found = new ArrayList<>();
		Stream.of(tree.getItems()).map(item -> item(item, text)).filter(Objects::nonNull).findFirst().ifPresent(row -> below(row, found));
		return found;
	}

	private static void below(TreeItem row, List<TreeItem> found) {
		for (TreeItem child : row.getItems()) {
			found.add(child);
			below(child, found);
		}
	}

	/** Returns the first row whose text begins with a text, expanded or not. */
	static TreeItem item(Tree tree, String text) {
		for (TreeItem item : tree.getItems()) {
			TreeItem found = item(item, text);
			if (found != null) {
				return found;
			}
		}
		throw new AssertionError("no row " + text + " in " + rows(tree));
	}

	/** Returns the first row whose text begins with a text, at or below a root that contains another text. */
	static TreeItem item(Tree tree, String root, String text) {
		for (TreeItem item : tree.getItems()) {
			TreeItem found = item.getText().contains(root) ? item(item, text) : null;
			if (found != null) {
				return found;
			}
		}
		throw new AssertionError("no row " + text + " of " + root + " in " + rows(tree));
	}

	private static TreeItem item(TreeItem parent, String text) {
		if (parent.getText().startsWith(text)) {
			return parent;
		}
		for (TreeItem child : parent.getItems()) {
			TreeItem found = item(child, text);
			if (found != null) {
				return found;
			}
		}
		return null;
	}

	/** Selects rows of one tree. */
	static void select(TreeItem... items) {
		items[0].getParent().setSelection(items);
		Ui.press(items[0].getParent());
	}

	private static String plain(String text) {
		return text.replace("&", "");
	}
}
