// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.dnd.Transfer;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.ui.IWorkbenchCommandConstants;

/** Puts texts on the clipboard. On the thread of the user interface. */
public final class CopiedText {
	private CopiedText() {
	}

	/** @param text what the user can paste; nothing happens if it is empty, which a clipboard cannot hold */
	public static void set(String text) {
		if (!text.isEmpty()) {
			Clipboard clipboard = new Clipboard(Display.getCurrent());
			try {
				clipboard.setContents(new Object[] { text }, new Transfer[] { TextTransfer.getInstance() });
			} finally {
				clipboard.dispose();
			}
		}
	}

	/**
	 * Lets Ctrl+C copy the selected rows of a table, as lines with tabs between the columns.
	 *
	 * @param table whose part of the workbench has no command for that
	 */
	public static void addKey(Table table) {
		FocusCommand.add(table, IWorkbenchCommandConstants.EDIT_COPY, () -> set(selected(table)));
	}

	/**
	 * Adds a context menu that copies the selected rows, and the key.
	 *
	 * @param table of a dialog
	 */
	public static void addMenu(Table table) {
		Menu menu = new Menu(table);
		MenuItem copy = new MenuItem(menu, SWT.PUSH);
		copy.setText(Messages.copy_rows);
		copy.addListener(SWT.Selection, event -> set(selected(table)));
		menu.addListener(SWT.Show, event -> copy.setEnabled(table.getSelectionCount() > 0));
		table.setMenu(menu);
		MenuPlace.follow(table);
		addKey(table);
	}

	private static String selected(Table table) {
		return Arrays.stream(table.getSelection()).map(CopiedText::row).collect(Collectors.joining(System.lineSeparator()));
	}

	private static String row(TableItem row) {
		return IntStream.range(0, row.getParent().getColumnCount()).mapToObj(row::getText).collect(Collectors.joining("\t"));
	}
}
