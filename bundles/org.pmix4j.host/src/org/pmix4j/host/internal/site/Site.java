// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.site;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.Endpoint;
import org.pmix4j.model.Geometry;
import org.pmix4j.model.Infos;

/**
 * The storage systems and fabrics of a site. Immutable.
 *
 * @param storages the storage systems
 * @param fabrics  the fabrics; the position of each is its index
 */
record Site(List<Storage> storages, List<Fabric> fabrics) {
	/** Copies the lists. */
	Site {
		storages = List.copyOf(storages);
		fabrics = List.copyOf(fabrics);
	}

	/**
	 * A storage system.
	 *
	 * @param id    its name
	 * @param infos what is known about it, with its id
	 */
	record Storage(String id, Infos infos) {
	}

	/**
	 * A fabric.
	 *
	 * @param name    its name
	 * @param infos   what is known about it, with its name
	 * @param devices its devices; the position of each is its index in the cost matrix
	 */
	record Fabric(String name, Infos infos, List<Device> devices) {
		/** Copies the list. */
		Fabric {
			devices = List.copyOf(devices);
		}
	}

	/**
	 * A device of a fabric.
	 *
	 * @param name     its name on its node
	 * @param node     the name of the node; empty for every node
	 * @param infos    what is known about it, with its name first
	 * @param position its coordinates
	 * @param endpoint where processes on its node are reached
	 * @param costs    relative costs of the way to each device of the fabric; empty if unknown
	 */
	record Device(String name, String node, Infos infos, Optional<Geometry> position, Optional<Endpoint> endpoint, List<Integer> costs) {
		/** Copies the list. */
		Device {
			costs = List.copyOf(costs);
		}

		boolean isOn(String hostname) {
			return node.isEmpty() || node.equals(hostname);
		}
	}
}
