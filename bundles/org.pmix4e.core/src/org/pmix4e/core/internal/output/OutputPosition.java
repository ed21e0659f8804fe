// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import org.pmix4e.core.output.OutputChunk;

/**
 * A place in the output of a job. Immutable.
 *
 * @param number how many pieces came before
 * @param offset how many bytes came before
 */
public record OutputPosition(long number, long offset) {
	/** Before the first piece. */
	public static final OutputPosition START = new OutputPosition(0, 0);

	/**
	 * @param chunk a piece that begins here
	 * @return the place after it
	 */
	public OutputPosition after(OutputChunk chunk) {
		return new OutputPosition(number + 1, offset + chunk.bytes().length);
	}
}
