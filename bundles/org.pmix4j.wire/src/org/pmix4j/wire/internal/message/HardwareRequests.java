// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.PmixException;

/** Encodes the fields of hardware requests. Stateless. */
final class HardwareRequests {
	private HardwareRequests() {
	}

	static void write(HardwareRequest request, MessageWriter out) throws PmixException {
		switch (request) {
			case HardwareRequest.FabricRegister register -> out.infos(register.infos());
			case HardwareRequest.FabricUpdate update -> out.size(update.index());
			case HardwareRequest.ComputeDistances compute -> out.put(compute.topology()).put(compute.cpuSet()).infos(compute.infos());
		}
	}
}
