// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
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

/** Reads proc(5) entries of this machine's processes. A process may end at any moment and is then omitted. Stateless. */
public final class ProcessTable {
	private static final Path PROC = Path.of("/proc");
	/** Index of the start time in stat(5), counted from the state. */
	private static final int START = 19;

	/**
	 * One process.
	 *
	 * @param pid    process id
	 * @param parent process id of its parent
	 * @param state  one letter, e.g. Z for a zombie
	 * @param start  start time in ticks since boot
	 * @param name   name of its program, at most 15 bytes
	 */
	public record Entry(int pid, int parent, char state, long start, String name) {
		/** @return its command line at this moment; its name in brackets if it has none, or has ended */
		public String command() {
			String words = text(pid, "cmdline").replace('\0', ' ').strip();
			return words.isEmpty() ? "[" + name + "]" : words;
		}

		/** @return whether it has ended but was not reaped */
		public boolean isZombie() {
			return state == 'Z';
		}

		/** @return whether it still exists and its process id was not reused */
		public boolean isAlive() {
			return entry(pid).filter(now -> now.start() == start && !now.isZombie()).isPresent();
		}

		@Override
		public String toString() {
			return "pid " + pid + " (child of " + parent + ", state " + state + "): " + command();
		}
	}

	private ProcessTable() {
	}

	/** @return the effective user of this process, unsigned */
	public static int ownUid() {
		return attribute("unix:uid");
	}

	/** @return the effective group of this process, unsigned */
	public static int ownGid() {
		return attribute("unix:gid");
	}

	private static int attribute(String name) {
		try {
			return (Integer) Files.getAttribute(PROC.resolve("self"), name);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** @return all processes that are visible to this user */
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
	 * @param pid process id
	 * @return the process, if it exists
	 */
	public static Optional<Entry> entry(long pid) {
		// the name in parentheses may contain anything; state and parent follow
		String stat = text(pid, "stat");
		int name = stat.lastIndexOf(')');
		if (name < 0) {
			return Optional.empty();
		}
		String[] fields = stat.substring(name + 2).split(" ");
		return Optional.of(new Entry((int) pid, Integer.parseInt(fields[1]), fields[0].charAt(0), Long.parseLong(fields[START]),
				stat.substring(stat.indexOf('(') + 1, name)));
	}

	/** @return the time in ticks since boot; what starts from now on does not start before it */
	static long now() {
		try {
			// "350735.47 234388.90": seconds with two decimals, and a second has a hundred ticks
			return Long.parseLong(Files.readString(PROC.resolve("uptime")).split(" ")[0].replace(".", ""));
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/**
	 * @param pid process id
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
	 * @param pid  process id
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
	 * @param pid process id
	 * @return its peak memory, in bytes
	 */
	public static long peakMemory(long pid) {
		String line = text(pid, "status").lines().filter(each -> each.startsWith("VmHWM:")).findAny()
				.orElseThrow(() -> new IllegalStateException("process " + pid + " has gone"));
		return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
	}
}
