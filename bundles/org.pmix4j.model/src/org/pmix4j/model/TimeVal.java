// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A C struct timeval.
 *
 * @param seconds      whole seconds
 * @param microseconds remainder, usually 0 to 999,999
 */
public record TimeVal(long seconds, long microseconds) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.TIMEVAL;
	}
}
