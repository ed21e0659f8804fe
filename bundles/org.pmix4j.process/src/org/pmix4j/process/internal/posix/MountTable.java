// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;

/** The mounted file systems, as /proc/self/mountinfo lists them: see proc(5). Stateless; blocks on the file system. */
public final class MountTable {
	private static final Path FILE = Path.of("/proc/self/mountinfo");
	/** The fields of a line that hold the root of the mount in its file system, the mount point and the options of the mount. */
	private static final int ROOT = 3;
	private static final int POINT = 4;
	private static final int OPTIONS = 5;
	/** A byte of a mount point that would divide fields or lines. */
	private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");
	private static final int OCTAL = 8;
	/** Divides these fields from the type, the source and the options of the file system. */
	private static final String SECOND_PART = " - ";

	/**
	 * A mount.
	 *
	 * @param root  the part of the file system that is mounted
	 * @param point the folder where it is
	 */
	public record Mount(String root, Path point) {
	}

	private MountTable() {
	}

	/** Reads the mounts of this process. */
	static String read() throws IOException {
		return ByteStrings.decode(Files.readAllBytes(FILE));
	}

	/**
	 * @param type   of a file system
	 * @param option of the file system; empty for any
	 * @param table  the mounts
	 * @return the first such mount
	 */
	static Optional<Mount> find(String type, String option, String table) {
		for (String line : table.lines().toList()) {
			int middle = line.indexOf(SECOND_PART);
			String[] fields = line.split(" ");
			String[] system = middle < 0 ? new String[0] : line.substring(middle + SECOND_PART.length()).split(" ");
			if (fields.length > OPTIONS && system.length > 2 && system[0].equals(type)
					&& (option.isEmpty() || List.of(system[2].split(",")).contains(option))) {
				return Optional.of(new Mount(unescaped(fields[ROOT]), BytePaths.of(unescaped(fields[POINT]))));
			}
		}
		return Optional.empty();
	}

	/**
	 * @param file an existing file
	 * @return whether its file system forbids to execute files; false if that cannot be found out
	 */
	public static boolean forbidsExecution(Path file) {
		try {
			return forbidsExecution(file.toRealPath(), read());
		} catch (IOException e) {
			return false;
		}
	}

	/**
	 * @param file  an absolute path without links
	 * @param table the mounts; later ones hide earlier ones
	 * @return whether the mount that holds the file forbids to execute files
	 */
	public static boolean forbidsExecution(Path file, String table) {
		Path nearest = Path.of("/");
		boolean forbids = false;
		for (String line : table.lines().toList()) {
			String[] fields = line.split(" ");
			if (fields.length > OPTIONS) {
				Path point = BytePaths.of(unescaped(fields[POINT]));
				if (file.startsWith(point) && point.getNameCount() >= nearest.getNameCount()) {
					nearest = point;
					forbids = List.of(fields[OPTIONS].split(",")).contains("noexec");
				}
			}
		}
		return forbids;
	}

	private static String unescaped(String field) {
		return ESCAPED.matcher(field)
				.replaceAll(found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), OCTAL))));
	}
}
