// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.Collection;
import java.util.Optional;

/** Finds the word that a mistyped one was most likely meant to be. Stateless. */
final class NearestWord {
	private NearestWord() {
	}

	/**
	 * Returns the word with the least number of changed, left out, added and exchanged letters; empty if the number is more than a third
	 * of the letters. A word that the given one begins counts as one change. Of words with the same number, the shortest one is returned.
	 */
	static Optional<String> of(String given, Collection<String> words) {
		Optional<String> nearest = Optional.empty();
		int least = 1 + Math.max(1, bare(given).length() / 3);
		for (String word : words) {
			int distance = distance(bare(given), bare(word));
			if (bare(given).length() > 2 && bare(word).startsWith(bare(given))) {
				distance = Math.min(distance, 1);
			}
			boolean isNearer = distance < least || distance == least && nearest.filter(each -> word.length() < each.length()).isPresent();
			if (isNearer && bare(word).length() > 1) {
				least = distance;
				nearest = Optional.of(word);
			}
		}
		return nearest;
	}

	private static String bare(String word) {
		return word.startsWith("--") ? word.substring(2) : word.startsWith("-") ? word.substring(1) : word;
	}

	/** Computes the optimal string alignment distance. */
	private static int distance(String one, String other) {
		int[][] table = new int[one.length() + 1][other.length() + 1];
		for (int i = 0; i <= one.length(); i++) {
			for (int j = 0; j <= other.length(); j++) {
				if (i == 0 || j == 0) {
					table[i][j] = i + j;
					continue;
				}
				int changed = table[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
				int shortest = Math.min(changed, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
				boolean isExchanged = i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
				table[i][j] = isExchanged ? Math.min(shortest, table[i - 2][j - 2] + 1) : shortest;
			}
		}
		return table[one.length()][other.length()];
	}
}
