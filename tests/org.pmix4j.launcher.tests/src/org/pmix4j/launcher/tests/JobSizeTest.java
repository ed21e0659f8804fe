// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ServerRun;

/** Tests jobs, and files for jobs, that do not fit the memory of a server: it refuses each by name, and all other jobs go on. */
class JobSizeTest {
	private static final Duration LIMIT = Duration.ofMinutes(2);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	private ServerRun server;
	private LauncherRun other;

	@BeforeEach
	void start() {
		server = ServerRun.of(pmix4j, ServerRun.command(pmix4j, "server").maxHeap("64m"));
		other = server.submit("-n", 2, "sh", "-c", "echo ready; read line; echo $line").inputByTest().start().awaitOutput("ready");
	}

	/** Another job has gone on, and a small one works. */
	@AfterEach
	void stop() throws IOException {
		assertThat(server.submit("-n", 2, "echo", "small").finish().requireExit(0).text()).isEqualTo("small\nsmall\n");
		other.input().write("done\n".getBytes(StandardCharsets.US_ASCII));
		other.input().close();
		assertThat(other.end().requireExit(0).text()).contains("done");
		server.stop();
	}

	/**
	 * A job that does not fit.
	 *
	 * @param line    of its file
	 * @param lines   how many
	 * @param words   of the command; %s stands for the file
	 * @param refusal a part of the message
	 */
	private record Size(String line, int lines, String words, String refusal) {
	}

	@Test
	void submit_jobsThatDoNotFit_areRefusedByName() throws IOException {
		List<Size> sizes = List.of(
				new Size("", 0, "-n 10000 true", "a job of 10000 ranks needs "),
				new Size("-n 1000 true", 60, "--app %s", "a job of 60000 ranks and 60 programs needs "),
				new Size("-n 1000 true", 1_000, "--app %s", "it has 1000000 ranks, and at most 65536 are started"),
				new Size("localhost", 1_000_000, "--hostfile %s true", "its reading needs "),
				new Size("localhost", 1_000_000, "--map-by seq:file=%s -n 1 true", "its reading needs "),
				new Size("rank 0=localhost slot=0", 700_000, "--map-by rankfile:file=%s -n 1 true", " is larger than "));
		for (Size size : sizes) {
			Path file = Files.writeString(scratch.resolve("file"), (size.line + "\n").repeat(size.lines));

			Outcome outcome = server.submit((Object[]) size.words.formatted(file).split(" ")).limit(LIMIT).finish().requireExit(1);

			assertThat(outcome.errors()).contains(size.refusal).doesNotContain("OutOfMemoryError");
			assertThat(outcome.errorLines()).hasSize(1);
		}
	}

	@Test
	void spawn_jobThatDoesNotFit_isRefusedToTheRank() {
		Outcome outcome = server.submit("-n", 1, Peers.c("pmix_spawn_with"), "true").with("PEER_CHILDREN", "20000").limit(LIMIT).finish();

		assertThat(outcome.text()).contains("spawn -");
		assertThat(outcome.errors()).contains("a job of 20000 ranks needs ").doesNotContain("OutOfMemoryError");
	}

	@Test
	void submit_largestJobThatFits_runs() {
		assertThat(server.submit("-n", 500, "true").limit(LIMIT).finish().requireExit(0).errors()).isEmpty();
	}
}
