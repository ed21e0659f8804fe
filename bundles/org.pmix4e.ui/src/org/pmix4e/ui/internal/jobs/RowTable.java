// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.List;
import java.util.function.ObjIntConsumer;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.pmix4e.ui.internal.AccessibleName;

/**
 * A table of texts that change often. Has no virtual rows, because a change of the theme ends the JVM with a signal if there are any. Owned
 * by a view, on the thread of the user interface.
 */
public final class RowTable {
	private final Table table;
	private List<List<String>> rows = List.of();

	/**
	 * @param parent of the table
	 * @param style  of the table
	 * @param name   of the table, for screen readers
	 */
	public RowTable(Composite parent, int style, String name) {
		table = new Table(parent, style);
		table.setHeaderVisible(true);
		AccessibleName.set(table, name);
	}

	/** @return the table itself */
	public Table control() {
		return table;
	}

	/**
	 * Adds a column.
	 *
	 * @param title in its header
	 * @param style how its texts are aligned, such as {@link SWT#RIGHT}
	 * @param width in pixels
	 */
	public void addColumn(String title, int style, int width) {
		TableColumn column = new TableColumn(table, style);
		column.setText(title);
		column.setWidth(width);
	}

	/**
	 * Shows rows. Touches only the rows that have changed, because that is the costly part.
	 *
	 * @param shown   the texts of each row, in the order of the columns
	 * @param changed receives each item whose texts have changed, and the number of its row from 0
	 */
	public void show(List<List<String>> shown, ObjIntConsumer<TableItem> changed) {
		List<List<String>> before = rows;
		rows = List.copyOf(shown);
		if (table.getItemCount() > rows.size()) {
			table.remove(rows.size(), table.getItemCount() - 1);
		}
		for (int i = 0; i < rows.size(); i++) {
			TableItem item = i < table.getItemCount() ? table.getItem(i) : new TableItem(table, SWT.NONE);
			if (i >= before.size() || !before.get(i).equals(rows.get(i))) {
				item.setText(rows.get(i).toArray(String[]::new));
				changed.accept(item, i);
			}
		}
	}
}
