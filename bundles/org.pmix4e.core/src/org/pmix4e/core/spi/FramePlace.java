// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

/**
 * The place in the source that a frame of a stack is at. A debug model adapts its frames to this, so that frames of several ranks can be
 * compared. Immutable.
 *
 * @param function the name of the function or method, for users
 * @param file     the name of the source file without its folders; empty if that is unknown
 * @param line     the number of the line, from 1; 0 if that is unknown
 */
public record FramePlace(String function, String file, int line) {
	/** {@return the same function without a line} */
	public FramePlace withoutLine() {
		return new FramePlace(function, file, 0);
	}

	/** {@return {@code compute at solver.c:41}, or as much of that as is known} */
	@Override
	public String toString() {
		return file.isEmpty() ? function : function + " at " + file + (line > 0 ? ":" + line : "");
	}
}
