// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * How far a device is from a process.
 *
 * @param uuid       unique name of the device
 * @param osName     its name on the node
 * @param deviceType what it is
 * @param min        least relative distance, unsigned
 * @param max        greatest relative distance, unsigned
 */
public record DeviceDistance(String uuid, String osName, DeviceType deviceType, short min, short max) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.DEVICE_DIST;
	}
}
