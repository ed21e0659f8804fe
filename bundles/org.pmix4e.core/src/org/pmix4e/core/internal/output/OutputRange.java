// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

/**
 * The output to read. Immutable.
 *
 * @param from  the position where it begins
 * @param to    the number of the piece before which it ends
 * @param limit the number of bytes after which reading stops
 */
public record OutputRange(OutputPosition from, long to, long limit) {
	/** Everything. */
	public static final OutputRange ALL = from(OutputPosition.START, Long.MAX_VALUE);

	/**
	 * @param from  the position where it begins
	 * @param limit the number of bytes after which reading stops
	 * @return the output from there on
	 */
	public static OutputRange from(OutputPosition from, long limit) {
		return new OutputRange(from, Long.MAX_VALUE, limit);
	}
}
