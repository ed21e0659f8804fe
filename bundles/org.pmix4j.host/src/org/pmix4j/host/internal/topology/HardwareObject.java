// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * A piece of hardware that holds processors, and the pieces inside of it. Built by {@link HardwareReader}, not changed after.
 *
 * @see "hwloc, Terms and Definitions"
 */
public final class HardwareObject {
	/** What it is, from the outside in: of pieces with the same processors the earlier one holds the later. */
	public enum Type {
		/** All of it. */
		MACHINE("Machine"),
		/** What is in one socket. */
		PACKAGE("Package"),
		/** Several pieces that share memory and have no name of their own. */
		GROUP("Group"),
		/** Third level cache. */
		L3("L3Cache"),
		/** Second level cache. */
		L2("L2Cache"),
		/** First level cache for data. */
		L1("L1Cache"),
		/** What one program counter at a time, or several threads of hardware, run on. */
		CORE("Core"),
		/** What the kernel calls a processor. */
		PU("PU"),
		/** Memory; hangs beside the pieces that it is next to. */
		NUMA("NUMANode");

		/** In XML of hwloc. */
		final String xmlName;

		Type(String xmlName) {
			this.xmlName = xmlName;
		}
	}

	/**
	 * What a cache is like.
	 *
	 * @param size in bytes
	 * @param line length of a line in bytes
	 * @param ways associativity; 0 if it is not known
	 * @param data whether it holds data only, not instructions too
	 */
	public record Cache(long size, int line, int ways, boolean data) {
		/** What is no cache. */
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

	private final Type type;
	private final int number;
	private final BitSet processors;
	private final Cache cache;
	private final long memory;
	private final List<Pages> pages;
	private final List<HardwareObject> children = new ArrayList<>();
	private final List<HardwareObject> nodes = new ArrayList<>();

	private HardwareObject(Type type, int number, BitSet processors, Cache cache, long memory, List<Pages> pages) {
		this.type = type;
		this.number = number;
		this.processors = processors;
		this.cache = cache;
		this.memory = memory;
		this.pages = pages;
	}

	static HardwareObject of(Type type, int number, BitSet processors) {
		return new HardwareObject(type, number, processors, Cache.NONE, 0, List.of());
	}

	static HardwareObject cache(Type type, int number, BitSet processors, Cache cache) {
		return new HardwareObject(type, number, processors, cache, 0, List.of());
	}

	static HardwareObject node(int number, BitSet processors, long memory, List<Pages> pages) {
		return new HardwareObject(Type.NUMA, number, processors, Cache.NONE, memory, pages);
	}

	/** @return what it is */
	public Type type() {
		return type;
	}

	/** @return the kernel's number for it; -1 if it has none */
	public int number() {
		return number;
	}

	/** @return the kernel's numbers for its processors; not to be changed */
	public BitSet processors() {
		return processors;
	}

	/** @return what the cache is like */
	public Cache cache() {
		return cache;
	}

	/** @return bytes of a node's memory */
	public long memory() {
		return memory;
	}

	/** @return a node's pages */
	public List<Pages> pages() {
		return pages;
	}

	/** @return what is inside, in the order of the processors */
	public List<HardwareObject> children() {
		return children;
	}

	/** @return memory next to it */
	public List<HardwareObject> nodes() {
		return nodes;
	}

	boolean holds(HardwareObject other) {
		BitSet outside = (BitSet) other.processors.clone();
		outside.andNot(processors);
		return outside.isEmpty();
	}

	/** Shows it and all that is inside, from the outside in. */
	public void forEach(Consumer<HardwareObject> visitor) {
		visitor.accept(this);
		nodes.forEach(visitor);
		children.forEach(child -> child.forEach(visitor));
	}
}
