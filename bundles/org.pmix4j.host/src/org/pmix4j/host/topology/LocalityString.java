// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.topology;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;

import org.pmix4j.host.topology.HardwareObject.Type;

/**
 * Where a process is bound, in the words by which processes find out what they share. Without state.
 *
 * @see "PMIx Standard, PMIx_server_generate_locality_string; OpenPMIx src/hwloc/pmix_hwloc.c, whose words these are"
 */
public final class LocalityString {
	private LocalityString() {
	}

	/**
	 * @param machine    the hardware
	 * @param processors on which the process may run, of that machine
	 * @return for each kind of hardware the numbers of those pieces that hold one of the processors, counted in their order:
	 *         {@code SK0:L30:L20-1:L10-1:CR0-1:HT0-3:NM0}
	 */
	public static String of(HardwareObject machine, BitSet processors) {
		Map<Type, Integer> counts = new EnumMap<>(Type.class);
		Map<Type, BitSet> used = new EnumMap<>(Type.class);
		machine.forEach(object -> {
			int index = counts.merge(object.type(), 1, Integer::sum) - 1;
			if (object.processors().intersects(processors)) {
				used.computeIfAbsent(object.type(), type -> new BitSet()).set(index);
			}
		});
		StringJoiner words = new StringJoiner(":");
		used.forEach((type, numbers) -> {
			if (!type.shortName.isEmpty()) {
				words.add(type.shortName + CpuNumbers.list(numbers));
			}
		});
		return words.toString();
	}

	/**
	 * @param processors on which a process may run
	 * @return the form in which PMIx passes a binding on (PMIx_server_generate_cpuset_string)
	 */
	public static String cpuset(BitSet processors) {
		return "hwloc:" + CpuNumbers.list(processors);
	}
}
