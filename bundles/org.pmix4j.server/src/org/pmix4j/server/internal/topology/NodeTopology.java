// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.List;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Locality;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;

/**
 * The hardware of a node, for hosts that bind processes: what to tell a process of its place ({@code pmix.cpuset},
 * {@code pmix.locstr}), and how far devices are. Immutable.
 *
 * @see "PMIx Standard, chapter Process Management, Process Locality, and chapter Fabric Support, Device Distances"
 */
public final class NodeTopology {
	private final Hardware hardware;

	private NodeTopology(Hardware hardware) {
		this.hardware = hardware;
	}

	/**
	 * @param topology as hwloc 2 describes it
	 * @return the hardware
	 * @throws PmixException BAD_PARAM if it cannot be read
	 */
	public static NodeTopology of(Topology topology) throws PmixException {
		try {
			return new NodeTopology(Hardware.read(topology.xml()));
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "topology: " + e.getMessage(), e);
		}
	}

	/** @return all processors of the node: where a process may run that is not bound */
	public CpuSet processors() {
		return CpuSet.of(hardware.processors());
	}

	/**
	 * The place of a process, in words for {@code pmix.locstr}. Stands for PMIx_server_generate_locality_string.
	 *
	 * @param processors to which it is bound
	 * @return such as {@code SK0:L30:L20:L10:CR0:HT0-1:NM0}; empty if it is bound to nothing of this node
	 * @throws PmixException BAD_PARAM if the set cannot be read
	 */
	public String localityString(CpuSet processors) throws PmixException {
		try {
			return Localities.of(hardware, processors.numbers());
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "locality: " + e.getMessage(), e);
		}
	}

	/**
	 * What two processes of one node share. Stands for PMIx_Get_relative_locality.
	 *
	 * @param one   the words of one, as {@link #localityString} makes them, with or without {@code hwloc:} in front
	 * @param other the words of the other
	 * @return the node at the least
	 * @throws PmixException BAD_PARAM if the words cannot be read
	 */
	public static Locality relativeLocality(String one, String other) throws PmixException {
		try {
			return Localities.shared(one, other);
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "locality: " + e.getMessage(), e);
		}
	}

	/**
	 * How far devices are from a process. Stands for PMIx_Compute_distances.
	 *
	 * @param processors to which it is bound
	 * @param infos      which devices: {@code pmix.dev.type} and {@code pmix.dev.id}; all if empty
	 * @param hostname   of the node
	 * @return one for each device
	 * @throws PmixException NOT_AVAILABLE if only the whole machine has all the processors, NOT_FOUND if there is no such device, ERROR
	 *                       if a device has no address, BAD_PARAM if the set or an attribute cannot be read
	 */
	public List<DeviceDistance> distances(CpuSet processors, Infos infos, String hostname) throws PmixException {
		try {
			return Distances.of(hardware, processors.numbers(), infos, hostname);
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "distances: " + e.getMessage(), e);
		}
	}
}
