// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.List;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Locality;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.RelativeLocality;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;

/**
 * The hardware of a node, for hosts that bind processes. Computes the location of a process ({@code pmix.cpuset}, {@code pmix.locstr}) and
 * distances of devices. Immutable.
 *
 * @see "PMIx Standard, chapter Process Management, Process Locality, and chapter Fabric Support, Device Distances"
 */
public final class NodeTopology {
	private final HardwareTree hardware;

	private NodeTopology(HardwareTree hardware) {
		this.hardware = hardware;
	}

	/**
	 * @param topology description by hwloc 2
	 * @return the hardware
	 * @throws PmixException BAD_PARAM if the description is malformed
	 */
	public static NodeTopology of(Topology topology) throws PmixException {
		try {
			return new NodeTopology(HardwareTree.read(topology.xml()));
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "topology: " + e.getMessage(), e);
		}
	}

	/** @return all processors of the node, on which an unbound process may run */
	public CpuSet processors() {
		return CpuSet.of(hardware.processors());
	}

	/**
	 * Describes the location of a process for {@code pmix.locstr}. Counterpart of PMIx_server_generate_locality_string.
	 *
	 * @param processors processors to which it is bound
	 * @return a text such as {@code SK0:L30:L20:L10:CR0:HT0-1:NM0}; empty if none of the processors is on this node
	 * @throws PmixException BAD_PARAM if the set is malformed
	 */
	public String localityString(CpuSet processors) throws PmixException {
		try {
			return Localities.of(hardware, processors.numbers());
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "locality: " + e.getMessage(), e);
		}
	}

	/**
	 * Returns the hardware shared by two processes of one node. Counterpart of PMIx_Get_relative_locality.
	 *
	 * @param one   location of one process from {@link #localityString}, with or without the prefix {@code hwloc:}
	 * @param other location of the other process
	 * @return shared hardware; at least the node
	 * @throws PmixException BAD_PARAM if a text is malformed
	 */
	public static Locality relativeLocality(String one, String other) throws PmixException {
		try {
			return RelativeLocality.between(one, other);
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "locality: " + e.getMessage(), e);
		}
	}

	/**
	 * Computes the distances of devices from a process. Counterpart of PMIx_Compute_distances.
	 *
	 * @param processors processors to which it is bound
	 * @param infos      device selection: {@code pmix.dev.type} and {@code pmix.dev.id}; all devices if empty
	 * @param hostname   name of the node
	 * @return the distance of each device
	 * @throws PmixException NOT_AVAILABLE if only the whole machine has all the processors, NOT_FOUND if there is no such device, ERROR if
	 *                       a device has no address, BAD_PARAM if the set or an attribute is malformed
	 */
	public List<DeviceDistance> distances(CpuSet processors, Infos infos, String hostname) throws PmixException {
		try {
			return Distances.of(hardware, processors.numbers(), infos, hostname);
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "distances: " + e.getMessage(), e);
		}
	}
}
