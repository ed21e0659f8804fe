// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Topology;

/** Requests on fabrics and devices, since 4.0. */
public sealed interface HardwareRequest extends Request {

	/**
	 * FABRIC_REGISTER: information on a fabric. Answered by {@link Reply.InfosReply}.
	 *
	 * @param infos directives; servers of 4.2.2 may crash if there are any
	 */
	record FabricRegister(Infos infos) implements HardwareRequest {
	}

	/**
	 * FABRIC_UPDATE: the same once more. Answered by {@link Reply.InfosReply}.
	 *
	 * @param index which fabric, as the first reply said
	 */
	record FabricUpdate(long index) implements HardwareRequest {
	}

	/**
	 * COMPUTE_DEVICE_DISTANCES: how far devices are. Answered by {@link Reply.DistancesReply}.
	 *
	 * @param topology the node's hardware
	 * @param cpuSet   where the process runs
	 * @param infos    which devices
	 */
	record ComputeDistances(Topology topology, CpuSet cpuSet, Infos infos) implements HardwareRequest {
	}
}
