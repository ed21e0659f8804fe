// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * The distance of a device from a process.
 *
 * @param uuid       unique name of the device
 * @param osName     its name on the node
 * @param deviceType kind of device
 * @param min        smallest relative distance, unsigned
 * @param max        largest relative distance, unsigned
 */
public record DeviceDistance(String uuid, String osName, DeviceType deviceType, short min, short max) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.DEVICE_DIST;
	}
}
