// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.topology;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.pmix4j.placement.internal.topology.HardwareObject.Cache;
import org.pmix4j.placement.internal.topology.HardwareObject.Property;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Reads hardware from the XML that lstopo of hwloc 1, 2 or 3 writes. Devices and instruction caches are left out, kinds of pieces that this
 * runtime does not know become groups. No external entity is resolved, and a document that is too large or nested too deeply is refused.
 * Used for one document, on any thread.
 *
 * @see "hwloc 2, Importing and exporting topologies from/to XML files; hwloc.dtd, hwloc2.dtd"
 */
public final class HwlocXmlReader {
	/** The greatest number of characters of a document: far above that of any machine. */
	public static final int LONGEST = 1 << 26;
	private static final int DEEPEST = 64;
	private static final int MOST_OBJECTS = 1 << 18;
	private static final int MOST_WORDS = 1 << 11;
	private static final String INSTRUCTIONS = "2";
	private static final Map<String, Type> KINDS = Map.ofEntries(Map.entry("Machine", Type.MACHINE), Map.entry("Package", Type.PACKAGE),
			Map.entry("Socket", Type.PACKAGE), Map.entry("Group", Type.GROUP), Map.entry("Die", Type.GROUP), Map.entry("L5Cache", Type.GROUP),
			Map.entry("L4Cache", Type.GROUP),
			Map.entry("L3Cache", Type.L3), Map.entry("L2Cache", Type.L2), Map.entry("L1Cache", Type.L1), Map.entry("Core", Type.CORE),
			Map.entry("PU", Type.PU), Map.entry("NUMANode", Type.NUMA));

