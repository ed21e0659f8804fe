// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.pmix4j.model.PmixValue;
import org.pmix4j.model.attributes.AppAttributes;

/** Counts the ranks of each application. Keeps single ranks only outside the first one. Immutable. */
final class AppPlaces {
	static final int FIRST_APP = 0;

	private final Map<Integer, int[]> others = new TreeMap<>();
	private final int[] all;

	/** @param given registered data of ranks; all other ranks belong to the first application */
	AppPlaces(Map<Integer, Map<String, PmixValue>> given) {
		Map<Integer, List<Integer>> found = new TreeMap<>();
		given.forEach((rank, values) -> {
			int app = app(values);
			if (app != FIRST_APP) {
				found.computeIfAbsent(app, a -> new ArrayList<>()).add(rank);
			}
		});
		found.forEach((app, ranks) -> others.put(app, sorted(ranks)));
		all = sorted(found.values().stream().flatMap(List::stream).toList());
	}

	/** Inverts the sign bit, so that signed comparison orders unsigned ranks. */
	private static int[] sorted(Collection<Integer> ranks) {
		return ranks.stream().mapToInt(rank -> rank ^ Integer.MIN_VALUE).sorted().toArray();
	}

	/** @return the application of a rank with these registered data */
	static int app(Map<String, PmixValue> given) {
		PmixValue number = given.get(AppAttributes.APPNUM.key());
		return number == null ? FIRST_APP : AppAttributes.APPNUM.type().fromValue(number).orElse(FIRST_APP);
	}

	/**
	 * @param rank  a rank
	 * @param app   its application
	 * @param below number of ranks of the job with lower numbers
	 * @return its place among the ranks of the application
	 */
	int place(int rank, int app, int below) {
		return app == FIRST_APP ? below - count(all, rank) : count(others.getOrDefault(app, all), rank);
	}

	private static int count(int[] ranks, int rank) {
		int found = Arrays.binarySearch(ranks, rank ^ Integer.MIN_VALUE);
		return found < 0 ? -found - 1 : found;
	}

	/**
	 * @param size number of ranks of the job
	 * @return number of ranks of each application that has any
	 */
	Map<Integer, Integer> sizes(int size) {
		Map<Integer, Integer> sizes = new TreeMap<>();
		others.forEach((app, ranks) -> sizes.put(app, ranks.length));
		if (size > all.length) {
			sizes.put(FIRST_APP, size - all.length);
		}
		return sizes;
	}

	/**
	 * @param app   an application that has ranks
	 * @param ranks all ranks of the job in ascending order
	 * @return its first rank
	 */
	int leader(int app, Iterable<Integer> ranks) {
		int[] mine = others.get(app);
		if (mine != null) {
			return mine[0] ^ Integer.MIN_VALUE;
		}
		for (Integer rank : ranks) {
			if (Arrays.binarySearch(all, rank ^ Integer.MIN_VALUE) < 0) {
				return rank;
			}
		}
		throw new IllegalArgumentException("application " + app + " has no ranks");
	}
}
