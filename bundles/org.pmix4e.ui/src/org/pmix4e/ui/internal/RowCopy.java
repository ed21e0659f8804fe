// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.dnd.Transfer;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;

/**
 * Lets Ctrl+C copy the selected rows of a table that no command of the workbench copies, as lines with tabs between the columns. Stateless;
 * used on the thread of the user interface.
 */
public final class RowCopy {
	private RowCopy() {
	}

	/** @param table whose rows can be copied from now on */
	public static void allow(Table table) {
		table.addListener(SWT.KeyDown, event -> {
			if (isCopy(event) && table.getSelectionCount() > 0) {
				copy(table);
			}
		});
	}

	private static boolean isCopy(Event event) {
		return event.stateMask == SWT.MOD1 && (event.keyCode == 'c' || event.keyCode == SWT.INSERT);
	}

	private static void copy(Table table) {
		String text = Stream.of(table.getSelection()).map(row -> text(table, row)).collect(Collectors.joining(System.lineSeparator()));
		Clipboard clipboard = new Clipboard(table.getDisplay());
		try {
			clipboard.setContents(new Object[] { text }, new Transfer[] { TextTransfer.getInstance() });
		} finally {
			clipboard.dispose();
		}
	}

	private static String text(Table table, TableItem row) {
		return IntStream.range(0, table.getColumnCount()).mapToObj(row::getText).collect(Collectors.joining("\t"));
	}
}
