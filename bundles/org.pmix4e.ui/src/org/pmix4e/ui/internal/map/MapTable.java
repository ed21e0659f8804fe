// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.jobs.ElementText;

/**
 * The map as a table, which screen readers can read: a row for each rank or, of a large job, for each state on each node. Has no virtual
 * rows, because a change of the theme ends the JVM with a signal if there are any. Owned by the view, on the thread of the user interface.
 */
final class MapTable {
	/** A job with more ranks is shown as counts. */
	private static final int MOST_RANKS = 1024;

	private final Table table;
	private List<RankElement> ranks = List.of();
	private List<Row> rows = List.of();

	/** A row: its texts, its image, and the ranks that it stands for. */
	private record Row(List<String> texts, ElementState state, List<RankElement> ranks) {
	}

	/**
	 * @param selector selects the ranks that the user chooses
	 * @param opener   shows the output of the selected ranks
	 */
	MapTable(Composite parent, Consumer<Set<RankElement>> selector, Runnable opener) {
		table = new Table(parent, SWT.MULTI | SWT.FULL_SELECTION);
		table.setHeaderVisible(true);
		column(Messages.column_rank, SWT.RIGHT, 70);
		column(Messages.column_state, SWT.LEFT, 110);
		column(Messages.column_node, SWT.LEFT, 140);
		column(Messages.column_bound, SWT.LEFT, 160);
		column(Messages.column_pid, SWT.RIGHT, 80);
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
		update();
	}

	/** Shows changed states. Touches only the rows that have changed, because that is the costly part. */
	void update() {
		List<Row> before = rows;
		rows = ranks.size() > MOST_RANKS ? counts() : ranks.stream().map(MapTable::row).toList();
		if (table.getItemCount() > rows.size()) {
			table.remove(rows.size(), table.getItemCount() - 1);
		}
		for (int i = 0; i < rows.size(); i++) {
			Row row = rows.get(i);
			TableItem item = i < table.getItemCount() ? table.getItem(i) : new TableItem(table, SWT.NONE);
			if (i >= before.size() || !before.get(i).texts().equals(row.texts())) {
				item.setText(row.texts().toArray(String[]::new));
				item.setImage(1, PmixImage.of(row.state()).image());
			}
		}
	}

	private static Row row(RankElement rank) {
		String pid = rank.pid().isPresent() ? Integer.toString(rank.pid().getAsInt()) : "";
		String bound = rank.processors().isEmpty() ? Messages.notBound : NodeProcessor.list(rank.processors());
		return new Row(List.of(rank.name(), ElementText.state(rank.state()), rank.node().orElse(""), bound, pid), rank.state(), List.of(rank));
	}

	private List<Row> counts() {
		Map<String, Map<ElementState, List<RankElement>>> byNode = new LinkedHashMap<>();
		ranks.forEach(rank -> byNode.computeIfAbsent(rank.node().orElse(""), node -> new EnumMap<>(ElementState.class))
				.computeIfAbsent(rank.state(), state -> new ArrayList<>()).add(rank));
		List<Row> counted = new ArrayList<>();
		byNode.forEach((node, states) -> states.forEach((state, group) -> counted.add(
				new Row(List.of(NLS.bind(Messages.ranks, group.size()), ElementText.state(state), node, "", ""), state, group))));
		return counted;
	}

	void select(Set<RankElement> chosen) {
		if (!chosen.equals(selected())) {
			table.deselectAll();
			for (int i = 0; i < rows.size(); i++) {
				if (rows.get(i).ranks().stream().anyMatch(chosen::contains)) {
					table.select(i);
				}
			}
			table.showSelection();
		}
	}

	private Set<RankElement> selected() {
		Set<RankElement> chosen = new LinkedHashSet<>();
		for (int index : table.getSelectionIndices()) {
			chosen.addAll(rows.get(index).ranks());
		}
		return chosen;
	}
}
