// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.Locality;

/**
 * Describes the part of a node that a process uses as text, and compares two such texts. Stateless.
 *
 * @see "PMIx Standard, PMIx_server_generate_locality_string, PMIx_Get_relative_locality; OpenPMIx src/hwloc/pmix_hwloc.c"
 */
final class Localities {
	private static final String SOURCE = "hwloc:";
	private static final int WORD = 2;

	/** Abbreviations from the outside in, with the locality of processes that share such a piece. */
	private enum Word {
		SK("Package", Locality.SHARE_PACKAGE), L3("L3Cache", Locality.SHARE_L3CACHE), L2("L2Cache", Locality.SHARE_L2CACHE),
		L1("L1Cache", Locality.SHARE_L1CACHE), CR("Core", Locality.SHARE_CORE), HT("PU", Locality.SHARE_HWTHREAD),
		NM("NUMANode", Locality.SHARE_NUMA);

		private final String type;
		private final Locality shared;

		Word(String type, Locality shared) {
			this.type = type;
			this.shared = shared;
		}

		private static Optional<Word> of(Piece piece) {
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
	static String of(Hardware hardware, BitSet processors) {
		StringJoiner words = new StringJoiner(":");
		for (List<Piece> level : hardware.levels.subList(1, hardware.levels.size())) {
			add(words, level, processors);
		}
		add(words, hardware.memory, processors);
		return words.toString();
	}

	private static void add(StringJoiner words, List<Piece> level, BitSet processors) {
		BitSet used = new BitSet();
		for (int i = 0; i < level.size(); i++) {
			used.set(i, level.get(i).intersects(processors));
		}
		if (!used.isEmpty()) {
			Word.of(level.get(0)).ifPresent(word -> words.add(word + CpuSet.of(used).list()));
		}
	}

	/**
	 * @param one   locality text of a process, with or without the prefix {@code hwloc:}
	 * @param other text of another process of the same node
	 * @return shared hardware; at least the node
	 * @throws IllegalArgumentException if a text is malformed
	 */
	static Locality shared(String one, String other) {
		Map<String, BitSet> left = words(one);
		Map<String, BitSet> right = words(other);
		Locality shared = Locality.SHARE_NODE;
		for (Word word : Word.values()) {
			BitSet here = left.get(word.name());
			BitSet there = right.get(word.name());
			if (here != null && there != null && here.intersects(there)) {
				shared = shared.plus(word.shared);
			}
		}
		return shared;
	}

	private static Map<String, BitSet> words(String text) {
		Map<String, BitSet> words = new LinkedHashMap<>();
		String list = text.regionMatches(true, 0, SOURCE, 0, SOURCE.length()) ? text.substring(SOURCE.length()) : text;
		for (String word : list.split(":")) {
			if (!word.isEmpty()) {
				if (word.length() < WORD) {
					throw new IllegalArgumentException("malformed locality: " + text);
				}
				words.putIfAbsent(word.substring(0, WORD), new CpuSet(word.substring(WORD)).numbers());
			}
		}
		return words;
	}
}
