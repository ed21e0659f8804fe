// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

/**
 * A part of the output of a job that somebody wants to read. Immutable.
 *
 * @param from  where it begins
 * @param to    before which piece it ends
 * @param limit after how many bytes to stop
 */
public record OutputRange(OutputPosition from, long to, long limit) {
	/** Everything. */
	public static final OutputRange ALL = from(OutputPosition.START, Long.MAX_VALUE);

	/**
	 * @param from  where it begins
	 * @param limit after how many bytes to stop
	 * @return what follows
	 */
	public static OutputRange from(OutputPosition from, long limit) {
		return new OutputRange(from, Long.MAX_VALUE, limit);
	}
}
