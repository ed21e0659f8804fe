// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.pmix4j.model.internal.text.KernelFiles;

/**
 * Determines whether the process that wrote a file is still running. Process ids are reused, so its user and start time count, too.
 * Stateless.
 *
 * @see "Linux, man 5 proc_pid_stat"
 */
public final class ProcessLife {
	/** The kernel's boot time, and so the start time of a process by the clock, is exact to a second only. */
	private static final Duration TOLERANCE = Duration.ofSeconds(2);
	private static final Path SELF = Path.of("/proc/self/stat");
	private static final String USERS = "Uid:";
	private static final int ROOT = 0;
	/** The fields after the name of the program, which may contain blanks. */
	private static final int STATE = 0;
	private static final int START = 19;

	private ProcessLife() {
	}

	/**
	 * The process that a file names.
	 *
	 * @param pid     its process id
	 * @param uid     its effective user, unsigned
	 * @param written when the file was written
	 * @param start   its start time in ticks since the boot of the machine; 0 if the file lacks it
	 */
	public record Writer(long pid, int uid, Instant written, long start) {
		/** @return whether that process is still running; true where the system has no {@code /proc} and a process has this id */
		public boolean isAlive() {
			Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
			if (process.isEmpty()) {
				return false;
			}
			String[] fields = fields(Path.of("/proc", Long.toString(pid), "stat"));
			// a zombie is still in the process table, but does not serve its address
			if (fields.length > START && (fields[STATE].equals("Z") || fields[STATE].equals("X") || !isOf(pid, uid))) {
				return false;
			}
			if (fields.length > START && start != 0) {
				return fields[START].equals(Long.toString(start));
			}
			Optional<Instant> begun = process.get().info().startInstant();
			return begun.isEmpty() || !begun.get().isAfter(written.plus(TOLERANCE));
		}
	}

	/** @return the start time of this process in ticks since the boot of the machine; 0 if the system does not report it */
	public static long ownStart() {
		String[] fields = fields(SELF);
		return fields.length > START ? Long.parseLong(fields[START]) : 0;
	}

	private static String[] fields(Path file) {
		try {
			String stat = KernelFiles.text(file);
			return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
		} catch (IOException unavailable) {
			return new String[0];
		}
	}

	/** Returns whether a process runs as a user. If it must not be traced, its files in /proc belong to root. */
	private static boolean isOf(long pid, int uid) {
		Path process = Path.of("/proc", Long.toString(pid));
		try {
			int owner = (Integer) Files.getAttribute(process, "unix:uid");
			return owner == uid || owner == ROOT && Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1).stream()
					.filter(line -> line.startsWith(USERS)).anyMatch(line -> line.split("\\s+")[2].equals(Integer.toUnsignedString(uid)));
		} catch (IOException ended) {
			return false;
		}
	}
}
