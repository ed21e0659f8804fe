// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.stacks;

import java.util.List;

/**
 * The stack of one thread of a rank. Immutable.
 *
 * @param rank   the number of the rank
 * @param thread the name of the thread; empty for the first one, or if it has none
 * @param frames the frames, the outermost first; at least one
 */
public record ThreadStack(int rank, String thread, List<StackFrame> frames) {
	/** Copies the frames. */
	public ThreadStack {
		frames = List.copyOf(frames);
	}
}
