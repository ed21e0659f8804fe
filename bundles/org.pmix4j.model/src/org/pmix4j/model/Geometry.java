// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * The position of a device in a fabric.
 *
 * @param fabric      index of the fabric, unsigned
 * @param uuid        unique name of the device
 * @param osName      its name on its node
 * @param coordinates its coordinates in each view
 */
public record Geometry(long fabric, String uuid, String osName, List<Coord> coordinates) implements PmixValue {
	/** Copies the lists. */
	public Geometry {
		coordinates = List.copyOf(coordinates);
	}

	@Override
	public DataType type() {
		return DataType.GEOMETRY;
	}
}
