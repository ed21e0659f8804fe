// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.pmix4j.testkit.ProcessTable.Entry;

/**
 * Everything that can leak, at one moment. Each thing is a text that is the same in every snapshot; duplicates are kept.
 *
 * @param things the things
 */
record LeakSnapshot(List<String> things) {
	private static final Path SHARED_MEMORY = Path.of("/dev/shm");
	private static final String SESSION = "pmix4j-";

	LeakSnapshot {
		things = List.copyOf(things);
	}

	/**
	 * @param directory directory named in the environment of every process of the test
	 * @param begin     ticks from boot to the begin of the test
	 * @param owners    processes whose directories in shared memory belong to the test
	 * @return the current state
	 */
	static LeakSnapshot take(Path directory, long begin, Set<Long> owners) {
		List<String> things = new ArrayList<>();
		processes(directory, begin).forEach(
				entry -> things.add((entry.isZombie() ? "zombie " : "process ") + entry.pid() + " " + entry.command()));
		Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.isAlive() && thread.getName().startsWith("pmix-"))
				.forEach(thread -> things.add("thread " + thread.threadId() + " " + thread.getName()));
		things.addAll(OpenFiles.ofThisProcess());
		ownedBy(owners).forEach(path -> things.add("directory " + path));
		return new LeakSnapshot(things);
	}

	/** Returns the things that were not in an earlier snapshot. */
	List<String> since(LeakSnapshot before) {
		List<String> rest = new ArrayList<>(things);
		before.things().forEach(rest::remove);
		return rest;
	}

	/** Returns the children of this JVM and all processes with the test's directory in their environment. Those are younger than the test. */
	private static List<Entry> processes(Path directory, long begin) {
		int self = (int) ProcessHandle.current().pid();
		String name = directory.toString();
		return ProcessTable.all().stream().filter(entry -> entry.parent() == self
				|| entry.start() >= begin && ProcessTable.text(entry.pid(), "environ").contains(name)).toList();
	}

	/** Returns the directories in shared memory that name one of the processes as owner. */
	private static List<Path> ownedBy(Set<Long> owners) {
		List<Path> found = new ArrayList<>();
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(SHARED_MEMORY, SESSION + "*")) {
			for (Path entry : entries) {
				if (owners.contains(owner(entry))) {
					found.add(entry);
				}
			}
		} catch (IOException | DirectoryIteratorException e) {
			// this machine has no such directory
			return List.of();
		}
		return found;
	}

	private static long owner(Path directory) {
		try (Stream<String> lines = Files.lines(directory.resolve(".owner"))) {
			return lines.filter(line -> line.startsWith("pid ")).mapToLong(line -> Long.parseLong(line.substring(4))).findAny().orElse(0);
		} catch (IOException e) {
			return 0;
		}
	}
}
