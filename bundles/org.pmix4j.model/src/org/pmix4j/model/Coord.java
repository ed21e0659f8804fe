// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * A position in a fabric.
 *
 * @param view        how the numbers are meant: logical or physical
 * @param coordinates the position in each dimension, unsigned
 */
public record Coord(int view, List<Integer> coordinates) implements PmixValue {
	/** Copies the lists. */
	public Coord {
		coordinates = List.copyOf(coordinates);
	}

	@Override
	public DataType type() {
		return DataType.COORD;
	}
}
