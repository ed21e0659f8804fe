// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

import org.pmix4j.server.internal.topology.HwlocObject.Kind;

/**
 * The hardware of a node, sorted into levels as in hwloc. Immutable.
 *
 * @see "hwloc, topology.c, hwloc_connect_levels"
 */
final class HardwareTree {
	final List<List<HwlocObject>> levels;
	final List<HwlocObject> memory = new ArrayList<>();
	final List<HwlocObject> devices = new ArrayList<>();

	private HardwareTree(HwlocObject machine) {
		levels = Levels.of(machine);
		for (int depth = 0; depth < levels.size(); depth++) {
			for (HwlocObject piece : levels.get(depth)) {
				piece.depth = depth;
			}
		}
		collect(machine);
	}

	/**
	 * @param xml XML of hwloc 2
	 * @return the hardware
	 * @throws IllegalArgumentException if it does not describe hardware
	 */
	static HardwareTree read(String xml) {
		return new HardwareTree(XmlReader.read(xml));
	}

	private void collect(HwlocObject piece) {
		if (piece.type.equals("NUMANode")) {
			memory.add(piece);
		} else if (piece.type.equals("OSDev")) {
			devices.add(piece);
		}
		for (Kind kind : Kind.values()) {
			piece.children(kind).forEach(this::collect);
		}
	}

	/** Returns the deepest piece below the machine that has all these processors; empty if there is none. */
	Optional<HwlocObject> innermost(BitSet processors) {
		Optional<HwlocObject> innermost = Optional.empty();
		for (List<HwlocObject> level : levels.subList(1, levels.size())) {
			Optional<HwlocObject> here = level.stream().filter(piece -> piece.holds(processors)).findFirst();
			if (here.isEmpty()) {
				break;
			}
			innermost = here;
		}
		return innermost;
	}

	/** @return numbers of all processors; not to be changed */
	BitSet processors() {
		return levels.get(0).get(0).processors.orElseGet(BitSet::new);
	}

	/** Returns the number of levels. */
	int depth() {
		return levels.size();
	}
}
