// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.job.internal.nodelist.NodeListParser;

/**
 * Reads the allocation of Slurm: {@code SLURM_JOB_NODELIST=n[1-3,07],x} and {@code SLURM_TASKS_PER_NODE=2(x3),4}. Stateless. Throws
 * {@link IllegalArgumentException} with a text for users.
 *
 * @see "Slurm, sbatch, Output Environment Variables; scontrol show hostnames"
 */
final class SlurmNodes {
	/** More nodes than any machine has. */
	private static final int MOST = 1 << 16;
	private static final String LIST = "SLURM_JOB_NODELIST";
	private static final List<String> LISTS = List.of(LIST, "SLURM_NODELIST");
	private static final List<String> COUNTS = List.of("SLURM_TASKS_PER_NODE", "SLURM_JOB_CPUS_PER_NODE");

	private SlurmNodes() {
	}

	/** Returns the allocation; empty outside of Slurm. */
	static Optional<ManagedAllocation> find(Map<String, String> environment) {
		String id = environment.getOrDefault("SLURM_JOB_ID", environment.getOrDefault("SLURM_JOBID", ""));
		if (id.isEmpty()) {
			return Optional.empty();
		}
		List<String> nodes = nodes(required(environment, LISTS));
		List<Integer> counts = counts(required(environment, COUNTS));
		Map<String, Integer> slots = new LinkedHashMap<>();
		for (int i = 0; i < nodes.size(); i++) {
			slots.put(nodes.get(i), i < counts.size() ? counts.get(i) : 0);
		}
		return Optional.of(new ManagedAllocation("Slurm", id, slots));
	}

	private static String required(Map<String, String> environment, List<String> names) {
		for (String name : names) {
			if (!environment.getOrDefault(name, "").isEmpty()) {
				return environment.get(name);
			}
		}
		throw new IllegalArgumentException("the environment of a Slurm job lacks " + names.get(0) + ", so its nodes are unknown");
	}

	/** Expands a list of nodes: brackets hold numbers and ranges, whose leading zeros are kept. A name may have several brackets. */
	static List<String> nodes(String list) {
		List<String> names = new ArrayList<>();
		int start = 0;
		int depth = 0;
		for (int i = 0; i <= list.length(); i++) {
			char next = i == list.length() ? ',' : list.charAt(i);
			depth += next == '[' ? 1 : next == ']' ? -1 : 0;
			if (next == ',' && depth == 0) {
				names.addAll(expand(list.substring(start, i).strip(), list));
				start = i + 1;
			}
		}
		if (depth != 0) {
			throw broken(LIST, list);
		}
		return names;
	}

	private static List<String> expand(String pattern, String list) {
		int open = pattern.indexOf('[');
		int close = pattern.indexOf(']');
		if (open < 0 && close < 0 && !pattern.isEmpty()) {
			return List.of(pattern);
		}
		if (open < 0 || close < open) {
			throw broken(LIST, list);
		}
		List<String> rests = close + 1 == pattern.length() ? List.of("") : expand(pattern.substring(close + 1), list);
		List<String> names = new ArrayList<>();
		for (String range : pattern.substring(open + 1, close).split(",", -1)) {
			int dash = range.indexOf('-');
			String first = dash < 0 ? range : range.substring(0, dash);
			int from = NodeListParser.number(first, LIST + ": a number in [" + range + "]");
			int to = dash < 0 ? from : NodeListParser.number(range.substring(dash + 1), LIST + ": a number in [" + range + "]");
			if (to < from || (long) (to - from + 1) * rests.size() + names.size() > MOST) {
				throw broken(LIST, list);
			}
			for (int number = from; number <= to; number++) {
				String digits = Integer.toString(number);
				String name = pattern.substring(0, open) + "0".repeat(Math.max(0, first.length() - digits.length())) + digits;
				rests.forEach(rest -> names.add(name + rest));
			}
		}
		return names;
	}

	/** Expands a list of counts: {@code 2(x3),4}. */
	static List<Integer> counts(String list) {
		List<Integer> counts = new ArrayList<>();
		for (String part : list.strip().split(",", -1)) {
			int repeat = part.indexOf("(x");
			String count = repeat < 0 ? part : part.substring(0, repeat);
			if (repeat >= 0 && !part.endsWith(")")) {
				throw broken(COUNTS.get(0), list);
			}
			int times = repeat < 0 ? 1
					: NodeListParser.number(part.substring(repeat + 2, part.length() - 1), COUNTS.get(0) + ": a number of nodes");
			int slots = NodeListParser.number(count, COUNTS.get(0) + ": a number of slots");
			for (int i = 0; i < times && counts.size() < MOST; i++) {
				counts.add(slots);
			}
		}
		return counts;
	}

	private static IllegalArgumentException broken(String name, String value) {
		return new IllegalArgumentException(name + " has the value '" + value + "', which is not a list of nodes");
	}
}
