// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.PeerUsers.Connection;

/**
 * Proves that processes at the other end of connections are of this process's own user where user ids do not tell, because the user
 * namespace does not map them: looks for the peer's socket among the open files of all processes. The kernel shows the open files of a
 * process only to processes with the same real, effective and saved user, which it compares before any mapping, or with the capability to
 * trace others. With that capability, nothing is proven.
 *
 * <p>This works for unmodified C clients, which a secret in their environment or a credential in a file would not: they send no more than
 * user ids. Stateless; reads all of {@code /proc}, so that it must not run on the server's loop.
 *
 * @see "Linux, man 5 proc_pid_fd, man 2 ptrace, section Ptrace access mode checking"
 */
final class ProcessProof {
	private static final Path PROCESSES = Path.of("/proc");
	private static final String CAPABILITIES = "CapEff:";
	/** CAP_SYS_PTRACE as a bit. */
	private static final long TRACE_OTHERS = 1L << 19;
	private static final int HEX = 16;

	private final KernelSocketTable table = new KernelSocketTable();

	/** @return those of the connections that come from processes of this process's own user */
	Set<Connection> proven(List<Connection> connections) {
		Set<Connection> proven = new HashSet<>();
		Map<String, Connection> wanted = new HashMap<>();
		table.inodes(connections).orElse(Map.of()).forEach((connection, inode) -> wanted.put("socket:[" + inode + "]", connection));
		if (wanted.isEmpty() || canTraceOthers()) {
			return proven;
		}
		try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
			for (Path process : processes) {
				look(process.resolve("fd"), wanted, proven);
			}
		} catch (IOException | DirectoryIteratorException e) {
			// what was found is proven nevertheless
		}
		return proven;
	}

	private static void look(Path files, Map<String, Connection> wanted, Set<Connection> proven) {
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

	/** Returns true if the system does not tell. */
	private static boolean canTraceOthers() {
		try {
			Optional<Long> effective = Files.readAllLines(PROCESSES.resolve("self/status"), StandardCharsets.ISO_8859_1).stream()
					.filter(line -> line.startsWith(CAPABILITIES)).findFirst()
					.map(line -> Long.parseUnsignedLong(line.substring(CAPABILITIES.length()).strip(), HEX));
			return effective.isEmpty() || (effective.get() & TRACE_OTHERS) != 0;
		} catch (IOException | NumberFormatException e) {
			return true;
		}
	}
}
