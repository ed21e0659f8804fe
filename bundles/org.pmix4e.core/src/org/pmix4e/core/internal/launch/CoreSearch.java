// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.pmix4e.core.internal.Messages;

/**
 * The place where the kernel of this machine writes core files. Immutable.
 *
 * @param pattern  the kernel's setting core_pattern
 * @param withPid  its setting core_uses_pid
 * @param mostSize the limit of core files that ranks inherit, as /proc shows it: 0, a number of bytes, or unlimited
 * @see "core(5), Naming of core dump files"
 */
public record CoreSearch(String pattern, boolean withPid, String mostSize) {
	private static final Path PATTERN = Path.of("/proc/sys/kernel/core_pattern");
	private static final Path USES_PID = Path.of("/proc/sys/kernel/core_uses_pid");
	private static final Path LIMITS = Path.of("/proc/self/limits");
	private static final Pattern LIMIT = Pattern.compile("Max core file size +(\\S+) .*");
	private static final String PIPE = "|";
	private static final String SYSTEMD = "systemd-coredump";
	private static final String NONE = "0";

	/**
	 * @return the settings of this machine
	 * @throws IOException if they cannot be read
	 */
	public static CoreSearch here() throws IOException {
		try (Stream<String> limits = Files.lines(LIMITS)) {
			String limit = limits.map(LIMIT::matcher).filter(Matcher::matches).findFirst().map(found -> found.group(1)).orElse("");
			return new CoreSearch(Files.readString(PATTERN).strip(), !Files.readString(USES_PID).strip().equals(NONE), limit);
		}
	}

	/** @return whether core dumps become files, and not the input of a program */
	public boolean writesFiles() {
		return !pattern.startsWith(PIPE);
	}

	/**
	 * Finds the core file of a process.
	 *
	 * @param directory the working directory of the process
	 * @param pid       of the process
	 * @param started   a time before which the file cannot have been written
	 * @return the core file
	 * @throws IOException with the reason and the remedy if it is not found
	 */
	public CoreFile find(Path directory, int pid, Instant started) throws IOException {
		if (!writesFiles()) {
			throw new IOException(pattern.contains(SYSTEMD) ? MessageFormat.format(Messages.CoreSearch_systemd, Integer.toString(pid))
					: MessageFormat.format(Messages.CoreSearch_piped, pattern.substring(1).strip()));
		}
		Path folder = folder(directory, pid);
		Optional<CoreFile> foreign = Optional.empty();
		for (Path candidate : candidates(folder, pid, started)) {
			CoreFile core = CoreFile.read(candidate);
			if (core.pid() == pid) {
				return core;
			}
			foreign = foreign.or(() -> Optional.of(core));
		}
		throw new IOException(reason(folder, pid, foreign));
	}

	private String reason(Path folder, int pid, Optional<CoreFile> foreign) {
		if (foreign.isPresent()) {
			return MessageFormat.format(Messages.CoreSearch_other, foreign.get().file(), Integer.toString(foreign.get().pid()),
					Integer.toString(pid));
		}
		return mostSize.equals(NONE) ? Messages.CoreSearch_limit
				: MessageFormat.format(Messages.CoreSearch_none, Integer.toString(pid), folder, pattern);
	}

	private Path folder(Path directory, int pid) throws IOException {
		String folder = pattern.substring(0, pattern.lastIndexOf('/') + 1).replace("%p", Integer.toString(pid));
		try {
			if (folder.replace("%%", "").indexOf('%') < 0) {
				return directory.resolve(folder.replace("%%", "%"));
			}
		} catch (InvalidPathException e) {
			// as for a name that is not known
		}
		throw new IOException(MessageFormat.format(Messages.CoreSearch_pattern, pattern, Integer.toString(pid)));
	}

	/** Returns the files that the core may be in, the newest first. */
	private List<Path> candidates(Path folder, int pid, Instant started) throws IOException {
		Pattern name = name(pid);
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter(file -> name.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file)
					&& !modified(file).isBefore(started)).sorted(Comparator.comparing(CoreSearch::modified).reversed()).toList();
		} catch (UncheckedIOException e) {
			throw e.getCause();
		}
	}

	private static Instant modified(Path file) {
		try {
			return Files.getLastModifiedTime(file).toInstant();
		} catch (IOException e) {
			return Instant.MIN; // deleted meanwhile
		}
	}

	/** Returns what the name of the file matches: the process id is known, the time, the host and others are not. */
	private Pattern name(int pid) {
		StringBuilder regex = new StringBuilder();
		String last = pattern.substring(pattern.lastIndexOf('/') + 1);
		for (int i = 0; i < last.length(); i++) {
			char letter = last.charAt(i);
			if (letter != '%') {
				regex.append(Pattern.quote(String.valueOf(letter)));
			} else if (++i < last.length()) {
				regex.append(switch (last.charAt(i)) {
					case '%' -> "%";
					case 'p' -> Integer.toString(pid);
					default -> ".*";
				});
			}
		}
		if (withPid && !pattern.contains("%p")) {
			regex.append("\\.").append(pid);
		}
		return Pattern.compile(regex.toString());
	}
}
