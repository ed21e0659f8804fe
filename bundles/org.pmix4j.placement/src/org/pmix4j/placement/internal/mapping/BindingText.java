// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.BitSet;
import java.util.StringJoiner;

import org.pmix4j.model.CpuSet;
import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Writes processors in the notation of PRRTE 3.0.8: {@code package[0][core:0-3]}; their physical numbers in that of PRRTE 5.0:
 * {@code package[0][core:P0-3]}. Stateless.
 */
public final class BindingText {
	private BindingText() {
	}

	/**
	 * @param hardware  of the node
	 * @param cpuset    the processors to which a rank is bound
	 * @param hwthreads whether hardware threads rather than cores are shown
	 * @return the processors of each package; UNBOUND without any
	 */
	public static String of(NodeHardware hardware, CpuSet cpuset, boolean hwthreads) {
		return of(hardware, cpuset, hwthreads, false);
	}

	/**
	 * @param physical whether the kernel's numbers of cores and threads are shown, behind a P; a core has its number within its package
	 */
	static String of(NodeHardware hardware, CpuSet cpuset, boolean hwthreads, boolean physical) {
		BitSet cpus = cpuset.numbers();
		StringJoiner text = new StringJoiner(" ");
		for (Piece pack : hardware.all(Type.PACKAGE)) {
			BitSet inside = NodeHardware.both(cpus, pack.cpus());
			if (!inside.isEmpty()) {
				text.add("package[" + pack.index() + "][" + (hwthreads ? "hwt:" : "core:")
						+ (physical ? "P" + CpuSet.of(physical(hardware, inside, hwthreads)).list() : numbers(hardware, inside, hwthreads)) + "]");
			}
		}
		return text.length() == 0 ? "UNBOUND" : text.toString();
	}

	/** Returns the numbers of threads or cores as a list. */
	static String numbers(NodeHardware hardware, BitSet cpus, boolean hwthreads) {
		return CpuSet.of(numbered(hardware, cpus, hwthreads)).list();
	}

	/** Returns the kernel's numbers of threads or cores. Cores without such numbers keep their logical ones. */
	static BitSet physical(NodeHardware hardware, BitSet cpus, boolean hwthreads) {
		if (hwthreads || hardware.all(Type.CORE).isEmpty()) {
			return cpus;
		}
		return cores(hardware, cpus, hardware.all(Type.CORE).stream().allMatch(core -> core.number() >= 0));
	}

	/** Returns the numbers of threads or cores. Where each core has one thread, PRRTE shows the kernel's numbers of the threads. */
	static BitSet numbered(NodeHardware hardware, BitSet cpus, boolean hwthreads) {
		if (hwthreads || hardware.all(Type.CORE).size() == hardware.all(Type.PU).size()) {
			return cpus;
		}
		return cores(hardware, cpus, false);
	}

	private static BitSet cores(NodeHardware hardware, BitSet cpus, boolean physical) {
		BitSet cores = new BitSet();
		for (int cpu = cpus.nextSetBit(0); cpu >= 0; cpu = cpus.nextSetBit(cpu + 1)) {
			int core = hardware.core(cpu);
			cores.set(physical ? hardware.all(Type.CORE).get(core).number() : core);
		}
		return cores;
	}
}
