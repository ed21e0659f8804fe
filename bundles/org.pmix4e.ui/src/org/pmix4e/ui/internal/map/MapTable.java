// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.jobs.ElementText;

/**
 * The map as a table, which screen readers can read and which shows what the picture of a large job only counts. Fills rows when they
 * become visible. Owned by the view, on the thread of the user interface.
 */
final class MapTable {
	private final Table table;
	private List<RankElement> ranks = List.of();

	/**
	 * @param selector selects the ranks that the user chooses
	 * @param opener   shows the output of the selected ranks
	 */
	MapTable(Composite parent, Consumer<Set<RankElement>> selector, Runnable opener) {
		table = new Table(parent, SWT.VIRTUAL | SWT.MULTI | SWT.FULL_SELECTION);
		table.setHeaderVisible(true);
		// when the theme changes, style sheets ask for the colors of rows that do not exist yet, which ends the JVM with a signal
		table.setData("org.eclipse.e4.ui.css.disabled", Boolean.TRUE);
		column(Messages.column_rank, SWT.RIGHT, 70);
		column(Messages.column_state, SWT.LEFT, 110);
		column(Messages.column_node, SWT.LEFT, 140);
		column(Messages.column_bound, SWT.LEFT, 160);
		column(Messages.column_pid, SWT.RIGHT, 80);
		table.addListener(SWT.SetData, this::fill);
		table.addListener(SWT.Selection, event -> selector.accept(selected()));
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

	void show(List<RankElement> shown) {
		ranks = shown;
		table.deselectAll();
		table.setItemCount(shown.size());
		table.clearAll();
	}

	void update() {
		table.clearAll();
	}

	void select(Set<RankElement> chosen) {
		int[] indices = chosen.stream().mapToInt(RankElement::rank).filter(index -> index < ranks.size() && chosen.contains(ranks.get(index))).toArray();
		if (!chosen.equals(selected())) {
			table.setSelection(indices);
		}
	}

	private Set<RankElement> selected() {
		Set<RankElement> chosen = new LinkedHashSet<>();
		for (int index : table.getSelectionIndices()) {
			chosen.add(ranks.get(index));
		}
		return chosen;
	}

	private void fill(Event event) {
		RankElement rank = ranks.get(event.index);
		String pid = rank.pid().isPresent() ? Integer.toString(rank.pid().getAsInt()) : "";
		String bound = rank.processors().isEmpty() ? Messages.notBound : RankText.list(rank.processors());
		TableItem row = (TableItem) event.item;
		row.setText(new String[] { rank.name(), ElementText.state(rank.state()), rank.node().orElse(""), bound, pid });
		row.setImage(1, PmixImage.of(rank.state()).image());
	}
}
