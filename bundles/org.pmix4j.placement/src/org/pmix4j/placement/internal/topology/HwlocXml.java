// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;

import org.pmix4j.placement.internal.topology.HardwareObject.Pages;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Writes hardware as XML of hwloc 2, so that programs need not discover it themselves, which takes a third of the CPU time of a start of an
 * Open MPI rank. Text instead of an XMLStreamWriter, whose first use takes 7 ms of CPU time. Used once for each machine, on any thread.
 *
 * @see "hwloc 2, Importing and exporting topologies from/to XML files; hwloc2.dtd"
 */
public final class HwlocXml {
	private static final String HEAD = """
			<?xml version="1.0" encoding="UTF-8"?>
			<!DOCTYPE topology SYSTEM "hwloc2.dtd">
			<topology version="2.0">
			""";

	private final StringBuilder out = new StringBuilder(HEAD);
	private final List<HardwareObject> nodes = new ArrayList<>();
	private final String hostname;
	private int next = 1;

	private HwlocXml(HardwareObject machine, String hostname) {
		this.hostname = hostname;
		machine.forEach(object -> {
			if (object.type() == Type.NUMA) {
				nodes.add(object);
			}
		});
	}

	/**
	 * @param machine  the hardware
	 * @param hostname of the machine
	 * @return an XML document
	 */
	public static String of(HardwareObject machine, String hostname) {
		HwlocXml xml = new HwlocXml(machine, hostname);
		xml.write(machine, 1);
		return xml.out.append("</topology>\n").toString();
	}

	private void write(HardwareObject object, int depth) {
		String cpus = mask(object.processors());
		String memory = mask(memory(object));
		indent(depth).append("<object type=\"").append(object.type().xmlName).append('"');
		if (object.number() >= 0) {
			attribute("os_index", object.number());
		}
		attribute("cpuset", cpus);
		attribute("complete_cpuset", cpus);
		if (object.type() == Type.MACHINE) {
			attribute("allowed_cpuset", cpus);
		}
		attribute("nodeset", memory);
		attribute("complete_nodeset", memory);
		if (object.type() == Type.MACHINE) {
			attribute("allowed_nodeset", memory);
		}
		attribute("gp_index", next++);
		special(object);
		if (object.type() == Type.PU) {
			out.append("/>\n");
			return;
		}
		out.append(">\n");
		inside(object, depth + 1);
		indent(depth).append("</object>\n");
	}

	private void special(HardwareObject object) {
		switch (object.type()) {
			case L1, L2, L3 -> {
				attribute("cache_size", object.cache().size());
				attribute("depth", 1 + Type.L1.ordinal() - object.type().ordinal());
				attribute("cache_linesize", object.cache().line());
				attribute("cache_associativity", object.cache().ways());
				attribute("cache_type", object.cache().data() ? 1 : 0);
			}
			case NUMA -> attribute("local_memory", object.memory());
			// a group that exists only to attach nodes
			case GROUP -> attribute("kind", 0).append(" subkind=\"0\"");
			case MACHINE, PACKAGE, CORE, PU -> {
			}
		}
	}

	private void inside(HardwareObject object, int depth) {
		if (object.type() == Type.MACHINE) {
			info("Backend", "Linux", depth);
			info("OSName", "Linux", depth);
			info("HostName", hostname, depth);
			info("Architecture", System.getProperty("os.arch", "").replace("amd64", "x86_64"), depth);
		}
		for (Pages pages : object.pages()) {
			indent(depth).append("<page_type");
			attribute("size", pages.size());
			attribute("count", pages.count()).append("/>\n");
		}
		object.nodes().forEach(node -> write(node, depth));
		object.children().forEach(child -> write(child, depth));
		object.devices().forEach(device -> write(device, depth));
	}

	private void write(HardwareDevice device, int depth) {
		indent(depth).append("<object type=\"").append(device.type().xmlName).append('"');
		attribute("gp_index", next++);
		device.attributes().forEach((name, value) -> attribute(name, escape(value)));
		out.append(">\n");
		device.properties().forEach(property -> info(property.name(), property.value(), depth + 1));
		device.inside().forEach(behind -> write(behind, depth + 1));
		indent(depth).append("</object>\n");
	}

	private void info(String name, String value, int depth) {
		indent(depth).append("<info");
		attribute("name", name);
		attribute("value", escape(value)).append("/>\n");
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;").replace(">", "&gt;");
	}

	/** Returns the numbers of the nodes that are next to any of the processors. */
	private BitSet memory(HardwareObject object) {
		BitSet memory = new BitSet();
		for (HardwareObject node : nodes) {
			if (object.type() == Type.NUMA ? node == object : node.processors().intersects(object.processors())) {
				memory.set(node.number());
			}
		}
		return memory;
	}

	/** Formats numbers as words of 32 bits, highest first. */
	private static String mask(BitSet numbers) {
		StringJoiner words = new StringJoiner(",");
		for (int word = Math.max(0, (numbers.length() - 1) / Integer.SIZE); word >= 0; word--) {
			long[] bits = numbers.get(word * Integer.SIZE, (word + 1) * Integer.SIZE).toLongArray();
			words.add(String.format("0x%08x", bits.length == 0 ? 0L : bits[0]));
		}
		return words.toString();
	}

	private StringBuilder indent(int depth) {
		return out.append("  ".repeat(depth));
	}

	private StringBuilder attribute(String name, Object value) {
		return out.append(' ').append(name).append("=\"").append(value).append('"');
	}
}
