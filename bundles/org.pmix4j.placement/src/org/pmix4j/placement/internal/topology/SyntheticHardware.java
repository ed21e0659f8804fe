// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.pmix4j.placement.internal.topology.HardwareObject.Cache;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Makes hardware from a description in words, such as {@code package:2 l3:2 core:8 pu:2}: each word is a kind of piece and how many of
 * it are in each piece of the word before. A word in brackets attaches memory to the pieces before; memory that no word names belongs to
 * the machine. Of the properties in parentheses the numbers of processors count. Used for one description, on any thread.
 *
 * @see "hwloc 2, Synthetic topologies"
 */
public final class SyntheticHardware {
	/** Above that a description is a typing error. */
	private static final int MOST_PROCESSORS = 1 << 15;
	private static final Map<String, Type> KINDS = Map.ofEntries(Map.entry("machine", Type.MACHINE), Map.entry("package", Type.PACKAGE),
			Map.entry("pack", Type.PACKAGE), Map.entry("socket", Type.PACKAGE), Map.entry("group", Type.GROUP), Map.entry("die", Type.GROUP),
			Map.entry("group0", Type.GROUP), Map.entry("node", Type.NUMA), Map.entry("numa", Type.NUMA), Map.entry("numanode", Type.NUMA),
			Map.entry("l3", Type.L3), Map.entry("l3cache", Type.L3), Map.entry("l2", Type.L2), Map.entry("l2cache", Type.L2),
			Map.entry("l1", Type.L1), Map.entry("l1d", Type.L1), Map.entry("l1cache", Type.L1), Map.entry("l1dcache", Type.L1),
			Map.entry("core", Type.CORE), Map.entry("pu", Type.PU));
	private static final Map<Type, Cache> CACHES = Map.of(Type.L3, new Cache(16L << 20, 64, 0, false), Type.L2,
			new Cache(4L << 20, 64, 0, false), Type.L1, new Cache(32L << 10, 64, 0, true));
	private static final long MEMORY = 1L << 30;

	private final String words;
	private final List<Level> levels = new ArrayList<>();
	private final int[] made = new int[Type.values().length];
	private boolean hasMemory;

	/** One word of the description; {@code attached} counts the memories that words in brackets add to each piece. */
	private record Level(Type type, int count, int attached, List<Integer> indexes) {
	}

	private SyntheticHardware(String words) {
		this.words = words;
		Level machine = new Level(Type.MACHINE, 1, 0, List.of());
		for (String word : split(words)) {
			if (word.charAt(0) == '[') {
				Level last = levels.isEmpty() ? machine : levels.removeLast();
				Level more = new Level(last.type, last.count, last.attached + 1, last.indexes);
				if (last == machine) {
					machine = more;
				} else {
					levels.add(more);
				}
				hasMemory = true;
			} else {
				levels.add(level(word));
			}
		}
		if (!levels.isEmpty() && levels.get(0).type == Type.MACHINE && levels.get(0).count == 1) {
			machine = levels.remove(0);
		}
		check();
		levels.add(0, machine);
	}

	private void check() {
		long processors = 1;
		for (Level level : levels) {
			processors *= level.count;
			if (processors > MOST_PROCESSORS || level.type == Type.MACHINE || level.type == Type.PU && level != levels.getLast()) {
				throw new IllegalArgumentException("hardware '" + words + "' has more than " + MOST_PROCESSORS
						+ " processors, more than one machine, or something inside a processor");
			}
			hasMemory |= level.type == Type.NUMA;
		}
		if (levels.isEmpty() || levels.getLast().type != Type.PU) {
			throw new IllegalArgumentException("hardware '" + words + "' must end with pu:N");
		}
		List<Integer> indexes = levels.getLast().indexes;
		if (!indexes.isEmpty() && (indexes.size() != processors || indexes.stream().distinct().count() != processors)) {
			throw new IllegalArgumentException("hardware '" + words + "' numbers " + indexes.size() + " processors, but has " + processors);
		}
	}

