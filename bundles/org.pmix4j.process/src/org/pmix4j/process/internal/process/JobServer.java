// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.bytes.OwnProcess;

/**
 * The descriptors of the job server of a make(1) that has started this process. Ranks that run make share its slots if they get the
 * descriptors, too; a job server that is a named pipe needs none. Stateless.
 *
 * @see "GNU make, Job Slots, POSIX Jobserver"
 */
final class JobServer {
	private static final String VARIABLE = "MAKEFLAGS";
	private static final Pattern DESCRIPTORS = Pattern.compile("--jobserver-(?:auth|fds)=([0-9]{1,6}),([0-9]{1,6})");
	private static final int FIRST = 3;

	private JobServer() {
	}

	/** Returns the descriptors that a child with an environment inherits, in ascending order; none if this process has none such pipes. */
	static List<Integer> descriptors(Map<String, String> environment) {
		String flags = environment.get(VARIABLE);
		if (flags == null || !flags.equals(OwnProcess.environment().get(VARIABLE))) {
			return List.of();
		}
		TreeSet<Integer> found = new TreeSet<>();
		Matcher matcher = DESCRIPTORS.matcher(flags);
		while (matcher.find()) { // the last one counts
			found.clear();
			found.addAll(List.of(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))));
		}
		return found.stream().allMatch(JobServer::isPipe) ? List.copyOf(found) : List.of();
	}

	/** The JVM may have opened the number for its own file if make has not passed the pipe on. */
	private static boolean isPipe(int descriptor) {
		try {
			return descriptor >= FIRST && Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString().startsWith("pipe:");
		} catch (IOException e) {
			return false;
		}
	}
}
