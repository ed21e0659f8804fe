// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.pmix4j.job.internal.policy.Level;

/**
 * A piece of hardware that contains processors, and the pieces inside it. Built by {@link HardwareReader} and not changed later.
 *
 * @see "hwloc, Terms and Definitions"
 */
public final class HardwareObject {
	/** The kind of a piece, from the outside in: of two pieces with the same processors the earlier kind contains the later. */
	public enum Type {
		/** The whole machine. */
		MACHINE("Machine"),
		/** The processors of one socket. */
		PACKAGE("Package"),
		/** Several pieces that share memory without being one of the other kinds. */
		GROUP("Group"),
		/** Third-level cache. */
		L3("L3Cache"),
		/** Second-level cache. */
		L2("L2Cache"),
		/** First-level cache for data. */
		L1("L1Cache"),
		/** A core, with one hardware thread or several. */
		CORE("Core"),
		/** A hardware thread, which the kernel calls a processor. */
		PU("PU"),
		/** Memory, attached to the piece whose processors are next to it. */
		NUMA("NUMANode");

		/** The name in hwloc's XML. */
		final String xmlName;

		Type(String xmlName) {
			this.xmlName = xmlName;
		}

		/**
		 * @param level to which ranks are mapped or bound
		 * @return the kind of hardware
		 */
		public static Type of(Level level) {
			return switch (level) {
				case NONE -> MACHINE;
				case PACKAGE -> PACKAGE;
				case NUMA -> NUMA;
				case L3CACHE -> L3;
				case L2CACHE -> L2;
				case L1CACHE -> L1;
				case CORE -> CORE;
				case HWTHREAD -> PU;
			};
		}
	}

	/**
	 * The properties of a cache.
	 *
	 * @param size in bytes
	 * @param line length of a line in bytes
	 * @param ways associativity; 0 if unknown
	 * @param data whether it holds data only, not instructions too
	 */
	public record Cache(long size, int line, int ways, boolean data) {
		/** The properties of other kinds of pieces. */
		public static final Cache NONE = new Cache(0, 0, 0, false);
	}

	/**
	 * Pages of one size.
	 *
	 * @param size  in bytes
	 * @param count how many
	 */
	public record Pages(long size, long count) {
	}

	/**
	 * A property of a piece that only people read.
	 *
	 * @param name  its name in hwloc
	 * @param value its value
	 */
	public record Property(String name, String value) {
	}

	private final Type type;
	private final String kind;
	private final int number;
	private final BitSet processors;
	private final Cache cache;
	private final long memory;
	private final List<Pages> pages;
	private final List<HardwareObject> children = new ArrayList<>();
	private final List<HardwareObject> nodes = new ArrayList<>();
	private final List<Property> properties = new ArrayList<>(0);
	private final List<HardwareDevice> devices = new ArrayList<>(0);

	private HardwareObject(Type type, String kind, int number, BitSet processors, Cache cache, long memory, List<Pages> pages) {
		this.type = type;
		this.kind = kind;
		this.number = number;
		this.processors = processors;
		this.cache = cache;
		this.memory = memory;
		this.pages = pages;
	}

	/**
	 * Makes a machine of which nothing but its processors is known: each is a core of one package with one memory.
	 *
	 * @param processors the kernel's numbers
	 * @return the machine
	 */
	public static HardwareObject flat(BitSet processors) {
		HardwareObject machine = of(Type.MACHINE, 0, processors);
		machine.nodes.add(node(0, processors, 0, List.of()));
		HardwareObject whole = of(Type.PACKAGE, 0, processors);
		machine.children.add(whole);
		for (int number = processors.nextSetBit(0); number >= 0; number = processors.nextSetBit(number + 1)) {
			BitSet self = new BitSet();
			self.set(number);
			HardwareObject core = of(Type.CORE, number, self);
			core.children.add(of(Type.PU, number, self));
			whole.children.add(core);
		}
		return machine;
	}

	static HardwareObject of(Type type, int number, BitSet processors) {
		return new HardwareObject(type, type.xmlName, number, processors, Cache.NONE, 0, List.of());
	}

	static HardwareObject cache(Type type, int number, BitSet processors, Cache cache) {
		return new HardwareObject(type, type.xmlName, number, processors, cache, 0, List.of());
	}

	static HardwareObject node(int number, BitSet processors, long memory, List<Pages> pages) {
		return new HardwareObject(Type.NUMA, Type.NUMA.xmlName, number, processors, Cache.NONE, memory, pages);
	}

	static HardwareObject group(String kind, int number, BitSet processors) {
		return new HardwareObject(Type.GROUP, kind, number, processors, Cache.NONE, 0, List.of());
	}

	/** @return its kind */
	public Type type() {
		return type;
	}

	/** @return the name of its kind in hwloc, which distinguishes more kinds of groups */
	public String kind() {
		return kind;
	}

	/** @return the kernel's number for it; -1 if it has none */
	public int number() {
		return number;
	}

	/** @return the kernel's numbers for its processors; not to be changed */
	public BitSet processors() {
		return processors;
	}

	/** @return the properties of the cache */
	public Cache cache() {
		return cache;
	}

	/** @return the memory of a node in bytes */
	public long memory() {
		return memory;
	}

	/** @return the pages of a node */
	public List<Pages> pages() {
		return pages;
	}

	/** @return the pieces inside, in the order of their processors */
	public List<HardwareObject> children() {
		return children;
	}

	/** @return the memory attached to it */
	public List<HardwareObject> nodes() {
		return nodes;
	}

	/** @return the bridges and devices next to all its processors */
	public List<HardwareDevice> devices() {
		return devices;
	}

	/** Returns the outermost piece with exactly these processors; empty if there is none. */
	Optional<HardwareObject> outermost(BitSet numbers) {
		if (processors.equals(numbers)) {
			return Optional.of(this);
		}
		return children.stream().map(child -> child.outermost(numbers)).flatMap(Optional::stream).findFirst();
	}

	/** @return whether this is memory, or memory is attached to this piece or to a piece inside */
	public boolean holdsMemory() {
		return type == Type.NUMA || !nodes.isEmpty() || children.stream().anyMatch(HardwareObject::holdsMemory);
	}

	/** @return what else is known about it, in the order of its description */
	public List<Property> properties() {
		return properties;
	}

	/**
	 * Adds memory with the pieces next to it: the memory belongs to this piece or to the only piece inside if these have the same
	 * processors, else to a group.
	 */
	void attach(HardwareObject group, HardwareObject memory, boolean whole) {
		if (whole) {
			nodes.add(memory);
			children.addAll(group.children);
		} else if (group.children.size() == 1) {
			group.children.get(0).nodes.add(memory);
			children.addAll(group.children);
		} else {
			group.nodes.add(memory);
			children.add(group);
		}
	}

	boolean holds(HardwareObject other) {
		BitSet outside = (BitSet) other.processors.clone();
		outside.andNot(processors);
		return outside.isEmpty();
	}

	/** Visits this piece and all pieces inside it, from the outside in. */
	public void forEach(Consumer<HardwareObject> visitor) {
		visitor.accept(this);
		nodes.forEach(visitor);
		children.forEach(child -> child.forEach(visitor));
	}
}
