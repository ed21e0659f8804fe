// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whether the process that wrote a file is still there: ids are used again, so its start counts too. Without state. */
final class ProcessLife {
	/** The kernel tells when it booted in whole seconds, and with it when a process began. */
	private static final Duration TOLERANCE = Duration.ofSeconds(2);

	private ProcessLife() {
	}

	/**
	 * @param pid     the process that a file names
	 * @param written when the file was written
	 * @return whether that very process lives
	 */
	static boolean isAlive(long pid, Instant written) {
		Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
		if (process.isEmpty() || isZombie(pid)) {
			return false;
		}
		Optional<Instant> begun = process.get().info().startInstant();
		return begun.isEmpty() || !begun.get().isAfter(written.plus(TOLERANCE));
	}

	/** One whose parent has not asked how it ended is in the table, but nobody answers at its address. */
	private static boolean isZombie(long pid) {
		try {
			String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
			int state = stat.lastIndexOf(')') + 2;
			return state < stat.length() && (stat.charAt(state) == 'Z' || stat.charAt(state) == 'X');
		} catch (IOException e) {
			return false;
		}
	}
}
