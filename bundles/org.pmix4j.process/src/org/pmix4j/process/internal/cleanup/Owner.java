// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.ProcFs;

/**
 * The process that created a directory. Identified by more than its pid, which may be reused, or belong to another container or machine
 * that shares the file system. Immutable.
 */
record Owner(String host, String boot, String pidNamespace, int pid, long startTime, Marker marker) {

	/** The file in the directory that names the owner. */
	private static final String FILE = ".owner";
	private static final int MAX_SIZE = 4096;
	/** The namespace from which the processes of all others are seen: PROC_PID_INIT_INO of the kernel. */
	private static final String INITIAL_NAMESPACE = "pid:[4026531836]";

	/** True if an owner lives. */
	enum State {
		ALIVE, DEAD,
		/** It lived in another container that may still run, or on another machine. */
		UNKNOWN
	}

	/** Returns this process as an owner. */
	static Owner self(Marker marker) throws IOException {
		int pid = Integer.parseInt(ProcFs.link("self"));
		long start = ProcFs.stat(pid).orElseThrow(() -> new IOException("/proc/self/stat cannot be read")).startTime();
		return new Owner(ProcFs.text("sys/kernel/hostname"), ProcFs.text("sys/kernel/random/boot_id"), ProcFs.link("self/ns/pid"), pid,
				start, marker);
	}

	/** Writes the file; fails if it exists. */
	void write(Path directory) throws IOException {
		String text = "host " + host + "\nboot " + boot + "\npidns " + pidNamespace + "\npid " + pid + "\nstart " + startTime + "\nmarker "
				+ marker.name() + " " + marker.valuePrefix() + "\nend .\n";
		Files.writeString(directory.resolve(FILE), text, StandardOpenOption.CREATE_NEW);
	}

	/** Reads the file; empty if it is missing, incomplete or malformed. */
	static Optional<Owner> read(Path directory) {
		Path file = directory.resolve(FILE);
		try {
			if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_SIZE) {
				return Optional.empty();
			}
			return parse(Files.readString(file, StandardCharsets.UTF_8));
		} catch (IOException | RuntimeException e) {
			return Optional.empty();
		}
	}

	private static Optional<Owner> parse(String text) {
		Map<String, String> fields = text.lines().map(line -> line.split(" ", 2))
				.collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
		if (!fields.keySet().containsAll(List.of("host", "boot", "pidns", "pid", "start", "marker", "end"))) {
			return Optional.empty();
		}
		String[] marker = fields.get("marker").split(" ", 2);
		return Optional.of(new Owner(fields.get("host"), fields.get("boot"), fields.get("pidns"), Integer.parseInt(fields.get("pid")),
				Long.parseLong(fields.get("start")), new Marker(marker[0], marker[1])));
	}

	/** Returns whether a process of this user is, or may be, in a namespace of process ids. */
	private static boolean isInhabited(String namespace) {
		return ProcFs.pids().stream().anyMatch(pid -> {
			try {
				return ProcFs.link(pid + "/ns/pid").equals(namespace) && ProcFs.stat(pid).filter(stat -> !stat.isDead()).isPresent();
			} catch (NoSuchFileException e) {
				return false;
			} catch (IOException e) {
				return ProcFs.isNested(pid, Posix.geteuid());
			}
		});
	}

	/**
	 * Returns whether the owner still lives.
	 *
	 * @param self this process
	 */
	State state(Owner self) {
		if (!host.equals(self.host)) {
			return State.UNKNOWN;
		}
		if (!boot.equals(self.boot)) {
			return State.DEAD;
		}
		if (!pidNamespace.equals(self.pidNamespace)) {
			return self.pidNamespace.equals(INITIAL_NAMESPACE) && !isInhabited(pidNamespace) ? State.DEAD : State.UNKNOWN;
		}
		return ProcFs.stat(pid).filter(stat -> stat.startTime() == startTime && !stat.isDead()).isPresent() ? State.ALIVE : State.DEAD;
	}
}
