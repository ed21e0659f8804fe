// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.pmix4e.ui.internal.events.TimeLine.Span;

/**
 * The last part of a time line as a table, which screen readers can read. Has no virtual rows, because a change of the theme ends the JVM
 * with a signal if there are any. Owned by the view, on the thread of the user interface.
 */
final class EventTable {
	private static final int MOST_ROWS = 1000;
	private static final double NANOS_PER_MILLI = 1e6;

	private final Table table;
	private List<List<String>> rows = List.of();
	private List<Span> spans = List.of();

	/**
	 * @param selector receives the rank of the event that the user chooses
	 * @param opener   shows the output of the selected rank
	 */
	EventTable(Composite parent, IntConsumer selector, Runnable opener) {
		table = new Table(parent, SWT.FULL_SELECTION);
		table.setHeaderVisible(true);
		column(Messages.column_time, SWT.RIGHT, 90);
		column(Messages.column_rank, SWT.RIGHT, 60);
		column(Messages.column_event, SWT.LEFT, 180);
		column(Messages.column_duration, SWT.RIGHT, 110);
		table.addListener(SWT.Selection, event -> selector.accept(spans.get(table.getSelectionIndex()).rank()));
		table.addListener(SWT.DefaultSelection, event -> opener.run());
	}

	private void column(String title, int style, int width) {
		TableColumn column = new TableColumn(table, style);
		column.setText(title);
		column.setWidth(width);
	}

	Table control() {
		return table;
	}

	/** Shows a time line. Touches only the rows that have changed, because that is the costly part. */
	void show(TimeLine shown) {
		List<List<String>> before = rows;
		spans = shown.spans().subList(Math.max(0, shown.spans().size() - MOST_ROWS), shown.spans().size());
		rows = spans.stream().map(span -> row(shown, span)).toList();
		if (table.getItemCount() > rows.size()) {
			table.remove(rows.size(), table.getItemCount() - 1);
		}
		for (int i = 0; i < rows.size(); i++) {
			TableItem item = i < table.getItemCount() ? table.getItem(i) : new TableItem(table, SWT.NONE);
			if (i >= before.size() || !before.get(i).equals(rows.get(i))) {
				item.setText(rows.get(i).toArray(String[]::new));
			}
		}
	}

	private static List<String> row(TimeLine line, Span span) {
		return List.of(millis(Duration.between(line.begin(), span.from())), span.rank() < 0 ? Messages.job : Integer.toString(span.rank()),
				span.name(), span.kind() == TimeLine.Kind.MOMENT ? "" : millis(span.duration()));
	}

	private static String millis(Duration duration) {
		return String.format("%.1f", duration.toNanos() / NANOS_PER_MILLI);
	}
}
