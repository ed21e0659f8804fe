// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.parts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

import org.eclipse.jface.layout.TableColumnLayout;
import org.eclipse.jface.viewers.ColumnPixelData;
import org.eclipse.jface.viewers.ColumnWeightData;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.jspecify.annotations.Nullable;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.ClippedCell;

/**
 * A table of texts that change often. Has no virtual rows, because a change of the theme ends the JVM with a signal if there are any. Owned
 * by a view, on the thread of the user interface.
 */
public final class RowTable {
	private static final int MARGIN = 14;
	private static final int IMAGE_GAP = 4;
	/** The widest column that a long text gets. */
	private static final int MOST_LEAST = 260;

	private final Composite holder;
	private final Table table;
	private final TableColumnLayout widths = new TableColumnLayout();
	private final List<Share> shares = new ArrayList<>();
	private List<List<String>> rows = List.of();

	/** What a column takes of the width of the table: its weight, its least width, and the length of its longest text. */
	private record Share(int weight, int least, int longest) {
	}

	/**
	 * @param parent of the table
	 * @param style  of the table
	 * @param name   of the table, for screen readers
	 */
	public RowTable(Composite parent, int style, String name) {
		holder = new Composite(parent, SWT.NONE);
		holder.setLayout(widths);
		table = new Table(holder, style);
		table.setHeaderVisible(true);
		table.addListener(SWT.EraseItem, event -> event.detail &= cell(event).isClipped(event.gc) ? ~SWT.FOREGROUND : ~0);
		table.addListener(SWT.PaintItem, event -> {
			if (cell(event).isClipped(event.gc)) {
				cell(event).draw(event.gc);
			}
		});
		table.addListener(SWT.MouseMove, event -> table.setToolTipText(clippedText(new Point(event.x, event.y))));
		AccessibleNames.set(table, name);
	}

	private static ClippedCell cell(Event event) {
		return cell((TableItem) event.item, event.index);
	}

	private static ClippedCell cell(TableItem item, int column) {
		return new ClippedCell(item.getImage(column), item.getImageBounds(column), item.getText(column), item.getTextBounds(column));
	}

	/** Returns the whole text of the cell at a place; null if there is none or it is shown. */
	private @Nullable String clippedText(Point place) {
		TableItem item = table.getItem(place);
		if (item == null) {
			return null;
		}
		GC gc = new GC(table);
		try {
			return IntStream.range(0, table.getColumnCount()).filter(column -> item.getBounds(column).contains(place))
					.mapToObj(column -> cell(item, column)).filter(cell -> cell.isClipped(gc)).map(ClippedCell::text).findFirst().orElse(null);
		} finally {
			gc.dispose();
		}
	}

	/** @return what the table is in, to be laid out by the caller */
	public Control holder() {
		return holder;
	}

	/** @return the table itself */
	public Table control() {
		return table;
	}

	/**
	 * Adds a column. It is wide enough for its texts, up to a limit.
	 *
	 * @param title  in its header
	 * @param style  how its texts are aligned, such as {@link SWT#RIGHT}
	 * @param weight its part of the width that the columns do not need, from 0
	 */
	public void addColumn(String title, int style, int weight) {
		TableColumn column = new TableColumn(table, style);
		column.setText(title);
		shares.add(new Share(weight, 0, 0));
		widen(table.getColumnCount() - 1, title, 0);
	}

	/** Widens a column for a text if that is longer than all before. Measures no others, because that would take long. */
	private boolean widen(int column, String text, int image) {
		Share before = shares.get(column);
		if (text.length() <= before.longest()) {
			return false;
		}
		GC gc = new GC(table);
		int least = Math.min(MOST_LEAST, gc.textExtent(text).x + image + MARGIN);
		gc.dispose();
		Share share = new Share(before.weight(), Math.max(before.least(), least), text.length());
		shares.set(column, share);
		widths.setColumnData(table.getColumn(column), share.weight() == 0 ? new ColumnPixelData(share.least(), true, false)
				: new ColumnWeightData(share.weight(), share.least(), true));
		return share.least() > before.least();
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
		boolean wider = false;
		for (int i = 0; i < rows.size(); i++) {
			TableItem item = i < table.getItemCount() ? table.getItem(i) : new TableItem(table, SWT.NONE);
			if (i >= before.size() || !before.get(i).equals(rows.get(i))) {
				item.setText(rows.get(i).toArray(String[]::new));
				changed.accept(item, i);
				for (int column = 0; column < rows.get(i).size(); column++) {
					Image image = item.getImage(column);
					wider |= widen(column, rows.get(i).get(column), image == null ? 0 : image.getBounds().width + IMAGE_GAP);
				}
			}
		}
		if (wider) {
			holder.layout(true, true);
		}
	}
}