	/** Splits at blanks outside of parentheses. */
	private static List<String> split(String text) {
		List<String> parts = new ArrayList<>();
		StringBuilder part = new StringBuilder();
		int depth = 0;
		for (char c : (text + " ").toCharArray()) {
			depth += c == '(' ? 1 : c == ')' ? -1 : 0;
			if (c != ' ' && c != '\t' || depth > 0) {
				part.append(c);
			} else if (!part.isEmpty()) {
				parts.add(part.toString());
				part.setLength(0);
			}
		}
		return parts;
	}

	private Level level(String word) {
		int colon = word.indexOf(':');
		int bracket = word.indexOf('(');
		String kind = (colon < 0 ? word : word.substring(0, colon)).toLowerCase(Locale.ROOT);
		String count = colon < 0 ? "" : word.substring(colon + 1, bracket > colon ? bracket : word.length());
		if (!KINDS.containsKey(kind) || number(count) < 1) {
			throw new IllegalArgumentException("'" + word + "' in hardware '" + words + "' must be KIND:N, where KIND is one of machine, package,"
					+ " group, numa, l3, l2, l1, core, pu");
		}
		return new Level(KINDS.get(kind), number(count), 0, indexes(word));
	}

	private List<Integer> indexes(String word) {
		int begin = word.indexOf("indexes=");
		if (begin < 0) {
			return List.of();
		}
		List<Integer> indexes = new ArrayList<>();
		for (String text : word.substring(begin + "indexes=".length()).split("[ )]", 2)[0].split(",")) {
			int index = number(text);
			if (index < 0) {
				throw new IllegalArgumentException("'" + word + "' in hardware '" + words + "' must list the numbers of all processors");
			}
			indexes.add(index);
		}
		return indexes;
	}

	private static int number(String digits) {
		boolean good = !digits.isEmpty() && digits.length() <= 5 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
		return good ? Integer.parseInt(digits) : -1;
	}

	/**
	 * @param words a description
	 * @return the machine
	 * @throws IllegalArgumentException if the words are not description; the message says what is
	 */
	public static HardwareObject parse(String words) {
		return new SyntheticHardware(words).machine();
	}

	private HardwareObject machine() {
		HardwareObject machine = HardwareObject.of(Type.MACHINE, 0, new BitSet());
		fill(machine, 0);
		if (!hasMemory) {
			machine.nodes().add(HardwareObject.node(0, machine.processors(), MEMORY, List.of()));
		}
		return machine;
	}

	/** Adds the pieces of the next level and all below to a piece, whose set of processors grows. */
	private void fill(HardwareObject outer, int level) {
		if (level + 1 < levels.size()) {
			Level inner = levels.get(level + 1);
			for (int n = 0; n < inner.count; n++) {
				add(outer, inner, level + 1);
			}
			outer.children().sort((one, other) -> Integer.compare(first(one), first(other)));
		}
		for (int n = 0; n < levels.get(level).attached; n++) {
			outer.nodes().add(HardwareObject.node(made[Type.NUMA.ordinal()]++, outer.processors(), MEMORY, List.of()));
		}
	}

	private static int first(HardwareObject object) {
		return object.processors().nextSetBit(0);
	}

	private void add(HardwareObject outer, Level level, int index) {
		int number = made[level.type.ordinal()]++;
		BitSet processors = new BitSet();
		if (level.type == Type.PU) {
			number = level.indexes.isEmpty() ? number : level.indexes.get(number);
			processors.set(number);
		}
		HardwareObject object = level.type == Type.NUMA ? HardwareObject.of(Type.GROUP, -1, processors)
				: HardwareObject.cache(level.type, number, processors, CACHES.getOrDefault(level.type, Cache.NONE));
		fill(object, index);
		outer.processors().or(processors);
		if (level.type == Type.NUMA) {
			outer.attach(object, HardwareObject.node(number, object.processors(), MEMORY, List.of()), level.count == 1);
		} else {
			outer.children().add(object);
		}
	}
}
