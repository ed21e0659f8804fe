// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.slurm.internal.RankScript;
import org.pmix4j.testkit.Await;

/** The shell around a rank, without Slurm. */
class RankScriptTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);
	private static final String MARK = "\u0001pmix4j-secret ";

	private static Process start(String... program) throws IOException {
		ProcessBuilder shell = new ProcessBuilder(
				new RankScript("secret").words(List.of(new RankScript.Program(1, "/", List.of(), List.of(program)))));
		shell.environment().putAll(Map.of("SLURM_PROCID", "0", "SLURMD_NODENAME", "node", "SLURM_STEP_ID", "0"));
		return shell.start();
	}

	/** Slurm kills the processes of a task one by one, and does not find one that the shell starts meanwhile. */
	@Test
	void words_programIsKilledBeforeItsShell_leaveNothingThatHoldsTheStreams() throws Exception {
		Process shell = start("sleep", "1000");
		try (BufferedReader output = shell.inputReader()) {
			ProcessHandle program = ProcessHandle.of(Long.parseLong(output.readLine().split(" ")[3])).orElseThrow();
			program.destroyForcibly();
			assertThat(output.readLine()).isEqualTo(MARK + "end 137");

			Await.until("a child without streams", MOMENT, () -> shell.children().anyMatch(RankScriptTest::hasNoStreams));
			Optional<ProcessHandle> child = shell.children().findFirst();
			shell.destroyForcibly();

			Await.exit(shell);
			Await.until("the end of the child", MOMENT, () -> child.filter(ProcessHandle::isAlive).isEmpty());
		}
	}

	private static boolean hasNoStreams(ProcessHandle process) {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
			List<Path> open = descriptors.toList();
			for (Path each : open) {
				if (!Files.readSymbolicLink(each).equals(Path.of("/dev/null"))) {
					return false;
				}
			}
			return !open.isEmpty();
		} catch (IOException ended) {
			return false;
		}
	}

	@Test
	void words_releaseBehindTheLastMarks_endsTheShellWithTheCodeOfTheProgram() throws Exception {
		Process shell = start("sh", "-c", "echo out; echo err >&2; exit 5");
		try (BufferedReader output = shell.inputReader(); BufferedReader errors = shell.errorReader()) {
			for (BufferedReader stream : List.of(output, errors)) {
				assertThat(stream.readLine()).startsWith(MARK + "start node ");
				assertThat(stream.readLine()).isEqualTo(stream == output ? "out" : "err");
				assertThat(stream.readLine()).isEqualTo(MARK + "end 5");
			}

			Await.exit(new ProcessBuilder("kill", "-ALRM", Long.toString(shell.pid())).start());

			assertThat(Await.exit(shell)).isEqualTo(5);
		}
	}

	@Test
	void words_programDiesOfASignal_addNothingToItsStreams() throws Exception {
		Process shell = start("sh", "-c", "echo err >&2; kill -SEGV $$");
		try (BufferedReader errors = shell.errorReader()) {
			assertThat(errors.readLine()).startsWith(MARK + "start node ");
			assertThat(errors.readLine()).isEqualTo("err");
			assertThat(errors.readLine()).isEqualTo(MARK + "end 139");
		} finally {
			shell.destroyForcibly();
		}
	}

	@Test
	void words_termBehindTheProgram_endsTheShellWithoutRelease() throws Exception {
		Process shell = start("true");
		try (BufferedReader output = shell.inputReader()) {
			output.readLine();
			assertThat(output.readLine()).isEqualTo(MARK + "end 0");

			// Process.destroy() closes the streams, too, and the shell would die of SIGPIPE while it writes the last mark.
			shell.toHandle().destroy();

			Await.until("the end of the shell", MOMENT, () -> !shell.isAlive());
			assertThat(shell.exitValue()).isZero();
		}
	}
}
