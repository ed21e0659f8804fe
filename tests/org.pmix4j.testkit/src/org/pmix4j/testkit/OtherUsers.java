// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Command prefixes that run a program as another user, with fewer rights, or in a user namespace without a mapping. A machine that does
 * not permit this fails the test if CI=true; otherwise the test is aborted with the reason. Stateless.
 */
public final class OtherUsers {
	/** The user id of nobody on Debian. */
	public static final int NOBODY = 65534;
	private static final int ROOT = 0;

	private OtherUsers() {
	}

	/**
	 * @param uid another user, who may have no name
	 * @return words that precede a command
	 */
	public static List<String> as(int uid) {
		List<String> switched = List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups");
		List<String> prefix = isRoot() ? switched : Stream.concat(Stream.of("sudo", "-n"), switched.stream()).toList();
		return permitted(prefix, "permission to run programs as user " + uid + " (as root or by sudo)");
	}

	/** @return words that precede a command, which then sees every user as the overflow user */
	public static List<String> unmapped() {
		return permitted(List.of("unshare", "--user"), "permission to create user namespaces (unshare --user)");
	}

	/** @return words that precede a command, which then obeys the permissions of files even if it runs as root */
	public static List<String> obedient() {
		return isRoot() ? permitted(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"), "setpriv") : List.of();
	}

	private static boolean isRoot() {
		return ProcessTable.ownUid() == ROOT;
	}

	private static List<String> permitted(List<String> prefix, String what) {
		List<String> command = new ArrayList<>(prefix);
		command.add("true");
		File nothing = new File("/dev/null");
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(nothing).redirectInput(nothing).start();
			if (process.waitFor() == 0) {
				return prefix;
			}
		} catch (IOException e) {
			// the program that would do it is missing
		} catch (InterruptedException e) {
			throw new IllegalStateException("interrupted while running " + String.join(" ", command), e);
		}
		throw Peers.missing(what);
	}
}
