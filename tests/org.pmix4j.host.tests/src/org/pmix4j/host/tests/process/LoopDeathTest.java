// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.process.ChildProcess;
import org.pmix4j.host.internal.process.OutputHandler;
import org.pmix4j.host.internal.process.ProcessLoop;
import org.pmix4j.host.internal.process.Program;
import org.pmix4j.host.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;

/** Tests a process loop whose thread is ended by an error. */
class LoopDeathTest {
	private static final Duration LIMIT = Duration.ofSeconds(20);

	@Test
	void errorInCallback_receiverIsToldAndProcessesAreKilled() throws Exception {
		CompletableFuture<Throwable> told = new CompletableFuture<>();
		OutOfMemoryError error = new OutOfMemoryError("no memory, for the test");
		OutputHandler failing = (from, stream, data) -> {
			throw error;
		};
		try (ProcessLoop loop = ProcessLoop.start("dying")) {
			loop.onDeath((thread, cause) -> told.complete(cause));
			ChildProcess quiet = loop.spawn(sh("exec sleep 1000"), failing);
			ProcessHandle quietHandle = ProcessHandle.of(quiet.pid()).orElseThrow();

			ChildProcess loud = loop.spawn(sh("echo out; exec sleep 1000"), failing);

			assertThat(Await.result(told)).isSameAs(error);
			Await.result(quietHandle.onExit());
			Await.until("the loop takes no more tasks", LIMIT, () -> !loop.onThread(() -> {
			}));
			assertThat(loud.exit().toCompletableFuture()).isNotDone();
		}
	}

	private static SpawnSpec sh(String script) throws Exception {
		Path directory = Path.of("").toAbsolutePath();
		Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin");
		return SpawnSpec.of(Program.find("sh", directory, environment), List.of("-c", script), environment, directory);
	}
}
