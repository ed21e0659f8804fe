// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A process's address on a device.
 *
 * @param uuid    unique name of the device
 * @param osName  its name on the node
 * @param address address in the format of the fabric's software
 */
public record Endpoint(String uuid, String osName, ByteObject address) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.ENDPOINT;
	}
}
