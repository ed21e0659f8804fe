// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Determines whether the process that wrote a file is still running; compares start times, too, since process ids are reused. Stateless.
 */
final class ProcessLife {
	/** The kernel's boot time, and so the start time of a process, is exact to a second only. */
	private static final Duration TOLERANCE = Duration.ofSeconds(2);

	private ProcessLife() {
	}

	/**
	 * @param pid     process id in the file
	 * @param written when the file was written
	 * @return whether that process is still running
	 */
	static boolean isAlive(long pid, Instant written) {
		Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
		if (process.isEmpty() || isZombie(pid)) {
			return false;
		}
		Optional<Instant> begun = process.get().info().startInstant();
		return begun.isEmpty() || !begun.get().isAfter(written.plus(TOLERANCE));
	}

	/** A zombie is still in the process table, but does not serve its address. */
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
