// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A piece of hardware as an object of hwloc. Built by {@link XmlReader}, {@link Levels} and {@link HardwareTree}, then unchanged.
 *
 * @see "hwloc, Terms and Definitions"
 */
final class HwlocObject {
	/** Kinds of pieces by their place in the tree. */
	enum Kind {
		/** Contains processors. */
		NORMAL,
		/** Memory attached to a piece. */
		MEMORY,
		/** A bridge or a device. */
		IO,
		/** An annotation. */
		MISC
	}

	final String type;
	final String name;
	/** Distinguishes variants of a type; empty for most. */
	final String variant;
	/** Empty if it has none, as for devices. */
	final Optional<BitSet> processors;
	/** hwloc's number of the kind of an operating system device; -1 for other pieces. */
	final int deviceKind;
	final Map<String, String> infos = new LinkedHashMap<>();
	final List<HwlocObject> children = new ArrayList<>();
	Optional<HwlocObject> parent;
	/** Its level in the tree; 0 for the machine. */
	int depth;

	HwlocObject(String type, String name, String variant, Optional<BitSet> processors, int deviceKind, Optional<HwlocObject> parent) {
		this.type = type;
		this.name = name;
		this.variant = variant;
		this.processors = processors;
		this.deviceKind = deviceKind;
		this.parent = parent;
	}

	Kind kind() {
		return switch (type) {
			case "NUMANode", "MemCache" -> Kind.MEMORY;
			case "Bridge", "PCIDev", "OSDev" -> Kind.IO;
			case "Misc" -> Kind.MISC;
			default -> Kind.NORMAL;
		};
	}

	/** @return whether it only groups its children */
	boolean isGroup() {
		return type.equals("Group");
	}

	/** Replaces an adjacent piece in the tree. */
	void replace(HwlocObject other) {
		other.parent.ifPresent(outer -> outer.children.set(outer.children.indexOf(other), this));
		parent = other.parent;
	}

	boolean isAlike(HwlocObject other) {
		return type.equals(other.type) && variant.equals(other.variant);
	}

	List<HwlocObject> children(Kind kind) {
		return children.stream().filter(child -> child.kind() == kind).toList();
	}

	/** @return whether it has all of these processors */
	boolean holds(BitSet numbers) {
		if (processors.isEmpty()) {
			return false;
		}
		BitSet outside = (BitSet) numbers.clone();
		outside.andNot(processors.get());
		return outside.isEmpty();
	}

	boolean intersects(BitSet numbers) {
		return processors.filter(own -> own.intersects(numbers)).isPresent();
	}

	Optional<String> info(String key) {
		return Optional.ofNullable(infos.get(key.toLowerCase(Locale.ROOT)));
	}
}
