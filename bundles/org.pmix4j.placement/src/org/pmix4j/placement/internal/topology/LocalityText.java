// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.topology;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;

import org.pmix4j.model.CpuSet;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Describes the parts of a machine that a process uses, as ranks compare them. Without the prefix {@code hwloc:} of libpmix's function, as
 * PRRTE sends it: Open MPI 4.1 takes the prefix for a piece of hardware. Made for one machine; immutable.
 *
 * @see "PMIx Standard, PMIX_LOCALITY_STRING; OpenPMIx, pmix_hwloc_generate_locality_string"
 */
public final class LocalityText {
	private static final Map<Type, String> WORDS = new EnumMap<>(Map.of(Type.PACKAGE, "SK", Type.L3, "L3", Type.L2, "L2", Type.L1, "L1",
			Type.CORE, "CR", Type.PU, "HT", Type.NUMA, "NM"));

	private final HardwareObject machine;

	/** @param machine the hardware */
	public LocalityText(HardwareObject machine) {
		this.machine = machine;
	}

	/**
	 * @param processors the kernel's numbers for those that the process uses
	 * @return for each kind of hardware, the numbers of the pieces with one of them: {@code SK0:L30:L20-1:L10-1:CR0-1:HT0-3:NM0}
	 */
	public String of(BitSet processors) {
		Map<Type, BitSet> used = new EnumMap<>(Type.class);
		Map<Type, int[]> next = new EnumMap<>(Type.class);
		machine.forEach(piece -> {
			int number = next.computeIfAbsent(piece.type(), type -> new int[1])[0]++;
			if (piece.processors().intersects(processors)) {
				used.computeIfAbsent(piece.type(), type -> new BitSet()).set(number);
			}
		});
		StringJoiner text = new StringJoiner(":");
		used.forEach((type, numbers) -> {
			String word = WORDS.get(type);
			if (word != null) {
				text.add(word + CpuSet.of(numbers).list());
			}
		});
		return text.toString();
	}

	/**
	 * @param processors the kernel's numbers for those that a process uses
	 * @return the number of the package that holds all of them, from 0; -1 if none does
	 */
	public int packageOf(BitSet processors) {
		int[] found = { -1, 0 };
		BitSet outside = new BitSet();
		machine.forEach(piece -> {
			if (piece.type() == Type.PACKAGE) {
				outside.clear();
				outside.or(processors);
				outside.andNot(piece.processors());
				found[0] = outside.isEmpty() && !processors.isEmpty() ? found[1] : found[0];
				found[1]++;
			}
		});
		return found[0];
	}
}
