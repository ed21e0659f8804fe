// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Table;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.elements.ElementText;
import org.pmix4e.ui.internal.parts.RowTable;

/**
 * The map as a table, which screen readers can read: a row for each rank or, of a large job, for each state on each node. Owned
 * by the view, on the thread of the user interface.
 */
final class MapTable {
	/** A job with more ranks is shown as counts. */
	private static final int MOST_RANKS = 1024;

	private final RowTable table;
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
		table = new RowTable(parent, SWT.MULTI | SWT.FULL_SELECTION, Messages.map_accessible_table);
		table.addColumn(Messages.map_column_rank, SWT.RIGHT, 0);
		table.addColumn(Messages.map_column_state, SWT.LEFT, 0);
		table.addColumn(Messages.map_column_node, SWT.LEFT, 0);
		table.addColumn(Messages.map_column_bound, SWT.LEFT, 1);
		table.addColumn(Messages.map_column_pid, SWT.RIGHT, 0);
		control().addListener(SWT.Selection, event -> selector.accept(selected()));
		control().addListener(SWT.DefaultSelection, event -> opener.run());
	}

	Control holder() {
		return table.holder();
	}

	Table control() {
		return table.control();
	}

	void show(List<RankElement> shown) {
		ranks = shown;
		control().deselectAll();
		update();
	}

	/** Shows changed states. */
	void update() {
		rows = ranks.size() > MOST_RANKS ? counts() : ranks.stream().map(MapTable::row).toList();
		table.show(rows.stream().map(Row::texts).toList(), (item, row) -> item.setImage(1, PmixImage.of(rows.get(row).state()).image()));
	}

	private static Row row(RankElement rank) {
		String pid = rank.pid().isPresent() ? Integer.toString(rank.pid().getAsInt()) : "";
		String bound = rank.processors().isEmpty() ? Messages.map_notBound : NodeProcessor.list(rank.processors());
		return new Row(List.of(rank.name(), ElementText.state(rank), rank.node().orElse(""), bound, pid), rank.state(), List.of(rank));
	}

	private List<Row> counts() {
		Map<String, Map<StateMark, List<RankElement>>> byNode = new LinkedHashMap<>();
		ranks.forEach(rank -> byNode.computeIfAbsent(rank.node().orElse(""), node -> new EnumMap<>(StateMark.class))
				.computeIfAbsent(StateMark.of(rank), mark -> new ArrayList<>()).add(rank));
		List<Row> counted = new ArrayList<>();
		byNode.forEach((node, marks) -> marks.forEach((mark, group) -> counted
				.add(new Row(List.of(MessageFormat.format(Messages.map_ranks, group.size()), mark.title(), node, "", ""), group.get(0).state(),
						group))));
		return counted;
	}

	void select(Set<RankElement> chosen) {
		if (!chosen.equals(selected())) {
			// unlike select, it also moves the place from which arrow keys go on
			control().setSelection(IntStream.range(0, rows.size())
					.filter(row -> rows.get(row).ranks().stream().anyMatch(chosen::contains)).toArray());
		}
	}

	private Set<RankElement> selected() {
		Set<RankElement> chosen = new LinkedHashSet<>();
		for (int index : control().getSelectionIndices()) {
			chosen.addAll(rows.get(index).ranks());
		}
		return chosen;
	}
}
