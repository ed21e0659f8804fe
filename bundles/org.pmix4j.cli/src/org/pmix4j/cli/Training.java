// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.PrintWriter;
import java.time.Duration;

import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.model.bytes.OwnProcess;

/**
 * Runs several command lines in one JVM, which records the classes and code that later starts load. Not for users: {@code ./pmix4j}
 * calls it when it builds itself.
 */
public final class Training {
	private static final Duration LIMIT = Duration.ofSeconds(10);
	private static final String SERVER = "server";

	private Training() {
	}

	/**
	 * Runs command lines until one fails, and exits with the code of the last one. A server runs beside those that follow it, until one of
	 * them stops it.
	 *
	 * @param args command lines of {@link Main}, with spaces between their words
	 */
	public static void main(String[] args) {
		String[] lines = OwnProcess.arguments(args);
		LauncherProcess.failWithAnyThread();
		ErrorOutput errors = ErrorOutput.install();
		PrintWriter out = new PrintWriter(System.out, true);
		PrintWriter err = new PrintWriter(System.err, true);
		LauncherSignals signals = LauncherSignals.install(err);
		int code = 0;
		for (int i = 0; i < lines.length && code == 0; i++) {
			String[] words = lines[i].split(" ");
			if (words[0].equals(SERVER)) {
				Thread server = new Thread(() -> Main.execute(words, out, err, signals), SERVER);
				server.setDaemon(true);
				server.start();
			} else {
				code = Main.execute(words, out, err, signals);
			}
		}
		errors.await(LIMIT);
		signals.end();
		System.exit(code);
	}
}
