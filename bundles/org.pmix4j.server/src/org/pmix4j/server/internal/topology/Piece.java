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
 * A piece of hardware, called object by hwloc. Built by {@link XmlReader}, {@link Levels} and {@link Hardware}, not changed after.
 *
 * @see "hwloc, Terms and Definitions"
 */
final class Piece {
	/** How pieces hang in the tree. */
	enum Kind {
		/** Holds processors. */
		NORMAL,
		/** Memory, beside what it is next to. */
		MEMORY,
		/** A bridge or a device. */
		IO,
		/** A note. */
		MISC
	}

	final String type;
	final String name;
	/** Which of several makes of a type; empty for most. */
	final String variant;
	/** Empty where it has none, as devices. */
	final Optional<BitSet> processors;
	/** What an operating system's device is, as hwloc numbers it; -1 for all else. */
	final int deviceKind;
	final Map<String, String> infos = new LinkedHashMap<>();
	final List<Piece> children = new ArrayList<>();
	Optional<Piece> parent;
	/** The level in the tree; 0 is the machine. */
	int depth;

	Piece(String type, String name, String variant, Optional<BitSet> processors, int deviceKind, Optional<Piece> parent) {
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

	/** @return whether it has no other meaning than to hold what is inside */
	boolean isGroup() {
		return type.equals("Group");
	}

	/** Takes the place of another piece, which is next to it in the tree. */
	void replace(Piece other) {
		other.parent.ifPresent(outer -> outer.children.set(outer.children.indexOf(other), this));
		parent = other.parent;
	}

	boolean isAlike(Piece other) {
		return type.equals(other.type) && variant.equals(other.variant);
	}

	List<Piece> children(Kind kind) {
		return children.stream().filter(child -> child.kind() == kind).toList();
	}

	/** @return whether all of these processors are its own */
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
