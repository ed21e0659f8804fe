// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Topology;

/** Requests on fabrics and devices, since 4.0. */
public sealed interface HardwareRequest extends Request.Command {

	/**
	 * FABRIC_REGISTER: requests information about a fabric. Answered by {@link Reply.InfosReply}.
	 *
	 * @param infos directives; servers of 4.2.2 may crash if there are any
	 */
	record FabricRegister(Infos infos) implements HardwareRequest {
		@Override
		public CommandCode command() {
			return CommandCode.FABRIC_REGISTER;
		}
	}

	/**
	 * FABRIC_UPDATE: updates that information. Answered by {@link Reply.InfosReply}.
	 *
	 * @param index index of the fabric from the first reply
	 */
	record FabricUpdate(long index) implements HardwareRequest {
		@Override
		public CommandCode command() {
			return CommandCode.FABRIC_UPDATE;
		}
	}

	/**
	 * COMPUTE_DEVICE_DISTANCES: requests the distances to devices. Answered by {@link Reply.DistancesReply}.
	 *
	 * @param topology hardware of the node
	 * @param cpuSet   location of the process
	 * @param infos    device selection
	 */
	record ComputeDistances(Topology topology, CpuSet cpuSet, Infos infos) implements HardwareRequest {
		@Override
		public CommandCode command() {
			return CommandCode.COMPUTE_DEVICE_DISTANCES;
		}
	}
}
