// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

import org.pmix4j.model.CpuSet;

/**
 * Describes the part of a node that a process uses as text. Stateless.
 *
 * @see "PMIx Standard, PMIx_server_generate_locality_string; OpenPMIx src/hwloc/pmix_hwloc.c"
 */
final class Localities {
	/** Abbreviations from the outside in. */
	private enum Word {
		SK("Package"), L3("L3Cache"), L2("L2Cache"), L1("L1Cache"), CR("Core"), HT("PU"), NM("NUMANode");

		private final String type;

		Word(String type) {
			this.type = type;
		}

		private static Optional<Word> of(HwlocObject piece) {
			return List.of(values()).stream().filter(word -> word.type.equals(piece.type)).findFirst();
		}
	}

	private Localities() {
	}

	/**
	 * @param hardware   hardware of the node
	 * @param processors processors on which the process may run
	 * @return for each kind of hardware, the numbers of pieces with one of the processors: {@code SK0:L30:L20-1:L10-1:CR0-1:HT0-3:NM0};
	 *         empty if none has
	 */
	static String of(HardwareTree hardware, BitSet processors) {
		StringJoiner words = new StringJoiner(":");
		for (List<HwlocObject> level : hardware.levels.subList(1, hardware.levels.size())) {
			add(words, level, processors);
		}
		add(words, hardware.memory, processors);
		return words.toString();
	}

	private static void add(StringJoiner words, List<HwlocObject> level, BitSet processors) {
		BitSet used = new BitSet();
		for (int i = 0; i < level.size(); i++) {
			used.set(i, level.get(i).intersects(processors));
		}
		if (!used.isEmpty()) {
			Word.of(level.get(0)).ifPresent(word -> words.add(word + CpuSet.of(used).list()));
		}
	}
}
