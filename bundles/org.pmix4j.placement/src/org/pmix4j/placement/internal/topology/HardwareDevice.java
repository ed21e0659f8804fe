// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.placement.internal.topology.HardwareObject.Property;

/**
 * A bridge, a card or a device of the operating system, and the devices behind it. Built by {@link DeviceReader} and not changed later.
 *
 * @see "hwloc, I/O Devices"
 */
public final class HardwareDevice {
	/** The kind of a device, by its name in hwloc's XML. */
	public enum Type {
		/** Connects processors and a bus, or two buses. */
		BRIDGE("Bridge"),
		/** A card on a PCI bus. */
		PCI("PCIDev"),
		/** A device as programs know it, such as eth0. */
		SYSTEM("OSDev");

		final String xmlName;

		Type(String xmlName) {
			this.xmlName = xmlName;
		}
	}

	private final Type type;
	private final Map<String, String> attributes = new LinkedHashMap<>();
	private final List<Property> properties = new ArrayList<>();
	private final List<HardwareDevice> inside = new ArrayList<>();

	HardwareDevice(Type type) {
		this.type = type;
	}

	HardwareDevice with(String attribute, String value) {
		attributes.put(attribute, value);
		return this;
	}

	/** @return its kind */
	public Type type() {
		return type;
	}

	/** @return the attributes of its element in hwloc's XML, in their order */
	public Map<String, String> attributes() {
		return attributes;
	}

	/** @return what else is known about it */
	public List<Property> properties() {
		return properties;
	}

	/** @return the devices behind it */
	public List<HardwareDevice> inside() {
		return inside;
	}
}
