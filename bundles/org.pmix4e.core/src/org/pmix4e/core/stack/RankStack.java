// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.stack;

import java.util.List;

/**
 * The stack of one thread of a rank. Immutable.
 *
 * @param rank   the number of the rank
 * @param frames the frames, the innermost first
 */
public record RankStack(int rank, List<RankFrame> frames) {
	/** Copies the frames. */
	public RankStack {
		frames = List.copyOf(frames);
	}
}
