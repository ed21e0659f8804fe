// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * An address of a process on a device.
 *
 * @param uuid    unique name of the device
 * @param osName  its name on the node
 * @param address what the fabric's software needs
 */
public record Endpoint(String uuid, String osName, ByteObject address) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.ENDPOINT;
	}
}
