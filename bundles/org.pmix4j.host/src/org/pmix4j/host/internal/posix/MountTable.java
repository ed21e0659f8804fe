// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;

/** The mounted file systems, as /proc/self/mountinfo lists them: see proc(5). Stateless; blocks on the file system. */
public final class MountTable {
	private static final Path FILE = Path.of("/proc/self/mountinfo");
	/** The fields of a line that hold the mount point and the options of the mount. */
	private static final int POINT = 4;
	private static final int OPTIONS = 5;
	/** A byte of a mount point that would divide fields or lines. */
	private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");
	private static final int OCTAL = 8;

	private MountTable() {
	}

	/**
	 * @param file an existing file
	 * @return whether its file system forbids to execute files; false if that cannot be found out
	 */
	public static boolean forbidsExecution(Path file) {
		try {
			return forbidsExecution(file.toRealPath(), ByteStrings.decode(Files.readAllBytes(FILE)));
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
