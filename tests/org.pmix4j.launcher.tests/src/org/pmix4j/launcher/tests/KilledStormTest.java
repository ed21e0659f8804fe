// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.ProcessTable;

/**
 * Tests the port of a launcher that is killed while it starts processes: no program has inherited the socket. A child that the kernel has
 * made, but not run yet, is a copy of the launcher with all of its descriptors: on a busy machine it holds the port for some milliseconds.
 *
 * @see "openjdk/jdk#13956, where a helper that starts processes kept sockets open after the death of the JVM"
 */
class KilledStormTest {
	private static final Path SOCKETS = Path.of("/proc/net/tcp");
	/** State LISTEN in that file. */
	private static final String LISTENS = " 0A ";
	private static final int INODE = 9;
	private static final Duration LIMIT = Duration.ofSeconds(60);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Returns the inodes of the sockets that listen on a port. */
	private static List<String> listeners(int port) {
		String address = String.format(Locale.ROOT, "0100007F:%04X ", port);
		try (Stream<String> lines = Files.lines(SOCKETS)) {
			return lines.filter(line -> line.contains(address) && line.contains(LISTENS)).map(line -> line.strip().split(" +")[INODE])
					.toList();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private static String target(Path link) {
		try {
			return Files.readSymbolicLink(link).toString();
		} catch (IOException e) {
			return ""; // the process has ended
		}
	}

	/** Returns the processes that hold a socket and run another program than the launcher. */
	private static List<ProcessTable.Entry> programsWith(String inode, String launcher) {
		return ProcessTable.all().stream().filter(process -> {
			Path folder = Path.of("/proc/" + process.pid());
			// in this order: a child closes its descriptors before it executes its program
			return !target(folder.resolve("exe")).equals(launcher) && descriptors(folder).contains("socket:[" + inode + "]");
		}).toList();
	}

	private static List<String> descriptors(Path folder) {
		try (Stream<Path> links = Files.list(folder.resolve("fd"))) {
			return links.map(KilledStormTest::target).toList();
		} catch (IOException | UncheckedIOException e) {
			return List.of(); // the process has ended
		}
	}

	@RepeatedTest(3)
	void kill_duringStartOfManyRanks_noProgramHoldsPort() throws Exception {
		LauncherRun run = pmix4j.run("--report-uri", "-", "-n", 400, "sh", "-c", "echo rank; exec sleep 1000").start()
				.awaitOutput("rank\n");
		String uri = run.outputSoFar().lines().findFirst().orElseThrow();
		int port = Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1));
		List<String> sockets = listeners(port);
		assertThat(sockets).hasSize(1);
		String launcher = target(Path.of("/proc/" + run.pid() + "/exe"));
		assertThat(descriptors(Path.of("/proc/" + run.pid()))).contains("socket:[" + sockets.get(0) + "]");
		assertThat(programsWith(sockets.get(0), launcher)).isEmpty();

		run.kill();

		Await.until("port " + port + " is free", LIMIT, () -> {
			assertThat(programsWith(sockets.get(0), launcher)).isEmpty();
			return listeners(port).isEmpty();
		});
	}
}
