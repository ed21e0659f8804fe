// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Table;
import org.pmix4e.ui.internal.CopiedText;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.events.TimeLine.Span;
import org.pmix4e.ui.internal.parts.RowTable;

/**
 * The last part of a time line as a table, which screen readers can read. Owned by the view, on the thread of the user interface.
 */
final class EventTable {
	private static final int MOST_ROWS = 1000;
	private static final double NANOS_PER_MILLI = 1e6;

	private final RowTable table;
	private List<Span> spans = List.of();

	/**
	 * @param selector receives the rank of the event that the user chooses
	 * @param opener   shows the output of the selected rank
	 */
	EventTable(Composite parent, IntConsumer selector, Runnable opener) {
		table = new RowTable(parent, SWT.FULL_SELECTION, Messages.events_accessible_table);
		table.addColumn(Messages.events_column_time, SWT.RIGHT, 0);
		table.addColumn(Messages.events_column_rank, SWT.RIGHT, 0);
		table.addColumn(Messages.events_column_event, SWT.LEFT, 1);
		table.addColumn(Messages.events_column_duration, SWT.RIGHT, 0);
		control().addListener(SWT.Selection, event -> selector.accept(spans.get(control().getSelectionIndex()).rank()));
		control().addListener(SWT.DefaultSelection, event -> opener.run());
		CopiedText.addKey(control());
	}

	Control holder() {
		return table.holder();
	}

	Table control() {
		return table.control();
	}

	/** Shows a time line. */
	void show(TimeLine shown) {
		spans = shown.spans().subList(Math.max(0, shown.spans().size() - MOST_ROWS), shown.spans().size());
		table.show(spans.stream().map(span -> row(shown, span)).toList(), (item, row) -> {
			// an event has texts only
		});
	}

	private static List<String> row(TimeLine line, Span span) {
		return List.of(millis(Duration.between(line.begin(), span.from())), span.rank() < 0 ? Messages.events_job : Integer.toString(span.rank()),
				span.name(), span.kind() == TimeLine.Kind.MOMENT ? "" : millis(span.duration()));
	}

	private static String millis(Duration duration) {
		return String.format("%.1f", duration.toNanos() / NANOS_PER_MILLI);
	}
}
