// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;

/** A {@code pmix4j server} of a test, and the commands that use it. */
record ServerRun(Launchers pmix4j, LauncherRun run) {
	/** Starts a server, and returns it when it is ready. */
	static ServerRun start(Launchers pmix4j, Object... options) {
		return of(pmix4j, command(pmix4j, "server", options));
	}

	/** Starts a server by a command that the test has made, and returns it when it is ready. */
	static ServerRun of(Launchers pmix4j, Launcher command) {
		return new ServerRun(pmix4j, command.start().awaitOutput("pmix4j server ready, pid "));
	}

	/** Returns a command with its words. */
	static Launcher command(Launchers pmix4j, String name, Object... words) {
		List<String> all = new ArrayList<>(List.of(name));
		for (Object word : words) {
			all.add(word.toString());
		}
		return pmix4j.command(all);
	}

	/** Returns a command {@code submit}. */
	Launcher submit(Object... words) {
		return command(pmix4j, "submit", words);
	}

	/** Ends the server in order. */
	void stop() {
		command(pmix4j, "stop", "--pid", run.pid()).finish().requireExit(0);
		run.end().requireExit(0);
	}
}
