// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.job;

/**
 * A line that a rank has written. Immutable.
 *
 * @param rank    number of the rank
 * @param isError whether it was written to standard error
 * @param text    the line without its end
 */
public record OutputLine(int rank, boolean isError, String text) {
	/** Returns the line after the number of its rank. */
	@Override
	public String toString() {
		return (isError ? "[" + rank + " stderr] " : "[" + rank + "] ") + text;
	}
}
