// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * An amount of a resource; since release 6.0.
 *
 * @param deviceType kind of device
 * @param count      number of devices, unsigned
 */
public record ResourceUnit(DeviceType deviceType, long count) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.RESOURCE_UNIT;
	}
}
