// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

import org.pmix4j.model.internal.text.KernelFiles;

/**
 * Tells which processors of this machine this process may use, and how many ranks they carry. Children inherit the affinity of this
 * process, and the kernel narrows that to the cpuset of its control group; a quota of processor time ({@code cpu.max}) limits the number
 * of ranks, not their processors. Reads a few files of the kernel, so it blocks; stateless.
 *
 * @see "sched_setaffinity(2), cpuset(7); PRRTE, the parameter prte_set_default_slots"
 */
public final class UsableProcessors {
	private static final Path ROOT = Path.of("/");
	private static final String ALLOWED = "Cpus_allowed_list:";

	private UsableProcessors() {
	}

	/** {@return the kernel's numbers for the processors that this process may use; all online ones if the kernel does not report them} */
	public static BitSet allowed() {
		return allowed(ROOT);
	}

	/**
	 * Reads the processors below another root.
	 *
	 * @param root where {@code sys} and {@code proc} are
	 * @return the kernel's numbers for the processors that this process may use
	 */
	public static BitSet allowed(Path root) {
		BitSet all = new BitSet();
		all.set(0, Runtime.getRuntime().availableProcessors());
		try {
			BitSet allowed = all;
			for (String line : KernelFiles.text(root.resolve("proc/self/status")).split("\n")) {
				if (line.startsWith(ALLOWED)) {
					allowed = numbers(line.substring(ALLOWED.length()));
				}
			}
			Path online = root.resolve("sys/devices/system/cpu/online");
			if (Files.exists(online)) {
				allowed.and(numbers(KernelFiles.text(online)));
			}
			return allowed.isEmpty() ? all : allowed;
		} catch (IOException e) {
			return all;
		}
	}

	/**
	 * Counts the slots of this machine as PRRTE does by default: a slot for each core with a usable processor, but not more than the
	 * processor time of the control group carries.
	 *
	 * @return at least 1
	 */
	public static int slots() {
		return slots(ROOT, Runtime.getRuntime().availableProcessors());
	}

	/**
	 * Counts slots below another root.
	 *
	 * @param root where {@code sys} and {@code proc} are
	 * @param most how many processors the control group's processor time is worth
	 * @return the number of slots, at least 1
	 */
	public static int slots(Path root, int most) {
		BitSet left = allowed(root);
		Path cpus = root.resolve("sys/devices/system/cpu");
		int cores = 0;
		try {
			if (Files.exists(cpus.resolve("smt/active")) && KernelFiles.text(cpus.resolve("smt/active")).equals("0")) {
				return Math.max(1, Math.min(most, left.cardinality()));
			}
			for (int cpu = left.nextSetBit(0); cpu >= 0; cpu = left.nextSetBit(cpu + 1)) {
				cores++;
				left.andNot(siblings(cpus.resolve("cpu" + cpu).resolve("topology")));
				left.clear(cpu);
			}
		} catch (IOException e) {
			cores += left.cardinality();
		}
		return Math.max(1, Math.min(most, cores));
	}

	private static BitSet siblings(Path topology) throws IOException {
		Path file = topology.resolve("core_cpus_list");
		return numbers(KernelFiles.text(Files.exists(file) ? file : topology.resolve("thread_siblings_list")));
	}

	/** Reads a list of the kernel, such as 0-3,8. Written by hand, as regular expressions cost a launcher milliseconds. */
	static BitSet numbers(String list) throws IOException {
		BitSet numbers = new BitSet();
		int first = -1;
		int number = -1;
		for (int i = 0; i <= list.length(); i++) {
			char next = i == list.length() ? ',' : list.charAt(i);
			if (next >= '0' && next <= '9' && number < 1 << 20) {
				number = Math.max(0, number) * 10 + next - '0';
			} else if (next == '-' && number >= 0) {
				first = number;
				number = -1;
			} else if (next == ',') {
				if (number >= 0) {
					numbers.set(first < 0 ? number : first, Math.max(first, number) + 1);
				}
				first = -1;
				number = -1;
			} else if (!Character.isWhitespace(next)) {
				throw new IOException("not a list of numbers: " + list);
			}
		}
		return numbers;
	}
}
