// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * A position in a fabric.
 *
 * @param view        kind of the coordinates: logical or physical
 * @param coordinates position in each dimension, unsigned
 */
public record Coord(int view, List<Integer> coordinates) implements PmixValue {
	/**
	 * Copies the list.
	 *
	 * @throws IllegalArgumentException if the view is not in the range 0 to 255
	 */
	public Coord {
		if (view < 0 || view > 255) {
			throw new IllegalArgumentException("the view must be in the range 0 to 255, not " + view);
		}
		coordinates = List.copyOf(coordinates);
	}

	@Override
	public DataType type() {
		return DataType.COORD;
	}
}
