// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

/**
 * The size of a terminal. Immutable.
 *
 * @param rows    the number of lines, 1 to 65535
 * @param columns the number of characters in a line, 1 to 65535
 */
public record TerminalSize(int rows, int columns) {
	/** The size of the terminals of ranks if the launcher has no terminal. */
	public static final TerminalSize DEFAULT = new TerminalSize(24, 80);

	private static final int MAX = 0xffff;

	/**
	 * Accepts what the kernel can keep.
	 *
	 * @throws IllegalArgumentException if a number is out of range
	 */
	public TerminalSize {
		if (rows < 1 || rows > MAX || columns < 1 || columns > MAX) {
			throw new IllegalArgumentException("a terminal has 1 to " + MAX + " rows and columns, not " + rows + "x" + columns);
		}
	}

	/** {@return the text that the option reads: rows, {@code x}, columns} */
	@Override
	public String toString() {
		return rows + "x" + columns;
	}
}
