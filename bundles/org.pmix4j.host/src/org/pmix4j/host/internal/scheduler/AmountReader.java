// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.server.spi.NodeLists;

/** Reads the resources that a request wants. Stateless. */
final class AmountReader {
	private static final int MOST_NODES = 1 << 16;
	private static final int MOST_PROCESSORS = 1 << 16;
	private static final long MOST_MEMORY = 1L << 40;
	private static final Set<String> READ = Stream.<Attribute<?>>of(AllocAttributes.ALLOC_NUM_NODES, AllocAttributes.ALLOC_NODE_LIST,
			AllocAttributes.ALLOC_EXCLUDE, AllocAttributes.ALLOC_NUM_CPUS, AllocAttributes.ALLOC_NUM_CPU_LIST, AllocAttributes.ALLOC_CPU_LIST,
			AllocAttributes.ALLOC_MEM_SIZE, AllocAttributes.ALLOC_RES_BLOCK, AllocAttributes.ALLOC_NUM_BLOCKS).map(Attribute::key)
			.collect(Collectors.toUnmodifiableSet());

	private AmountReader() {
	}

	static boolean reads(String key) {
		return READ.contains(key);
	}

	/** @throws PmixException BAD_PARAM if a value is malformed */
	static ResourceAmount read(Infos infos) throws PmixException {
		List<BitSet> processors = new ArrayList<>();
		for (String list : parts(infos, AllocAttributes.ALLOC_CPU_LIST, ";")) {
			processors.add(processors(list));
		}
		float memory = infos.get(AllocAttributes.ALLOC_MEM_SIZE).orElse(0f);
		if (!(memory >= 0 && memory <= MOST_MEMORY)) {
			throw malformed(AllocAttributes.ALLOC_MEM_SIZE, Float.toString(memory), "0 to " + MOST_MEMORY);
		}
		return new ResourceAmount(number(infos, AllocAttributes.ALLOC_NUM_NODES, MOST_NODES), nodes(infos, AllocAttributes.ALLOC_NODE_LIST),
				new HashSet<>(nodes(infos, AllocAttributes.ALLOC_EXCLUDE)), number(infos, AllocAttributes.ALLOC_NUM_CPUS, MOST_PROCESSORS),
				counts(infos), processors, (long) Math.ceil(memory));
	}

	static OptionalInt number(Infos infos, Attribute<Long> attribute, int most) throws PmixException {
		Optional<Long> value = infos.get(attribute);
		if (value.isPresent() && (value.get() < 1 || value.get() > most)) {
			throw malformed(attribute, Long.toUnsignedString(value.get()), "1 to " + most);
		}
		return value.isPresent() ? OptionalInt.of(value.get().intValue()) : OptionalInt.empty();
	}

	/** Reads the numbers of processors of the nodes: {@code 4,2} or {@code 4(x3),2}. */
	private static List<Integer> counts(Infos infos) throws PmixException {
		List<Integer> counts = new ArrayList<>();
		for (String part : parts(infos, AllocAttributes.ALLOC_NUM_CPU_LIST, ",")) {
			int times = part.indexOf("(x");
			boolean repeated = times > 0 && part.endsWith(")");
			String count = repeated ? part.substring(0, times) : part;
			int copies = repeated ? decimal(AllocAttributes.ALLOC_NUM_CPU_LIST, part.substring(times + 2, part.length() - 1), MOST_NODES) : 1;
			int slots = decimal(AllocAttributes.ALLOC_NUM_CPU_LIST, count, MOST_PROCESSORS);
			if (slots < 1 || copies < 1 || counts.size() + copies > MOST_NODES) {
				throw malformed(AllocAttributes.ALLOC_NUM_CPU_LIST, part, "at least 1 processor on at most " + MOST_NODES + " nodes");
			}
			for (int i = 0; i < copies; i++) {
				counts.add(slots);
			}
		}
		return counts;
	}

	/** Reads the processors of one node: {@code 0-3,8}. */
	private static BitSet processors(String list) throws PmixException {
		BitSet processors = new BitSet();
		for (String range : list.split(",")) {
			String[] ends = range.strip().split("-", 2);
			int first = decimal(AllocAttributes.ALLOC_CPU_LIST, ends[0], MOST_PROCESSORS);
			int last = ends.length == 1 ? first : decimal(AllocAttributes.ALLOC_CPU_LIST, ends[1], MOST_PROCESSORS);
			if (last < first) {
				throw malformed(AllocAttributes.ALLOC_CPU_LIST, list, "ranges in ascending order, such as 0,2-5");
			}
			processors.set(first, last + 1);
		}
		return processors;
	}

	private static int decimal(Attribute<?> attribute, String text, int most) throws PmixException {
		try {
			int value = Integer.parseInt(text.strip());
			if (value >= 0 && value <= most) {
				return value;
			}
		} catch (NumberFormatException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, attribute.name() + " has '" + text + "' where a number must be", e);
		}
		throw malformed(attribute, text, "0 to " + most);
	}

	private static List<String> nodes(Infos infos, Attribute<String> attribute) throws PmixException {
		Optional<PmixValue> value = infos.value(attribute.key());
		try {
			return value.isPresent() ? NodeLists.names(value.get()) : List.of();
		} catch (PmixException e) {
			throw new PmixException(e.status(), attribute.name() + ": " + e.getMessage(), e);
		}
	}

	private static List<String> parts(Infos infos, Attribute<String> attribute, String separator) throws PmixException {
		return Stream.of(infos.get(attribute).orElse("").split(separator)).map(String::strip).filter(part -> !part.isEmpty()).toList();
	}

	private static PmixException malformed(Attribute<?> attribute, String value, String expected) {
		return new PmixException(Status.ERR_BAD_PARAM, attribute.name() + " is '" + value + "'; expected " + expected);
	}
}
