// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.PmixException;

/**
 * A number of ranks for each piece of hardware of a kind. Immutable.
 *
 * @param count the number of ranks, at least 1
 * @param level the kind; {@link Level#NONE} for whole nodes
 */
public record PerResource(int count, Level level) {
	/** Why no rank is mapped to a device, for messages. */
	static final String NO_DEVICES = "is not supported: this launcher gives ranks no devices and sets no variable that selects one, such as"
			+ " CUDA_VISIBLE_DEVICES; map to numa, and let each rank find the nearest devices by PMIx_Compute_distances";
	private static final int MOST = 0xffff;
	private static final String OBJECTS = "node, package, numa, l3cache, l2cache, l1cache, core, hwthread";

	/**
	 * @param pattern the text of a user, such as {@code 2:package}
	 * @return the number and the kind
	 * @throws PmixException BAD_PARAM if the text is something else; the message says what is allowed
	 */
	public static PerResource parse(String pattern) throws PmixException {
		List<String> parts = Words.split(pattern, ':');
		if (parts.size() > 1 && isDevice(parts.get(1))) {
			throw Words.refused("'" + pattern + "' " + NO_DEVICES + "; allowed are " + OBJECTS);
		}
		int count = parts.size() == 2 ? Words.number(parts.get(0), MOST) : -1;
		Optional<Level> level = parts.size() == 2 ? level(parts.get(1)) : Optional.empty();
		if (count < 1 || level.isEmpty()) {
			throw Words.refused("'" + pattern + "' must be N:OBJECT with a number of ranks from 1 to " + MOST
					+ " and one of " + OBJECTS);
		}
		return new PerResource(count, level.get());
	}

	/** Returns whether a word names devices, to which PRRTE 5 can map. */
	static boolean isDevice(String word) {
		return word.equalsIgnoreCase("device") || word.regionMatches(true, 0, "device=", 0, "device=".length());
	}

	/** Finds a kind. The order is that of PRRTE, where the first match counts. */
	private static Optional<Level> level(String word) {
		if (Words.matches(word, "node")) {
			return Optional.of(Level.NONE);
		}
		if (Words.matches(word, "thread")) {
			return Optional.of(Level.HWTHREAD);
		}
		if (Words.matches(word, "nm")) {
			return Optional.of(Level.NUMA);
		}
		return Level.of(word).filter(level -> level != Level.NONE);
	}
}