	private final Deque<Optional<HardwareObject>> open = new ArrayDeque<>();
	/** The memory of each group that stands for the pieces next to it; hwloc 1 has the pieces inside the memory. */
	private final Map<HardwareObject, HardwareObject> memories = new IdentityHashMap<>();
	private Optional<Hardware> result = Optional.empty();
	/** Facts about the machine that stand outside of its objects. */
	private final List<Property> facts = new ArrayList<>();
	private boolean old;
	private boolean hasMemory;
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
			if (event == XMLStreamConstants.START_ELEMENT) {
				switch (in.getLocalName()) {
					case "topology" -> old = isOld(attribute(in, "version"));
					case "object" -> begin(in);
					case "info" -> describe(attribute(in, "name"), attribute(in, "value"));
					default -> {
						// distances, pages and other facts do not matter here
					}
				}
			} else if (event == XMLStreamConstants.END_ELEMENT && in.getLocalName().equals("object")) {
				end(open.pop());
			}
		}
		result.ifPresent(machine -> machine.machine().properties().addAll(facts));
		Hardware hardware = result.orElseThrow(() -> new IllegalArgumentException("hardware description: it has no machine"));
		if (hardware.allowed().isEmpty()) {
			throw new IllegalArgumentException("hardware description: the machine has no processor that may be used");
		}
		return hardware;
	}

	private static boolean isOld(String version) {
		if (!version.isEmpty() && !version.startsWith("1.") && !version.startsWith("2.") && !version.startsWith("3.")) {
			throw new IllegalArgumentException("hardware description: only the formats of hwloc 1, 2 and 3 are supported, not version " + version);
		}
		return !version.startsWith("2") && !version.startsWith("3");
	}

	private void describe(String name, String value) {
		// the name of a node is none of its hardware
		if (name.equals("HostName")) {
			return;
		}
		if (open.isEmpty()) {
			// hwloc 3 describes the machine outside of its objects
			facts.add(new Property(name, value));
		} else {
			open.peek().ifPresent(object -> object.properties().add(new Property(name, value)));
		}
	}

	private void begin(XMLStreamReader in) {
		Optional<HardwareObject> outer = outer();
		if (open.size() == DEEPEST || ++objects > MOST_OBJECTS || outer.isEmpty() == result.isPresent()) {
			throw new IllegalArgumentException("hardware description: an object is nested too deeply, one too many, or outside the machine");
		}
		Optional<Type> type = type(in);
		String set = attribute(in, "cpuset");
		boolean isRoot = type.equals(Optional.of(Type.MACHINE)) || old && type.equals(Optional.of(Type.NUMA));
		if (outer.isEmpty() && !isRoot) {
			throw new IllegalArgumentException("hardware description: its first object must be a Machine, not '" + attribute(in, "type") + "'");
		}
		if (type.isEmpty() || set.isEmpty()) {
			open.push(Optional.empty());
		} else if (outer.isEmpty()) {
			open.push(Optional.of(root(in, type.get(), mask(set))));
		} else {
			open.push(Optional.of(inner(in, outer.get(), type.get(), mask(set))));
		}
	}

	private HardwareObject root(XMLStreamReader in, Type type, BitSet cpus) {
		HardwareObject machine = HardwareObject.of(Type.MACHINE, 0, cpus);
		if (type == Type.NUMA) {
			machine.nodes().add(object(in, type, cpus));
		}
		hasMemory = !old || type == Type.NUMA;
		memories.put(machine, object(in, Type.NUMA, cpus));
		String allowed = attribute(in, "allowed_cpuset");
		BitSet usable = allowed.isEmpty() ? (BitSet) cpus.clone() : mask(allowed);
		usable.and(cpus);
		result = Optional.of(new Hardware(machine, usable));
		return machine;
	}

	private HardwareObject inner(XMLStreamReader in, HardwareObject outer, Type type, BitSet cpus) {
		HardwareObject object = object(in, type, cpus);
		if (type != Type.NUMA) {
			outer.children().add(object);
		} else if (!old || cpus.isEmpty()) {
			hasMemory = true;
			outer.nodes().add(object);
		} else {
			hasMemory = true;
			HardwareObject group = HardwareObject.group(Type.GROUP.xmlName, -1, cpus);
			memories.put(group, object);
			return group;
		}
		return object;
	}

	/** Completes an object of hwloc 1: memory moves to the piece around it or in it, and a machine has memory. */
	private void end(Optional<HardwareObject> ended) {
		if (ended.isEmpty() || !memories.containsKey(ended.get())) {
			return;
		}
		HardwareObject memory = memories.get(ended.get());
		Optional<HardwareObject> outer = outer();
		if (outer.isPresent()) {
			outer.get().attach(ended.get(), memory, ended.get().processors().equals(outer.get().processors()));
		} else if (!hasMemory) {
			ended.get().nodes().add(memory);
		}
	}

	private Optional<HardwareObject> outer() {
		return open.stream().filter(Optional::isPresent).findFirst().flatMap(object -> object);
	}

	/** Returns the kind of an object; empty if it is left out. */
	private Optional<Type> type(XMLStreamReader in) {
		String kind = attribute(in, "type");
		if (old && kind.equals("Cache")) {
			return attribute(in, "cache_type").equals(INSTRUCTIONS) ? Optional.empty()
					: Optional.of(KINDS.getOrDefault("L" + attribute(in, "depth") + kind, Type.GROUP));
		}
		return Optional.ofNullable(KINDS.get(kind));
	}

	private static HardwareObject object(XMLStreamReader in, Type type, BitSet cpus) {
		int number = (int) number(in, "os_index", -1, Integer.MAX_VALUE);
		return switch (type) {
			case NUMA -> HardwareObject.node(number, cpus, number(in, "local_memory", 0, Long.MAX_VALUE), List.of());
			case L1, L2, L3 -> HardwareObject.cache(type, number, cpus,
					new Cache(number(in, "cache_size", 0, Long.MAX_VALUE), (int) number(in, "cache_linesize", 0, Integer.MAX_VALUE),
							(int) number(in, "cache_associativity", 0, Integer.MAX_VALUE), attribute(in, "cache_type").equals("1")));
			case GROUP -> HardwareObject.group(attribute(in, "type"), number, cpus);
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
				throw new IllegalArgumentException("hardware description: '" + text + "' is not a set of processors", e);
			}
		}
		return bits;
	}
}
