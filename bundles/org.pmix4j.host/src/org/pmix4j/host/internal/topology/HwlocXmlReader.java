// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.topology;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.pmix4j.host.internal.topology.HardwareObject.Cache;
import org.pmix4j.host.internal.topology.HardwareObject.Type;

/**
 * Reads hardware from the XML that lstopo of hwloc 2 writes. Devices and instruction caches are left out, kinds of pieces that this
 * runtime does not know become groups. No external entity is resolved, and a document that is too large or nested too deeply is refused.
 * Used for one document, on any thread.
 *
 * @see "hwloc 2, Importing and exporting topologies from/to XML files; hwloc2.dtd"
 */
public final class HwlocXmlReader {
	/** The greatest number of characters of a document: far above that of any machine. */
	public static final int LONGEST = 1 << 26;
	private static final int DEEPEST = 64;
	private static final int MOST_OBJECTS = 1 << 18;
	private static final int MOST_WORDS = 1 << 11;
	private static final Map<String, Type> KINDS = Map.ofEntries(Map.entry("Machine", Type.MACHINE), Map.entry("Package", Type.PACKAGE),
			Map.entry("Group", Type.GROUP), Map.entry("Die", Type.GROUP), Map.entry("L5Cache", Type.GROUP), Map.entry("L4Cache", Type.GROUP),
			Map.entry("L3Cache", Type.L3), Map.entry("L2Cache", Type.L2), Map.entry("L1Cache", Type.L1), Map.entry("Core", Type.CORE),
			Map.entry("PU", Type.PU), Map.entry("NUMANode", Type.NUMA));

	private final Deque<Optional<HardwareObject>> open = new ArrayDeque<>();
	private Optional<Hardware> result = Optional.empty();
	private int objects;

	/**
	 * A described machine. Immutable.
	 *
	 * @param machine its hardware
	 * @param allowed the kernel's numbers for the processors that may be used; not to be changed
	 */
	public record Hardware(HardwareObject machine, BitSet allowed) {
	}

	private HwlocXmlReader() {
	}

	/**
	 * @param xml a document
	 * @return the machine
	 * @throws IllegalArgumentException if the document does not describe hardware; the message says why
	 */
	public static Hardware read(String xml) {
		if (xml.length() > LONGEST) {
			throw new IllegalArgumentException("hardware description: it is longer than " + LONGEST + " characters");
		}
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		try {
			return new HwlocXmlReader().read(factory.createXMLStreamReader(new StringReader(xml)));
		} catch (XMLStreamException e) {
			throw new IllegalArgumentException("hardware description: malformed XML: " + e.getMessage(), e);
		}
	}

	private Hardware read(XMLStreamReader in) throws XMLStreamException {
		while (in.hasNext()) {
			int event = in.next();
			if (event == XMLStreamConstants.START_ELEMENT && in.getLocalName().equals("topology")
					&& !attribute(in, "version").startsWith("2")) {
				throw new IllegalArgumentException("hardware description: only the format of hwloc 2 is supported");
			}
			if (event == XMLStreamConstants.START_ELEMENT && in.getLocalName().equals("object")) {
				begin(in);
			} else if (event == XMLStreamConstants.END_ELEMENT && in.getLocalName().equals("object")) {
				open.pop();
			}
		}
		Hardware hardware = result.orElseThrow(() -> new IllegalArgumentException("hardware description: it has no machine"));
		if (hardware.allowed().isEmpty()) {
			throw new IllegalArgumentException("hardware description: the machine has no processor that may be used");
		}
		return hardware;
	}

	private void begin(XMLStreamReader in) {
		Optional<HardwareObject> outer = open.stream().filter(Optional::isPresent).findFirst().flatMap(object -> object);
		if (open.size() == DEEPEST || ++objects > MOST_OBJECTS || outer.isEmpty() == result.isPresent()) {
			throw new IllegalArgumentException("hardware description: an object is nested too deeply, one too many, or outside the machine");
		}
		Optional<Type> type = Optional.ofNullable(KINDS.get(attribute(in, "type")));
		String set = attribute(in, "cpuset");
		if (outer.isEmpty() && !type.equals(Optional.of(Type.MACHINE))) {
			throw new IllegalArgumentException("hardware description: its first object must be a Machine, not '" + attribute(in, "type") + "'");
		}
		Optional<HardwareObject> object = type.filter(known -> !set.isEmpty()).map(known -> object(in, known, mask(set)));
		open.push(object);
		if (object.isPresent() && outer.isEmpty()) {
			String allowed = attribute(in, "allowed_cpuset");
			BitSet usable = mask(allowed.isEmpty() ? set : allowed);
			usable.and(object.get().processors());
			result = Optional.of(new Hardware(object.get(), usable));
		} else if (object.isPresent()) {
			(object.get().type() == Type.NUMA ? outer.get().nodes() : outer.get().children()).add(object.get());
		}
	}

	private static HardwareObject object(XMLStreamReader in, Type type, BitSet cpus) {
		int number = (int) number(in, "os_index", -1, Integer.MAX_VALUE);
		return switch (type) {
			case NUMA -> HardwareObject.node(number, cpus, number(in, "local_memory", 0, Long.MAX_VALUE), List.of());
			case L1, L2, L3 -> HardwareObject.cache(type, number, cpus,
					new Cache(number(in, "cache_size", 0, Long.MAX_VALUE), (int) number(in, "cache_linesize", 0, Integer.MAX_VALUE),
							(int) number(in, "cache_associativity", 0, Integer.MAX_VALUE), attribute(in, "cache_type").equals("1")));
			default -> HardwareObject.of(type, number, cpus);
		};
	}

	private static long number(XMLStreamReader in, String name, long none, long highest) {
		String text = attribute(in, name);
		try {
			long value = text.isEmpty() ? none : Long.parseLong(text);
			return value < none || value > highest ? none : value;
		} catch (NumberFormatException e) {
			throw new IllegalArgumentException("hardware description: " + name + " must be a number, not '" + text + "'", e);
		}
	}

	private static String attribute(XMLStreamReader in, String name) {
		String value = in.getAttributeValue(null, name);
		return value == null ? "" : value;
	}

	/** Parses a mask: words of 32 bits, highest first, without infinite ones. */
	private static BitSet mask(String text) {
		List<String> words = new ArrayList<>(List.of(text.split(",", -1)));
		if (words.size() > MOST_WORDS) {
			throw new IllegalArgumentException("hardware description: a set has more than " + MOST_WORDS * Integer.SIZE + " processors");
		}
		BitSet bits = new BitSet();
		int first = words.size() * Integer.SIZE;
		for (String word : words) {
			first -= Integer.SIZE;
			String digits = word.startsWith("0x") ? word.substring(2) : word;
			try {
				long value = digits.isEmpty() ? 0 : Integer.toUnsignedLong(Integer.parseUnsignedInt(digits, 16));
				for (int bit = 0; bit < Integer.SIZE; bit++) {
					bits.set(first + bit, (value >>> bit & 1) != 0);
				}
			} catch (NumberFormatException e) {
				throw new IllegalArgumentException("hardware description: '" + text + "' is no set of processors", e);
			}
		}
		return bits;
	}
}
