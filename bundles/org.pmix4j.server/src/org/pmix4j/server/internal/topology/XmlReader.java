// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.pmix4j.model.CpuSet;

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
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		try {
			return new XmlReader().read(factory.createXMLStreamReader(new StringReader(xml)));
		} catch (XMLStreamException e) {
			throw new IllegalArgumentException("hardware description: malformed XML: " + e.getMessage(), e);
		}
	}

	private HwlocObject read(XMLStreamReader in) throws XMLStreamException {
		while (in.hasNext()) {
			int event = in.next();
			if (event == XMLStreamConstants.START_ELEMENT) {
				begin(in);
			} else if (event == XMLStreamConstants.END_ELEMENT && in.getLocalName().equals("object")) {
				open.pop();
			}
		}
		return machine.orElseThrow(() -> new IllegalArgumentException("hardware description: it has no objects"));
	}

	private void begin(XMLStreamReader in) {
		switch (in.getLocalName()) {
			case "topology" -> {
				if (attribute(in, "version").isEmpty()) {
					throw new IllegalArgumentException("hardware description: the format of hwloc 1 is not supported");
				}
			}
			case "object" -> object(in);
			case "info" -> {
				if (!open.isEmpty()) {
					open.element().ifPresent(
							piece -> piece.infos.putIfAbsent(attribute(in, "name").toLowerCase(Locale.ROOT), attribute(in, "value")));
				}
			}
			default -> {
			}
		}
	}

	private void object(XMLStreamReader in) {
		Optional<HwlocObject> outer = open.stream().filter(Optional::isPresent).findFirst().flatMap(piece -> piece);
		String type = attribute(in, "type");
		if (open.size() == DEEPEST || type.isEmpty() || outer.isEmpty() && machine.isPresent()) {
			throw new IllegalArgumentException("hardware description: an object has no type, is nested too deeply, or is outside the machine");
		}
		if (LEFT_OUT.contains(type)) {
			open.push(Optional.empty());
			return;
		}
		String set = attribute(in, "cpuset");
		HwlocObject piece = new HwlocObject(type, attribute(in, "name"), attribute(in, "kind") + "/" + attribute(in, "subkind"),
				set.isEmpty() ? Optional.empty() : Optional.of(mask(set)), type.equals("OSDev") ? device(in) : -1, outer);
		outer.ifPresentOrElse(o -> o.children.add(piece), () -> machine = Optional.of(piece));
		open.push(Optional.of(piece));
	}

	/** @throws NumberFormatException if the attribute is not a number */
	private static int device(XMLStreamReader in) {
		return Integer.parseInt(attribute(in, "osdev_type"));
	}

	private static String attribute(XMLStreamReader in, String name) {
		String value = in.getAttributeValue(null, name);
		return value == null ? "" : value;
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
