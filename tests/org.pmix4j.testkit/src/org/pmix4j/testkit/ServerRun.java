// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * A {@code pmix4j server} of a test, and the commands that use it.
 *
 * @param pmix4j starts its commands
 * @param run    the server
 */
public record ServerRun(Launchers pmix4j, LauncherRun run) {
	/**
	 * Starts a server.
	 *
	 * @param pmix4j  starts it
	 * @param options options of the command {@code server}
	 * @return the server, which is ready
	 */
	public static ServerRun start(Launchers pmix4j, Object... options) {
		return of(pmix4j, command(pmix4j, "server", options));
	}

	/**
	 * Starts a server by a command that the test has made.
	 *
	 * @param pmix4j  starts the commands that use it
	 * @param command starts the server
	 * @return the server, which is ready
	 */
	public static ServerRun of(Launchers pmix4j, Launcher command) {
		return new ServerRun(pmix4j, command.start().awaitOutput("pmix4j server ready, pid "));
	}

	/**
	 * @param pmix4j starts it
	 * @param name   name of a command
	 * @param words  its options and arguments
	 * @return the command, which has not been started
	 */
	public static Launcher command(Launchers pmix4j, String name, Object... words) {
		List<String> all = new ArrayList<>(List.of(name));
		for (Object word : words) {
			all.add(word.toString());
		}
		return pmix4j.command(all);
	}

	/**
	 * @param words its options and arguments
	 * @return a command {@code submit} of this server, which has not been started
	 */
	public Launcher submit(Object... words) {
		return command(pmix4j, "submit", words);
	}

	/** Ends the server in order. */
	public void stop() {
		command(pmix4j, "stop", "--pid", run.pid()).finish().requireExit(0);
		run.end().requireExit(0);
	}
}
