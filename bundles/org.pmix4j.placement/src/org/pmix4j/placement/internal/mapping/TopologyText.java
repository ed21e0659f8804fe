// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Writes the hardware of a node as PRRTE 3.0.8 does. Used for one text.
 *
 * @see "PRRTE 3, prterun --display topo; hwloc, hwloc_obj_attr_snprintf and hwloc_bitmap_snprintf"
 */
public final class TopologyText {
	private static final String LINE = "=================================================================\n";
	/** PRRTE has room for so many characters of the attributes of an object. */
	private static final int LONGEST = 1023;

	private final StringBuilder out = new StringBuilder(LINE);
	private final BitSet allowed;
	private final boolean simulated;

	private TopologyText(BitSet allowed, boolean simulated) {
		this.allowed = allowed;
		this.simulated = simulated;
	}

	/**
	 * @param name      of the node
	 * @param machine   its hardware
	 * @param allowed   the kernel's numbers for the processors that may be used; hwloc drops the others, and pieces without any
	 * @param simulated whether the node exists only in a description
	 * @return all pieces, each in those around it
	 */
	public static String of(String name, HardwareObject machine, BitSet allowed, boolean simulated) {
		TopologyText text = new TopologyText(allowed, simulated);
		text.out.append("TOPOLOGY FOR NODE ").append(name).append('\n');
		text.append(machine, "", 0);
		return text.out.append(LINE).toString();
	}

	private void append(HardwareObject object, String indent, int groups) {
		List<HardwareObject> children = new ArrayList<>(object.children());
		children.removeIf(child -> !child.processors().intersects(allowed) && memory(child) == 0);
		boolean isGroup = object.kind().equals("Group");
		out.append(indent).append("Type: ").append(isGroup ? "Group" + groups : name(object)).append(" Number of child objects: ")
				.append(children.size());
		String next = "\n" + indent + "\t";
		out.append(next).append("Name=NULL");
		String attributes = attributes(object, next);
		if (!attributes.isEmpty()) {
			out.append(next).append(attributes, 0, Math.min(LONGEST, attributes.length()));
		}
		out.append(next).append("Cpuset:  ").append(mask(NodeHardware.both(object.processors(), allowed)));
		if (object.type() == Type.MACHINE) {
			// the kernel binds the memory of threads, not of processes; PRRTE takes any description for capable of both
			out.append(next).append("Bind CPU proc:   TRUE").append(next).append("Bind CPU thread: TRUE").append(next)
					.append("Bind MEM proc:   ").append(simulated ? "TRUE" : "FALSE").append(next).append("Bind MEM thread: TRUE");
		}
		out.append('\n');
		for (HardwareObject child : children) {
			append(child, indent + "\t", isGroup ? groups + 1 : groups);
		}
	}

	private static String attributes(HardwareObject object, String separator) {
		StringBuilder text = new StringBuilder();
		long memory = memory(object);
		if (memory > 0) {
			text.append(separator).append("total=").append(kib(memory)).append("KB");
		}
		if (object.cache().size() > 0) {
			text.append(separator).append("size=").append(kib(object.cache().size())).append("KB").append(separator).append("linesize=")
					.append(object.cache().line());
			if (object.cache().ways() > 0) {
				text.append(separator).append("ways=").append(object.cache().ways());
			} else if (object.cache().ways() < 0) {
				text.append(separator).append("fully-associative");
			}
		}
		for (HardwareObject.Property property : object.properties()) {
			String quote = property.value().indexOf(' ') >= 0 ? "\"" : "";
			text.append(separator).append(property.name()).append('=').append(quote).append(property.value()).append(quote);
		}
		return text.length() == 0 ? "" : text.substring(separator.length());
	}

	/** Sums up the memory attached to a piece and to all pieces inside. */
	private static long memory(HardwareObject object) {
		long[] sum = new long[1];
		object.forEach(each -> sum[0] += each.type() == Type.NUMA ? each.memory() : 0);
		return sum[0];
	}

	private static long kib(long bytes) {
		return (bytes >> 9) + 1 >> 1;
	}

	/** Formats processors as words of 32 bits, highest first; words of zeros are left out but for the last. */
	private static String mask(BitSet processors) {
		StringBuilder mask = new StringBuilder();
		for (int word = Math.max(0, processors.length() - 1) / Integer.SIZE; word >= 0; word--) {
			long[] bits = processors.get(word * Integer.SIZE, (word + 1) * Integer.SIZE).toLongArray();
			String digits = bits.length == 0 ? "" : Long.toHexString(bits[0]);
			mask.append(mask.isEmpty() ? "" : ",");
			if (!digits.isEmpty()) {
				mask.append("0x").append("0".repeat(8 - digits.length())).append(digits);
			} else if (word == 0) {
				mask.append("0x0");
			}
		}
		return mask.toString();
	}

	private static String name(HardwareObject object) {
		return switch (object.type()) {
			case L1 -> object.cache().data() ? "L1dCache" : "L1Cache";
			case L2 -> object.cache().data() ? "L2dCache" : "L2Cache";
			case L3 -> object.cache().data() ? "L3dCache" : "L3Cache";
			default -> object.kind();
		};
	}
}
