// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.PeerText;

/**
 * A control group whose memory the kernel limits and whose processes it kills if they need more: see cgroups(7), and the kernel's documents
 * on the memory controllers of both versions. Immutable; its methods read files of the kernel.
 *
 * @param top       the mount point of the hierarchy
 * @param directory of the group, below the mount point or equal to it
 * @param isUnified whether this is version 2
 */
public record MemoryGroup(Path top, Path directory, boolean isUnified) {
	private static final String CONTROLLER = "memory";
	private static final String DELETED = " (deleted)";
	/** Version 1 shows a little less than this for no limit. */
	private static final long NO_LIMIT = Long.MAX_VALUE - (1L << 24);
	private static final String[] UNITS = { "bytes", "KiB", "MiB", "GiB", "TiB" };
	private static final int UNIT = 1024;

	/**
	 * Finds the group of a process.
	 *
	 * @param groups the contents of /proc/pid/cgroup; for a zombie, version 1 shows the root
	 * @param mounts the contents of /proc/self/mountinfo
	 * @return the group; empty if no memory controller is mounted
	 */
	public static Optional<MemoryGroup> of(String groups, String mounts) {
		Optional<MemoryGroup> unified = Optional.empty();
		for (String line : groups.lines().toList()) {
			String[] fields = line.split(":", 3);
			if (fields.length == 3 && List.of(fields[1].split(",")).contains(CONTROLLER)) {
				return below(MountTable.find("cgroup", CONTROLLER, mounts), fields[2], false);
			}
			if (line.startsWith("0::")) {
				unified = below(MountTable.find("cgroup2", "", mounts), fields[2], true);
			}
		}
		return unified;
	}

	/** Finds the group of a process; empty if it cannot be found out. */
	public static Optional<MemoryGroup> of(int pid) {
		try {
			return of(ByteStrings.decode(Files.readAllBytes(Path.of("/proc", Integer.toString(pid), "cgroup"))), MountTable.read());
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/** A container may see only a part of the hierarchy, and then a path that is not below that part. */
	private static Optional<MemoryGroup> below(Optional<MountTable.Mount> mount, String path, boolean unified) {
		String bare = path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path;
		return mount.map(found -> {
			Path root = BytePaths.of(found.root());
			Path group = BytePaths.of(bare).normalize();
			Path relative = group.startsWith(root) ? root.relativize(group) : BytePaths.of("");
			return new MemoryGroup(found.point(), found.point().resolve(relative).normalize(), unified);
		});
	}

	/** Returns how many processes of the group the kernel has killed for lack of memory; in version 2, of its descendants, too. */
	public OptionalLong kills() {
		return count(isUnified ? "memory.events" : "memory.oom_control", "oom_kill");
	}

	/** Returns this group and those of which it is a part, up to the root that this process sees. */
	private Stream<MemoryGroup> upwards() {
		return Stream.iterate(directory, each -> each != null && each.startsWith(top), Path::getParent)
				.map(each -> new MemoryGroup(top, each, isUnified));
	}

	/** Returns the groups of the hierarchy, up to a number. */
	public List<MemoryGroup> all(int limit) throws IOException {
		try (Stream<Path> directories = Files.find(top, Integer.MAX_VALUE, (path, attributes) -> attributes.isDirectory())) {
			return directories.limit(limit).map(each -> new MemoryGroup(top, each, isUnified)).toList();
		} catch (UncheckedIOException e) {
			throw e.getCause(); // a walk fails so once it has begun
		}
	}

	/**
	 * Describes the limit that a process of the group has met: the lowest one, of those that were ever reached.
	 *
	 * @return {@code limit 128 MiB of cgroup /system.slice/x}; empty if there is no limit
	 */
	public Optional<String> limitText() {
		List<MemoryGroup> limited = upwards().filter(each -> each.limit().isPresent()).toList();
		Comparator<MemoryGroup> byLimit = Comparator.comparingLong(each -> each.limit().orElse(NO_LIMIT));
		return limited.stream().filter(MemoryGroup::hasMetLimit).min(byLimit).or(() -> limited.stream().min(byLimit))
				.map(each -> "limit " + size(each.limit().orElse(0)) + " of cgroup " + each.name());
	}

	private OptionalLong limit() {
		return first(isUnified ? "memory.max" : "memory.limit_in_bytes").filter(text -> text.matches("[0-9]{1,18}|[0-8][0-9]{18}"))
				.map(text -> OptionalLong.of(Long.parseLong(text))).filter(limit -> limit.getAsLong() < NO_LIMIT).orElse(OptionalLong.empty());
	}

	private boolean hasMetLimit() {
		OptionalLong met = isUnified ? count("memory.events.local", "oom") : count("memory.failcnt", "");
		return met.orElse(0) > 0;
	}

	private String name() {
		return "/" + PeerText.of(BytePaths.text(top.relativize(directory)));
	}

	/** Returns the number that follows a word in a file of the group, or the first line if the word is empty. */
	private OptionalLong count(String file, String word) {
		String prefix = word.isEmpty() ? "" : word + " ";
		try (Stream<String> lines = Files.lines(directory.resolve(file), StandardCharsets.ISO_8859_1)) {
			return lines.filter(line -> line.startsWith(prefix)).map(line -> line.substring(prefix.length()).strip())
					.filter(number -> number.matches("[0-9]{1,18}")).mapToLong(Long::parseLong).findFirst();
		} catch (IOException | UncheckedIOException e) {
			return OptionalLong.empty();
		}
	}

	private Optional<String> first(String file) {
		try {
			return Files.readString(directory.resolve(file), StandardCharsets.ISO_8859_1).lines().findFirst();
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/**
	 * @param bytes a number
	 * @return the number in the largest unit of which it has one: {@code 128 MiB}, {@code 1.5 GiB}
	 */
	public static String size(long bytes) {
		double number = bytes;
		int unit = 0;
		while (number >= UNIT && unit < UNITS.length - 1) {
			number /= UNIT;
			unit++;
		}
		return String.format(Locale.ROOT, "%.1f", number).replace(".0", "") + " " + UNITS[unit];
	}
}
