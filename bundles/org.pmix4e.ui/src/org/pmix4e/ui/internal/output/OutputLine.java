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
 * @param redraw    the number of a line that its rank draws again and again, as a progress bar; 0 for any other line
 */
public record OutputLine(String namespace, int rank, boolean error, String text, List<AnsiStyle> styles, long redraw) {
	/** Makes a line that is drawn once. */
	public OutputLine(String namespace, int rank, boolean error, String text, List<AnsiStyle> styles) {
		this(namespace, rank, error, text, styles, 0);
	}

	/** Returns this text as the new contents of a line. */
	OutputLine drawnAs(long number) {
		return new OutputLine(namespace, rank, error, text, styles, number);
	}

	/** Finds the line that this one draws again; -1 if there is none. */
	int indexIn(List<OutputLine> lines) {
		int index = redraw == 0 ? -1 : lines.size() - 1;
		while (index >= 0 && lines.get(index).redraw != redraw) {
			index--;
		}
		return index;
	}

	/** Adds this line behind others, or draws one of them again. */
	void putInto(List<OutputLine> lines) {
		int index = indexIn(lines);
		if (index < 0) {
			lines.add(this);
		} else {
			lines.set(index, this);
		}
	}

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
