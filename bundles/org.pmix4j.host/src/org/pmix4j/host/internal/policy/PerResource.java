// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.policy;

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
	private static final int MOST = 0xffff;

	/**
	 * @param pattern the text of a user, such as {@code 2:package}
	 * @return the number and the kind
	 * @throws PmixException BAD_PARAM if the text is something else; the message says what is allowed
	 */
	public static PerResource parse(String pattern) throws PmixException {
		List<String> parts = Words.split(pattern, ':');
		int count = parts.size() == 2 ? Words.number(parts.get(0), MOST) : -1;
		Optional<Level> level = parts.size() == 2 ? level(parts.get(1)) : Optional.empty();
		if (count < 1 || level.isEmpty()) {
			throw Words.refused("'" + pattern + "' must be N:OBJECT with a number of ranks from 1 to " + MOST
					+ " and one of node, package, numa, l3cache, l2cache, l1cache, core, hwthread");
		}
		return new PerResource(count, level.get());
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
