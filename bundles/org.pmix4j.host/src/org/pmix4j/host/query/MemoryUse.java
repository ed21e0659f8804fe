// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much memory a process uses, in megabytes, as the kernel tells. Immutable.
 *
 * @param virtual      the size of its address space
 * @param resident     what of it is in memory
 * @param proportional what is in memory, with shared pages counted in parts
 * @see "proc(5), /proc/pid/status and /proc/pid/smaps_rollup"
 */
record MemoryUse(float virtual, float resident, float proportional) {
	private static final float KILOBYTES = 1024;

	/** Empty if the process is gone, or not ours to look at. */
	static Optional<MemoryUse> of(int pid) {
		return of(Path.of("/proc", Integer.toString(pid)));
	}

	/** Our own. */
	static Optional<MemoryUse> own() {
		return of(Path.of("/proc/self"));
	}

	private static Optional<MemoryUse> of(Path process) {
		try {
			String status = Files.readString(process.resolve("status"));
			String rollup = Files.readString(process.resolve("smaps_rollup"));
			return Optional.of(new MemoryUse(megabytes(status, "VmSize"), megabytes(status, "VmRSS"), megabytes(rollup, "Pss")));
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/** Nothing if the line is missing, as it is of a zombie. */
	private static float megabytes(String lines, String name) {
		Matcher line = Pattern.compile("^" + name + ":\\s+(\\d{1,18}) kB$", Pattern.MULTILINE).matcher(lines);
		return line.find() ? Long.parseLong(line.group(1)) / KILOBYTES : 0;
	}
}
