// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.model;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compares the places of two processes on a node, given as the texts of PMIX_LOCALITY_STRING. Stateless. C: PMIx_Get_relative_locality.
 *
 * @see "PMIx Standard, PMIx_Get_relative_locality; OpenPMIx src/hwloc/pmix_hwloc.c"
 */
public final class RelativeLocality {
	private static final String SOURCE = "hwloc:";
	private static final int WORD = 2;

	/** Abbreviations from the outside in, with the locality of processes that share such a piece. */
	private enum Word {
		SK(Locality.SHARE_PACKAGE), L3(Locality.SHARE_L3CACHE), L2(Locality.SHARE_L2CACHE), L1(Locality.SHARE_L1CACHE),
		CR(Locality.SHARE_CORE), HT(Locality.SHARE_HWTHREAD), NM(Locality.SHARE_NUMA);

		private final Locality shared;

		Word(Locality shared) {
			this.shared = shared;
		}
	}

	private RelativeLocality() {
	}

	/**
	 * Returns the hardware that two processes share.
	 *
	 * @param one   locality text of a process, with or without the prefix {@code hwloc:}
	 * @param other text of another process of the same node
	 * @return shared hardware; at least the node
	 * @throws IllegalArgumentException if a text is malformed
	 */
	public static Locality between(String one, String other) {
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
