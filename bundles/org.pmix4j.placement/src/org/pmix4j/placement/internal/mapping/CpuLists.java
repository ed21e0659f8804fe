// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.BitSet;
import java.util.List;

import org.pmix4j.job.internal.policy.CpuRanges;
import org.pmix4j.job.internal.policy.Words;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Reads lists of processors that users write: logical numbers and ranges, and in files of ranks also packages and their cores. Stateless.
 */
final class CpuLists {
	private static final int HIGHEST = 0xffff;

	private CpuLists() {
	}

	/** Returns the processors of a list that exist on a node. */
	static BitSet existing(NodeHardware hardware, boolean hwthreads, String list) {
		List<Piece> numbered = hardware.all(hardware.numbered(hwthreads));
		BitSet cpus = new BitSet();
		for (String text : Words.split(list, ',')) {
			int[] range = CpuRanges.range(text).orElse(new int[] { 0, -1 });
			for (int number = range[0]; number <= Math.min(range[1], numbered.size() - 1); number++) {
				cpus.or(numbered.get(number).cpus());
			}
		}
		return cpus;
	}

	/** Returns the first number of a list. */
	static int first(String list) {
		return CpuRanges.range(Words.split(list, ',').get(0)).orElseThrow()[0];
	}

	/** Returns the entries of a list but the first. */
	static String rest(String list) {
		int comma = list.indexOf(',');
		return comma < 0 ? "" : list.substring(comma + 1);
	}

	/**
	 * Returns the processors that a file assigns to a rank: {@code LIST}, {@code pLIST} for packages, {@code P:LIST} for cores of a
	 * package, several of these with semicolons between.
	 */
	static BitSet assigned(NodeHardware hardware, boolean hwthreads, String text) throws PmixException {
		BitSet cpus = new BitSet();
		for (String item : Words.split(text, ';')) {
			char first = Character.toLowerCase(item.charAt(0));
			boolean marked = first == 'p' || first == 's';
			String list = marked ? item.substring(1) : item;
			if (item.indexOf(':') >= 0) {
				cpus.or(coresOfPackage(hardware, list, text));
			} else if (marked) {
				for (String range : Words.split(list, ',')) {
					cpus.or(range.charAt(0) == '*' ? hardware.allowed() : numbered(hardware.all(Type.PACKAGE), range, text));
				}
			} else {
				for (String range : Words.split(list, ',')) {
					cpus.or(numbered(hardware.all(hardware.numbered(hwthreads)), range, text));
				}
			}
		}
		if (cpus.isEmpty()) {
			throw Words.refused("'" + text + "' names no processor");
		}
		return cpus;
	}

	private static BitSet coresOfPackage(NodeHardware hardware, String list, String text) throws PmixException {
		List<String> parts = Words.split(list, ':');
		int number = parts.isEmpty() ? -1 : Words.number(parts.get(0), HIGHEST);
		if (number < 0 || parts.size() < 2) {
			throw Words.refused("'" + text + "' must be PACKAGE:CORES, for example 0:1-3");
		}
		BitSet inside = numbered(hardware.all(Type.PACKAGE), parts.get(0), text);
		Type type = hardware.all(Type.CORE).isEmpty() ? Type.PU : Type.CORE;
		int before = hardware.countInside(inside, type) * number;
		BitSet cpus = new BitSet();
		for (String cores : parts.subList(1, parts.size())) {
			String numbers = Character.toLowerCase(cores.charAt(0)) == 'c' ? cores.substring(1) : cores;
			if (numbers.startsWith("*")) {
				return inside;
			}
			for (String range : Words.split(numbers, ',')) {
				cpus.or(numbered(hardware.all(type), shifted(range, before, text), text));
			}
		}
		return cpus;
	}

	/** Cores are numbered through all packages as if these were alike, as in PRRTE. */
	private static String shifted(String range, int by, String text) throws PmixException {
		int[] ends = CpuRanges.range(range).orElseThrow(() -> bad(range, text));
		return ends[0] + by + "-" + (ends[1] + by);
	}

	private static BitSet numbered(List<Piece> pieces, String range, String text) throws PmixException {
		int[] ends = CpuRanges.range(range).orElseThrow(() -> bad(range, text));
		if (ends[1] >= pieces.size()) {
			throw Words.refused("'" + text + "' names number " + ends[1] + ", but the node has only " + pieces.size() + " of the kind");
		}
		BitSet cpus = new BitSet();
		for (int number = ends[0]; number <= ends[1]; number++) {
			cpus.or(pieces.get(number).cpus());
		}
		return cpus;
	}

	private static PmixException bad(String range, String text) {
		return Words.refused("'" + range + "' in '" + text + "' must be a number or a range such as 2-5");
	}
}
