// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.pmix4j.job.internal.policy.Words;
import org.pmix4j.model.PmixException;

/**
 * A file that says for each rank on which node and processors it runs: {@code rank N=NODE slot=PROCESSORS}, one rank a line. Immutable.
 *
 * @see "PRRTE 3, prterun --help map-by, rankfile"
 */
final class RankFile {
	private static final int HIGHEST = 1 << 20;

	private final Map<Integer, Line> lines = new TreeMap<>();

	/**
	 * The place of a rank.
	 *
	 * @param node  the name of its node, or {@code +nN} for the one with that index
	 * @param slots its processors
	 */
	record Line(String node, String slots) {
	}

	private RankFile() {
	}

	/** Parses the lines of a file. */
	static RankFile parse(List<String> text) throws PmixException {
		RankFile file = new RankFile();
		boolean comment = false;
		for (int number = 0; number < text.size(); number++) {
			String line = text.get(number);
			if (comment || line.strip().startsWith("/*")) {
				comment = line.indexOf("*/") < 0;
			} else {
				file.add(uncommented(line).strip(), number + 1);
			}
		}
		return file;
	}

	private static String uncommented(String line) {
		int hash = line.indexOf('#');
		int slashes = line.indexOf("//");
		int end = hash < 0 ? slashes : slashes < 0 ? hash : Math.min(hash, slashes);
		return end < 0 ? line : line.substring(0, end);
	}

	private void add(String line, int number) throws PmixException {
		if (line.isEmpty()) {
			return;
		}
		// rank, its number, the node, slot, the processors
		List<String> words = Words.split(line.replace('=', ' ').replace('\t', ' '), ' ');
		boolean good = words.size() == 5 && words.get(0).equals("rank") && (words.get(3).equals("slot") || words.get(3).equals("slots"));
		int rank = good ? Words.number(words.get(1), HIGHEST) : -1;
		if (rank < 0) {
			throw Words.refused("line " + number + " of the rank file must be 'rank N=NODE slot=PROCESSORS', not '" + line + "'");
		}
		String host = words.get(2);
		Line before = lines.put(rank, new Line(host.substring(host.indexOf('@') + 1), words.get(4)));
		if (before != null) {
			throw Words.refused("line " + number + " of the rank file places rank " + rank + " a second time");
		}
	}

	/** Returns the place of a rank. */
	Optional<Line> line(int rank) {
		return Optional.ofNullable(lines.get(rank));
	}

	/** Returns the number of ranks in the file. */
	int size() {
		return lines.size();
	}
}
