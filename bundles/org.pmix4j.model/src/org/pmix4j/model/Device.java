// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A device of a node; since release 6.0.
 *
 * @param uuid       unique name of the device
 * @param osName     its name on the node
 * @param deviceType kind of device
 */
public record Device(String uuid, String osName, DeviceType deviceType) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.DEVICE;
	}
}
