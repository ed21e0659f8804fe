// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.pmix4j.model.internal.text.KernelFiles;

/**
 * Reads from Linux how many files and sockets this process may have open. Stateless.
 *
 * @see "Linux, man 5 proc_pid_limits"
 */
final class DescriptorLimit {
	private static final Path LIMITS = Path.of("/proc/self/limits");
	private static final String LINE = "Max open files";
	/** The default of most systems. */
	private static final int USUAL = 1024;

	private DescriptorLimit() {
	}

	/** @return the limit, or the usual one if the system does not report it */
	static int read() {
		try {
			return parse(KernelFiles.text(LIMITS).lines());
		} catch (IOException e) {
			return USUAL;
		}
	}

	private static int parse(Stream<String> lines) {
		String soft = lines.filter(line -> line.startsWith(LINE)).findFirst()
				.map(line -> line.substring(LINE.length()).strip().split(" ", 2)[0]).orElse("");
		try {
			return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(soft));
		} catch (NumberFormatException e) {
			return USUAL;
		}
	}
}
