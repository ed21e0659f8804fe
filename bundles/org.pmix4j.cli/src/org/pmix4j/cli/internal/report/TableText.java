// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.report;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.internal.text.PeerText;

/**
 * A table for people: a line of headings, and rows whose cells begin below them. Cells of a column of numbers end below each other. Cells
 * may hold text of peers, which cannot control the terminal. One thread.
 */
public final class TableText {
	private static final String GAP = "  ";

	private final List<List<String>> rows = new ArrayList<>();
	private final int columns;

	/** @param headings of the columns */
	public TableText(String... headings) {
		columns = headings.length;
		rows.add(List.of(headings));
	}

	/**
	 * Adds a row.
	 *
	 * @param cells texts or numbers, one for each column
	 */
	public void add(Object... cells) {
		if (cells.length != columns) {
			throw new IllegalArgumentException(cells.length + " cells for " + columns + " columns");
		}
		List<String> row = new ArrayList<>(columns);
		for (Object cell : cells) {
			row.add(PeerText.line(cell.toString()));
		}
		rows.add(row);
	}

	/** @return the lines, without spaces at their ends */
	public List<String> lines() {
		List<String> lines = new ArrayList<>(rows.size());
		for (List<String> row : rows) {
			StringBuilder line = new StringBuilder();
			for (int column = 0; column < columns; column++) {
				String cell = row.get(column);
				String padding = " ".repeat(width(column) - cell.length());
				line.append(column == 0 ? "" : GAP).append(isNumbers(column) ? padding + cell : cell + padding);
			}
			lines.add(line.toString().stripTrailing());
		}
		return lines;
	}

	private int width(int column) {
		int width = 0;
		for (List<String> row : rows) {
			width = Math.max(width, row.get(column).length());
		}
		return width;
	}

	private boolean isNumbers(int column) {
		return rows.size() > 1 && rows.stream().skip(1)
				.allMatch(row -> !row.get(column).isEmpty() && row.get(column).chars().allMatch(c -> c >= '0' && c <= '9'));
	}
}
