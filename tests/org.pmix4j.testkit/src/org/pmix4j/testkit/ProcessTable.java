// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What proc(5) tells of the processes of this machine. A process may be gone at any moment; then it is left out. Stateless. */
public final class ProcessTable {
	private static final Path PROC = Path.of("/proc");
	/** Which number of stat(5), counted from the state, is the time of the start. */
	private static final int START = 19;

	/**
	 * One process.
	 *
	 * @param pid     its id
	 * @param parent  its parent's
	 * @param state   one letter, e.g. Z for a zombie
	 * @param start   when it was started, in ticks since the machine was
	 * @param command its command line, or its name in brackets
	 */
	public record Entry(int pid, int parent, char state, long start, String command) {
		/** @return whether it has ended and nobody has asked how */
		public boolean isZombie() {
			return state == 'Z';
		}

		/** @return whether it is still there, and no other process has got its id */
		public boolean isAlive() {
			return entry(pid).filter(now -> now.start() == start && !now.isZombie()).isPresent();
		}

		@Override
		public String toString() {
			return "pid " + pid + " (child of " + parent + ", state " + state + "): " + command;
		}
	}

	private ProcessTable() {
	}

	/** @return all processes that we may look at */
	public static List<Entry> all() {
		List<Entry> entries = new ArrayList<>();
		try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
			for (Path folder : folders) {
				entry(Integer.parseInt(String.valueOf(folder.getFileName()))).ifPresent(entries::add);
			}
		} catch (IOException | DirectoryIteratorException e) {
			throw new IllegalStateException("/proc cannot be read", e);
		}
		return entries;
	}

	/**
	 * @param pid a process
	 * @return what is known of it, if it exists
	 */
	public static Optional<Entry> entry(long pid) {
		// the name in parentheses may hold anything; state and parent follow
		String stat = text(pid, "stat");
		int name = stat.lastIndexOf(')');
		if (name < 0) {
			return Optional.empty();
		}
		String[] fields = stat.substring(name + 2).split(" ");
		String command = text(pid, "cmdline").replace('\0', ' ').strip();
		return Optional.of(new Entry((int) pid, Integer.parseInt(fields[1]), fields[0].charAt(0), Long.parseLong(fields[START]),
				command.isEmpty() ? "[" + stat.substring(stat.indexOf('(') + 1, name) + "]" : command));
	}

	/**
	 * @param condition on the entries of an environment, each with a zero byte before and behind it
	 * @return the processes that fulfil it
	 */
	public static List<Entry> withEnvironment(Predicate<String> condition) {
		return all().stream().filter(entry -> condition.test("\0" + text(entry.pid(), "environ"))).toList();
	}

	/**
	 * @param pid a process
	 * @return its children, their children and so on
	 */
	public static List<Entry> descendants(long pid) {
		List<Entry> all = all();
		Set<Integer> family = new HashSet<>(Set.of((int) pid));
		List<Entry> found = new ArrayList<>();
		boolean grows = true;
		while (grows) {
			grows = false;
			for (Entry entry : all) {
				if (family.contains(entry.parent()) && family.add(entry.pid())) {
					found.add(entry);
					grows = true;
				}
			}
		}
		return found;
	}

	/**
	 * @param pid  a process
	 * @param file one of its files, e.g. status
	 * @return its content; empty if it cannot be read
	 */
	public static String text(long pid, String file) {
		try {
			return new String(Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve(file)), StandardCharsets.ISO_8859_1);
		} catch (IOException e) {
			return "";
		}
	}

	/**
	 * @param pid a process
	 * @return the most memory that it has ever had at a time, in bytes
	 */
	public static long peakMemory(long pid) {
		String line = text(pid, "status").lines().filter(each -> each.startsWith("VmHWM:")).findAny()
				.orElseThrow(() -> new IllegalStateException("process " + pid + " has gone"));
		return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
	}
}
