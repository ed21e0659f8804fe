// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import org.pmix4j.host.Processor;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/** Lists the hardware threads of a machine with their cores and packages. Stateless. */
public final class ProcessorList {
	private ProcessorList() {
	}

	/**
	 * @param machine the hardware
	 * @param usable  the kernel's numbers for the processors that ranks may use
	 * @return all processors in the order of their numbers; where cores or packages are unknown, each processor is a core of package 0
	 */
	public static List<Processor> of(HardwareObject machine, BitSet usable) {
		List<BitSet> cores = new ArrayList<>();
		List<BitSet> sockets = new ArrayList<>();
		machine.forEach(object -> {
			if (object.type() == Type.CORE) {
				cores.add(object.processors());
			} else if (object.type() == Type.PACKAGE) {
				sockets.add(object.processors());
			}
		});
		List<Processor> list = new ArrayList<>();
		BitSet all = machine.processors();
		for (int number = all.nextSetBit(0); number >= 0; number = all.nextSetBit(number + 1)) {
			int core = owner(cores, number);
			list.add(new Processor(number, core < 0 ? cores.size() + list.size() : core, Math.max(0, owner(sockets, number)),
					usable.get(number)));
		}
		return List.copyOf(list);
	}

	private static int owner(List<BitSet> pieces, int number) {
		for (int i = 0; i < pieces.size(); i++) {
			if (pieces.get(i).get(number)) {
				return i;
			}
		}
		return -1;
	}
}
