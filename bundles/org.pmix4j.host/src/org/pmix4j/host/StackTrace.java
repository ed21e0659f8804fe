// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.util.List;

import org.pmix4j.model.Proc;

/**
 * The stack trace of a rank, taken when the time of its job was up. Immutable.
 *
 * @param proc  the rank
 * @param lines the output of the tool that took it, or one line that says why there is none
 */
public record StackTrace(Proc proc, List<String> lines) {
	/** Copies the list. */
	public StackTrace {
		lines = List.copyOf(lines);
	}
}
