// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.internal.text.ElementReader;

/**
 * Reads hardware from the XML of hwloc 2. The XML may come from a peer, so no external entity is resolved, and a tree that is too deep is
 * rejected. Used for one document, on any thread.
 *
 * @see "hwloc 2, Importing and exporting topologies from/to XML files; hwloc2.dtd"
 */
final class XmlReader {
	private static final int DEEPEST = 64;
	/** Instruction caches, which hwloc ignores by default. */
	private static final Set<String> LEFT_OUT = Set.of("L1iCache", "L2iCache", "L3iCache");

	private final Deque<Optional<HwlocObject>> open = new ArrayDeque<>();
	private Optional<HwlocObject> machine = Optional.empty();

	/**
	 * @param xml the document
	 * @return the machine
	 * @throws IllegalArgumentException if the document does not describe hardware
	 */
	static HwlocObject read(String xml) {
		return new XmlReader().read(new ElementReader("hardware description", xml));
	}

	private HwlocObject read(ElementReader in) {
		while (in.next()) {
			if (in.starts()) {
				begin(in);
			} else if (in.name().equals("object")) {
				open.pop();
			}
		}
		return machine.orElseThrow(() -> new IllegalArgumentException("hardware description: it has no objects"));
	}

	private void begin(ElementReader in) {
		switch (in.name()) {
			case "topology" -> {
				if (in.attribute("version").isEmpty()) {
					throw new IllegalArgumentException("hardware description: the format of hwloc 1 is not supported");
				}
			}
			case "object" -> object(in);
			case "info" -> {
				if (!open.isEmpty()) {
					open.element().ifPresent(
							piece -> piece.infos.putIfAbsent(in.attribute("name").toLowerCase(Locale.ROOT), in.attribute("value")));
				}
			}
			default -> {
			}
		}
	}

	private void object(ElementReader in) {
		Optional<HwlocObject> outer = open.stream().filter(Optional::isPresent).findFirst().flatMap(piece -> piece);
		String type = in.attribute("type");
		if (open.size() == DEEPEST || type.isEmpty() || outer.isEmpty() && machine.isPresent()) {
			throw new IllegalArgumentException("hardware description: an object has no type, is nested too deeply, or is outside the machine");
		}
		if (LEFT_OUT.contains(type)) {
			open.push(Optional.empty());
			return;
		}
		String set = in.attribute("cpuset");
		HwlocObject piece = new HwlocObject(type, in.attribute("name"), in.attribute("kind") + "/" + in.attribute("subkind"),
				set.isEmpty() ? Optional.empty() : Optional.of(mask(set)), type.equals("OSDev") ? device(in) : -1, outer);
		outer.ifPresentOrElse(o -> o.children.add(piece), () -> machine = Optional.of(piece));
		open.push(Optional.of(piece));
	}

	/** @throws NumberFormatException if the attribute is not a number */
	private static int device(ElementReader in) {
		return Integer.parseInt(in.attribute("osdev_type"));
	}

	/**
	 * Parses a mask: words of 32 bits, highest first; a leading "0xf...f" sets all bits above them.
	 *
	 * @throws IllegalArgumentException if the text is not a mask
	 */
	private static BitSet mask(String text) {
		List<String> words = new ArrayList<>(List.of(text.split(",", -1)));
		boolean endless = words.get(0).equals("0xf...f");
		if (endless) {
			words.remove(0);
		}
		BitSet bits = new BitSet();
		int first = words.size() * Integer.SIZE;
		for (String word : words) {
			first -= Integer.SIZE;
			int value = word.isEmpty() ? 0 : Integer.parseUnsignedInt(word.startsWith("0x") ? word.substring(2) : word, 16);
			for (int bit = 0; bit < Integer.SIZE; bit++) {
				if ((value >>> bit & 1) != 0) {
					bits.set(first + bit);
				}
			}
		}
		if (endless) {
			bits.set(words.size() * Integer.SIZE, Math.max(words.size() * Integer.SIZE, CpuSet.HIGHEST + 1));
		}
		return bits;
	}
}
