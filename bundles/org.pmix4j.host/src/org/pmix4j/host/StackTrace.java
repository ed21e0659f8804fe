// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.util.List;

import org.pmix4j.model.Proc;

/**
 * The stack trace of a rank, taken when the time of its job was up. Immutable.
 *
 * @param proc  the rank
 * @param lines the threads and frames that a program of the machine has shown, or the reason why there are none
 */
public record StackTrace(Proc proc, List<String> lines) {
	/** Copies the list. */
	public StackTrace {
		lines = List.copyOf(lines);
	}
}
