// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.List;

import org.pmix4e.core.output.OutputChunk;

/**
 * A line of output. Immutable.
 *
 * @param namespace the job that wrote it; empty for the launcher
 * @param rank      the rank that wrote it; -1 for the launcher
 * @param error     whether it came from standard error
 * @param text      without line end and escape sequences
 * @param styles    the parts of the text that escape sequences color or emphasize
 */
public record OutputLine(String namespace, int rank, boolean error, String text, List<AnsiStyle> styles) {

	/**
	 * @param text for the user
	 * @return a line of the view itself
	 */
	static OutputLine note(String text) {
		return new OutputLine("", -1, true, text, List.of());
	}

	/**
	 * Returns the text in the margin: {@code r3}, or {@code 4,3} in another job, where 4 is its number.
	 *
	 * @param job the namespace of the job whose ranks are named by their numbers alone
	 * @return the text; empty for a line of the launcher
	 */
	public String label(String job) {
		if (rank < 0) {
			return "";
		}
		return namespace.equals(job) ? "r" + rank : jobNumber() + "," + rank;
	}

	/** {@return the number of its job on the server} */
	String jobNumber() {
		return OutputChunk.jobNumber(namespace);
	}
}
