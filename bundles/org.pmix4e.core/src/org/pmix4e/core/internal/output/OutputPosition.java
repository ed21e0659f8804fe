// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import org.pmix4e.core.output.OutputChunk;

/**
 * A position in the output of a job. Immutable.
 *
 * @param number the number of pieces before it
 * @param offset the number of bytes before it
 */
public record OutputPosition(long number, long offset) {
	/** Before the first piece. */
	public static final OutputPosition START = new OutputPosition(0, 0);

	/**
	 * @param chunk a piece that begins here
	 * @return the position after it
	 */
	public OutputPosition after(OutputChunk chunk) {
		return new OutputPosition(number + 1, offset + chunk.bytes().length);
	}
}
