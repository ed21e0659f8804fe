// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.kernel;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.internal.text.KernelFiles;

/**
 * Finds the sockets of this process's own user where user ids cannot, because the user namespace does not map them: searches the open files
 * of all processes. The kernel shows the open files of a process only to processes with the same real, effective and saved user, which it
 * compares before any mapping, or with the capability to trace others. With that capability, nothing is proven. Stateless; reads
 * {@code /proc}, the newest processes first, as those connect: takes milliseconds, but seconds on a busy machine if a socket is in none.
 *
 * @see "Linux, man 5 proc_pid_fd, man 2 ptrace, section Ptrace access mode checking"
 */
public final class OwnSockets {
	private static final Path PROCESSES = Path.of("/proc");
	private static final String CAPABILITIES = "CapEff:";
	/** CAP_SYS_PTRACE as a bit. */
	private static final long TRACE_OTHERS = 1L << 19;
	private static final int HEX = 16;

	private OwnSockets() {
	}

	/**
	 * @param inodes numbers of sockets
	 * @return those that are proven to be open in a process of this process's own user
	 */
	public static Set<Long> among(Set<Long> inodes) {
		Set<Long> proven = new HashSet<>();
		if (inodes.isEmpty() || canTraceOthers()) {
			return proven;
		}
		Map<String, Long> wanted = new HashMap<>();
		inodes.forEach(inode -> wanted.put("socket:[" + inode + "]", inode));
		List<Integer> newest = processes();
		for (int next = 0; next < newest.size() && proven.size() < wanted.size(); next++) {
			look(PROCESSES.resolve(Integer.toString(newest.get(next))).resolve("fd"), wanted, proven);
		}
		return proven;
	}

	/** Returns the process ids in descending order; none if they cannot be read. */
	private static List<Integer> processes() {
		List<Integer> ids = new ArrayList<>();
		try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
			processes.forEach(process -> ids.add(Integer.valueOf(process.getFileName().toString())));
		} catch (IOException | DirectoryIteratorException e) {
			return List.of(); // proves nothing
		}
		ids.sort(Comparator.reverseOrder());
		return ids;
	}

	private static void look(Path files, Map<String, Long> wanted, Set<Long> proven) {
		try (DirectoryStream<Path> open = Files.newDirectoryStream(files)) {
			for (Path file : open) {
				target(file).map(wanted::get).ifPresent(proven::add);
			}
		} catch (IOException | DirectoryIteratorException e) {
			// the process is of another user, or has ended
		}
	}

	private static Optional<String> target(Path link) {
		try {
			return Optional.of(Files.readSymbolicLink(link).toString());
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/** Returns true if unknown. */
	private static boolean canTraceOthers() {
		try {
			Optional<Long> effective = KernelFiles.text(PROCESSES.resolve("self/status")).lines()
					.filter(line -> line.startsWith(CAPABILITIES)).findFirst()
					.map(line -> Long.parseUnsignedLong(line.substring(CAPABILITIES.length()).strip(), HEX));
			return effective.isEmpty() || (effective.get() & TRACE_OTHERS) != 0;
		} catch (IOException | NumberFormatException e) {
			return true;
		}
	}
}
