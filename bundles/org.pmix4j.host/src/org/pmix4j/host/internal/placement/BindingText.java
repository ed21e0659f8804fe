// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.placement;

import java.util.BitSet;
import java.util.StringJoiner;

import org.pmix4j.host.internal.placement.NodeHardware.Piece;
import org.pmix4j.host.internal.topology.HardwareObject.Type;
import org.pmix4j.model.CpuSet;

/**
 * Writes processors in the notation of PRRTE: {@code package[0][core:0-3]}. Stateless.
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
		BitSet cpus = cpuset.numbers();
		StringJoiner text = new StringJoiner(" ");
		for (Piece pack : hardware.all(Type.PACKAGE)) {
			BitSet inside = NodeHardware.both(cpus, pack.cpus());
			if (!inside.isEmpty()) {
				text.add("package[" + pack.index() + "][" + (hwthreads ? "hwt:" : "core:") + numbers(hardware, inside, hwthreads) + "]");
			}
		}
		return text.length() == 0 ? "UNBOUND" : text.toString();
	}

	/** Returns the numbers of threads or cores as a list. */
	static String numbers(NodeHardware hardware, BitSet cpus, boolean hwthreads) {
		return CpuSet.of(numbered(hardware, cpus, hwthreads)).list();
	}

	/** Returns the numbers of threads or cores. Where each core has one thread, PRRTE shows the kernel's numbers of the threads. */
	static BitSet numbered(NodeHardware hardware, BitSet cpus, boolean hwthreads) {
		if (hwthreads || hardware.all(Type.CORE).size() == hardware.all(Type.PU).size()) {
			return cpus;
		}
		BitSet cores = new BitSet();
		for (int cpu = cpus.nextSetBit(0); cpu >= 0; cpu = cpus.nextSetBit(cpu + 1)) {
			cores.set(hardware.core(cpu));
		}
		return cores;
	}
}
