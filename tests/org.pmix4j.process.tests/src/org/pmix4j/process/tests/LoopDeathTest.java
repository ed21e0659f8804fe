// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.GroupGuard;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.OpenFiles;

/** Tests a process loop whose thread is ended by an error, and failures that must not end it. */
class LoopDeathTest {
	private static final Duration LIMIT = Duration.ofSeconds(20);

	@Test
	void errorInTask_receiverIsToldProcessesAreKilledAndQueuedStartsFail(@TempDir Path directory) throws Exception {
		CompletableFuture<Throwable> told = new CompletableFuture<>();
		OutOfMemoryError error = new OutOfMemoryError("no memory, for the test");
		List<CompletionStage<ChildProcess>> queued = new ArrayList<>();
		Path ran = directory.resolve("ran");
		try (ProcessLoop loop = ProcessLoop.start("dying")) {
			loop.onDeath((thread, cause) -> told.complete(cause));
			ChildProcess quiet = loop.spawn(sh("exec sleep 1000"), Loop.IGNORE);
			ProcessHandle quietHandle = ProcessHandle.of(quiet.pid()).orElseThrow();
			SpawnSpec late = sh("touch '" + ran + "'");

			loop.onThread(() -> {
				for (int i = 0; i < 20; i++) {
					queued.add(loop.spawnAsync(late, Loop.IGNORE));
				}
				throw error;
			});

			assertThat(Await.result(told)).isSameAs(error);
			Await.result(quietHandle.onExit());
			Await.until("the loop takes no more tasks", LIMIT, () -> !loop.onThread(() -> {
			}));
			assertThat(quiet.exit().toCompletableFuture()).isNotDone();
			queued.add(loop.spawnAsync(late, Loop.IGNORE));
			for (CompletionStage<ChildProcess> start : queued) {
				assertThatThrownBy(() -> Await.result(start)).hasStackTraceContaining("the process loop was closed");
			}
		}
		assertThat(ran).doesNotExist();
	}

	@Test
	void errorInOutputHandler_concernsThatChildAlone() throws Exception {
		CompletableFuture<Throwable> failed = new CompletableFuture<>();
		AssertionError error = new AssertionError("for the test");
		OutputHandler failing = new OutputHandler() {
			@Override
			public void output(ChildProcess child, ChildStream stream, ByteBuffer data) {
				throw error;
			}

			@Override
			public void outputClosed(ChildProcess child, ChildStream stream) {
				throw error;
			}

			@Override
			public void outputFailed(ChildProcess child, ChildStream stream, Throwable problem) {
				failed.complete(problem);
			}
		};
		try (Loop loop = new Loop()) {
			Collected collected = new Collected();
			ChildProcess other = loop.spawn(loop.shell("read line; echo $line").withStdin(), collected);

			ChildProcess loud = loop.spawn(loop.shell("echo out"), failing);

			assertThat(Await.result(loud.ended())).isEqualTo(ExitStatus.exited(0));
			assertThat(Await.result(failed)).isSameAs(error);
			other.stdin().write("still here\n".getBytes(StandardCharsets.US_ASCII));
			Await.result(other.ended());
			assertThat(collected.out()).isEqualTo("still here\n");
		}
	}

	@Test
	void exceptionAfterStart_processIsKilledAndReapedAndPipesAreClosed() throws Exception {
		try (Loop loop = new Loop()) {
			BrokenGuard guard = new BrokenGuard();
			CompletableFuture<ChildProcess> helper = new CompletableFuture<>();
			loop.get().guardWith(guard, loop.shell("read line").withStdin(), helper::complete, () -> helper.cancel(false));
			Await.result(helper);
			List<String> before = OpenFiles.ofThisProcess();

			assertThatThrownBy(() -> loop.spawn(loop.spec("sleep", "1000").withStdin(), Loop.IGNORE)).hasStackTraceContaining("for the test");

			assertThat(guard.started).hasSize(1).allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
			assertThat(guard.gone).isEqualTo(guard.started);
			assertThat(OpenFiles.ofThisProcess()).containsExactlyInAnyOrderElementsOf(before);
			helper.join().stdin().close();
			Await.result(helper.join().ended());
		}
	}

	/** Throws when it is told of a start. */
	private static final class BrokenGuard implements GroupGuard {
		private final List<Integer> started = new CopyOnWriteArrayList<>();
		private final List<Integer> gone = new CopyOnWriteArrayList<>();

		@Override
		public void starting(long pipe) {
			// nothing is guarded
		}

		@Override
		public void notStarted() {
			// nothing is guarded
		}

		@Override
		public void started(int group) {
			started.add(group);
			throw new IllegalStateException("for the test");
		}

		@Override
		public void gone(int group) {
			if (started.contains(group)) {
				gone.add(group);
			}
		}

		@Override
		public CompletableFuture<Void> leave() {
			return CompletableFuture.allOf();
		}

		@Override
		public void evict() {
			// has gone already
		}
	}

	private static SpawnSpec sh(String script) throws Exception {
		Path directory = Path.of("").toAbsolutePath();
		Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin");
		return SpawnSpec.of(Program.find("sh", directory, environment), List.of("-c", script), environment, directory);
	}
}
