// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * The usable hardware of a node: each piece without the processors that are forbidden, numbered from 0 among the pieces
 * of its kind. Immutable.
 *
 * @see "hwloc, Terms and Definitions: logical index; objects with neither allowed processors nor memory are dropped"
 */
public final class NodeHardware {
	private final Map<Type, List<Piece>> pieces = new EnumMap<>(Type.class);
	private final Map<Type, Owners> owners = new ConcurrentHashMap<>();
	private final BitSet allowed;

	/**
	 * A usable piece of hardware.
	 *
	 * @param type   its kind
	 * @param index  its number among the pieces of that kind, in the order of the hardware
	 * @param number the kernel's number for it, which may be the same in each package; -1 if it has none
	 * @param cpus   the kernel's numbers for its usable processors; not to be changed
	 */
	public record Piece(Type type, int index, int number, BitSet cpus) {
		@Override
		public String toString() {
			return type + "[" + index + "]";
		}
	}

	/** For the pieces of a kind: the number of the one that has a processor, -1 for none, and how many processors each has. */
	private record Owners(int[] owner, int[] size) {
	}

	/**
	 * @param machine the hardware
	 * @param allowed the kernel's numbers for the processors that may be used
	 */
	public NodeHardware(HardwareObject machine, BitSet allowed) {
		this.allowed = (BitSet) machine.processors().clone();
		this.allowed.and(allowed);
		machine.forEach(object -> {
			BitSet cpus = (BitSet) object.processors().clone();
			cpus.and(allowed);
			// hwloc numbers memory without processors, too, and each piece around it
			if (!cpus.isEmpty() || object.holdsMemory()) {
				List<Piece> same = pieces.computeIfAbsent(object.type(), type -> new ArrayList<>());
				same.add(new Piece(object.type(), same.size(), object.number(), cpus));
			}
		});
	}

	/** @return the kernel's numbers for all usable processors; not to be changed */
	public BitSet allowed() {
		return allowed;
	}

	/**
	 * @param type a kind
	 * @return the pieces of that kind in their order
	 */
	public List<Piece> all(Type type) {
		return pieces.getOrDefault(type, List.of());
	}

	/** Counts the pieces of a kind all of whose processors are in a set. */
	int countInside(BitSet cpus, Type type) {
		return piecesInside(cpus, type).cardinality();
	}

	/** Returns the processors of the piece with a number among those of a kind that are inside a set; none if there is no such piece. */
	BitSet inside(BitSet cpus, Type type, int index) {
		BitSet inside = piecesInside(cpus, type);
		int piece = inside.nextSetBit(0);
		for (int n = 0; n < index && piece >= 0; n++) {
			piece = inside.nextSetBit(piece + 1);
		}
		return piece < 0 ? new BitSet() : all(type).get(piece).cpus();
	}

	/** Returns the numbers of the pieces of a kind that have a processor of a set. */
	BitSet piecesWith(BitSet cpus, Type type) {
		int[] owner = owners(type).owner;
		BitSet found = new BitSet();
		for (int cpu = cpus.nextSetBit(0); cpu >= 0 && cpu < owner.length; cpu = cpus.nextSetBit(cpu + 1)) {
			if (owner[cpu] >= 0) {
				found.set(owner[cpu]);
			}
		}
		return found;
	}

	/** Returns the numbers of the pieces of a kind that are inside a set. Takes as long as the set is large, not as the node is. */
	private BitSet piecesInside(BitSet cpus, Type type) {
		Owners of = owners(type);
		int[] counts = new int[of.size.length];
		BitSet inside = new BitSet();
		for (int cpu = cpus.nextSetBit(0); cpu >= 0 && cpu < of.owner.length; cpu = cpus.nextSetBit(cpu + 1)) {
			int piece = of.owner[cpu];
			if (piece >= 0 && ++counts[piece] == of.size[piece]) {
				inside.set(piece);
			}
		}
		return inside;
	}

	private Owners owners(Type type) {
		return owners.computeIfAbsent(type, key -> {
			Owners of = new Owners(new int[allowed.length()], new int[all(key).size()]);
			Arrays.fill(of.owner, -1);
			for (Piece piece : all(key)) {
				of.size[piece.index()] = piece.cpus().cardinality();
				for (int cpu = piece.cpus().nextSetBit(0); cpu >= 0; cpu = piece.cpus().nextSetBit(cpu + 1)) {
					of.owner[cpu] = of.owner[cpu] < 0 ? piece.index() : of.owner[cpu];
				}
			}
			return of;
		});
	}

	/** Counts the processors of a set: hardware threads, or whole cores. */
	int countCpus(BitSet cpus, boolean hwthreads) {
		return hwthreads ? cpus.cardinality() : countInside(cpus, Type.CORE);
	}

	/** Returns the kind that counts as a processor when users number processors. */
	Type numbered(boolean hwthreads) {
		return hwthreads || !hasCores() ? Type.PU : Type.CORE;
	}

	/** Returns whether cores are known and more than their only thread. */
	boolean hasCores() {
		return !all(Type.CORE).isEmpty() && !all(Type.CORE).get(0).cpus().equals(all(Type.PU).get(0).cpus());
	}

	/** Returns the logical number of the core with a processor; 0 if cores are unknown. */
	int core(int cpu) {
		int[] cores = owners(Type.CORE).owner;
		return cpu < cores.length ? Math.max(0, cores[cpu]) : 0;
	}

	/** Returns whether one set contains all of another. */
	static boolean includes(BitSet set, BitSet part) {
		for (int bit = part.nextSetBit(0); bit >= 0; bit = part.nextSetBit(bit + 1)) {
			if (!set.get(bit)) {
				return false;
			}
		}
		return true;
	}

	/** Returns the bits that two sets share. */
	static BitSet both(BitSet one, BitSet other) {
		BitSet both = (BitSet) one.clone();
		both.and(other);
		return both;
	}
}
