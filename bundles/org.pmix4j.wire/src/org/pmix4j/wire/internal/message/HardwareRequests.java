// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.PmixException;

/** Encodes hardware requests. Stateless. */
final class HardwareRequests {
	private HardwareRequests() {
	}

	static void write(HardwareRequest request, MessageWriter out) throws PmixException {
		switch (request) {
			case HardwareRequest.FabricRegister register -> out.command(CommandCode.FABRIC_REGISTER).infos(register.infos());
			case HardwareRequest.FabricUpdate update -> out.command(CommandCode.FABRIC_UPDATE).size(update.index());
			case HardwareRequest.ComputeDistances compute ->
				out.command(CommandCode.COMPUTE_DEVICE_DISTANCES).put(compute.topology()).put(compute.cpuSet()).infos(compute.infos());
		}
	}
}
