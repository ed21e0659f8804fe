// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Joins stack traces that are equal but for the values of arguments and other numbers, in any order of the threads. Stateless.
 */
public final class StackGroups {
	private StackGroups() {
	}

	/**
	 * The stack trace that some processes have in common.
	 *
	 * @param <K>     of the processes
	 * @param members the processes, in their order
	 * @param lines   what they have in common: {@code (...)} stands for arguments that differ
	 */
	public record Group<K>(List<K> members, List<String> lines) {
		/** Copies the lists. */
		public Group {
			members = List.copyOf(members);
			lines = List.copyOf(lines);
		}
	}

	/**
	 * @param <K>    of processes
	 * @param traces of processes, as {@link StackTracer#trace} returns them
	 * @return the groups, in the order of their first members
	 */
	public static <K> List<Group<K>> of(Map<K, List<String>> traces) {
		Map<List<String>, List<K>> members = new LinkedHashMap<>();
		Map<List<String>, Trace> common = new LinkedHashMap<>();
		traces.forEach((process, lines) -> {
			Trace trace = Trace.of(lines);
			members.computeIfAbsent(trace.key(), first -> new ArrayList<>()).add(process);
			common.merge(trace.key(), trace, Trace::with);
		});
		return common.entrySet().stream().map(each -> new Group<>(members.getOrDefault(each.getKey(), List.of()), each.getValue().lines()))
				.toList();
	}

	/** The lines of one thread. */
	private record Block(int number, List<StackLine> lines) {
		String key() {
			return String.join("\n", lines.stream().map(StackLine::key).toList());
		}

		Block with(Block other) {
			return new Block(number, IntStream.range(0, lines.size()).mapToObj(i -> lines.get(i).with(other.lines.get(i))).toList());
		}
	}

	/** The threads of one process, ordered by their keys. */
	private record Trace(List<Block> blocks) {
		static Trace of(List<String> lines) {
			List<Block> blocks = new ArrayList<>();
			for (String line : lines) {
				if (blocks.isEmpty() || StackLine.isThread(line)) {
					blocks.add(new Block(blocks.size(), new ArrayList<>()));
				}
				blocks.getLast().lines().add(StackLine.of(line));
			}
			return new Trace(blocks.stream().sorted(Comparator.comparing(Block::key)).toList());
		}

		List<String> key() {
			return blocks.stream().map(Block::key).toList();
		}

		Trace with(Trace other) {
			return new Trace(IntStream.range(0, blocks.size()).mapToObj(i -> blocks.get(i).with(other.blocks.get(i))).toList());
		}

		/** Returns the text in the order of the first process. */
		List<String> lines() {
			return blocks.stream().sorted(Comparator.comparing(Block::number)).flatMap(block -> block.lines().stream()).map(StackLine::text)
					.toList();
		}
	}
}
