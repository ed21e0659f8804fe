// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;

/**
 * Tests the port of a launcher that is killed while it starts processes: no child has inherited the socket.
 *
 * @see "openjdk/jdk#13956, where a helper that starts processes kept sockets open after the death of the JVM"
 */
class KilledStormTest {
	private static final Path SOCKETS = Path.of("/proc/net/tcp");
	/** State LISTEN in that file. */
	private static final String LISTENS = " 0A ";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private static List<String> listeners(int port) throws IOException {
		String address = String.format(Locale.ROOT, "0100007F:%04X ", port);
		try (Stream<String> lines = Files.lines(SOCKETS)) {
			return lines.filter(line -> line.contains(address) && line.contains(LISTENS)).toList();
		}
	}

	@RepeatedTest(3)
	void kill_duringStartOfManyRanks_portIsFreeAtOnce() throws Exception {
		LauncherRun run = pmix4j.run("--report-uri", "-", "-n", 400, "sh", "-c", "echo rank; exec sleep 1000").start()
				.awaitOutput("rank\n");
		String uri = run.outputSoFar().lines().findFirst().orElseThrow();
		int port = Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1));
		assertThat(listeners(port)).hasSize(1);

		run.kill();

		assertThat(listeners(port)).isEmpty();
	}
}
