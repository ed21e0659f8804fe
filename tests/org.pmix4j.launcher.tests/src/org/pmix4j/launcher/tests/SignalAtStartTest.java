// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launcher;

/** Tests signals that reach the launcher before it has handlers: in its script, while the JVM starts, and while the host starts. */
class SignalAtStartTest {
	/** Java cannot tell an end by a signal from the exit code that a shell reports for it. */
	private static final String STARTS = """
			import signal, subprocess, sys, time
			begin = time.monotonic()
			subprocess.run([sys.argv[1], 'run', '-n', '1', 'true'], stdin=subprocess.DEVNULL, check=True)
			usual = time.monotonic() - begin
			for turn in range(24):
			    number = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP][turn % 3]
			    launcher = subprocess.Popen([sys.argv[1], 'run', '-n', '1', 'sleep', '1000'], stdin=subprocess.DEVNULL,
			        stderr=subprocess.PIPE, text=True, start_new_session=True)
			    time.sleep(usual * turn / 24)
			    launcher.send_signal(number)
			    errors = launcher.communicate(timeout=60)[1]
			    print(launcher.returncode == -number, turn, launcher.returncode, [line for line in errors.splitlines()
			        if not line.startswith('pmix4j: the job ')])
			""";

	@TempDir
	private Path scratch;

	@Test
	void signal_atAnyMomentOfTheStart_endsTheLauncherItselfWithoutOtherLines() throws Exception {
		List<String> turns = run("python3", "-c", STARTS, Checkout.script().toString());

		assertThat(turns).hasSize(24).allMatch(line -> line.startsWith("True ") && line.endsWith("[]"));
	}

	@Test
	void run_rank_blocksAndIgnoresNoSignals() throws Exception {
		assertThat(run(Checkout.script().toString(), "run", "-n", "1", "grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"))
				.containsExactly("SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000");
	}

	@Test
	void run_underNohup_goesOnAfterHup() throws Exception {
		String program = "kill -s HUP $PPID && echo alive && kill -s TERM $PPID && sleep 1000";

		assertThat(run("sh", "-c", "nohup '" + Checkout.script() + "' run -n 1 sh -c '" + program + "'; echo $?"))
				.containsExactly("alive", "143");
	}

	@Test
	void run_withoutNohup_endsByHup() throws Exception {
		String program = "kill -s HUP $PPID && sleep 1000";

		assertThat(run("sh", "-c", "'" + Checkout.script() + "' run -n 1 sh -c '" + program + "'; echo $?")).containsExactly("129");
	}

	/** Runs a command whose signals are not those of the tests, which may run in the background, and returns what it prints. */
	private List<String> run(String... words) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of("env", "--default-signal", Launcher.form()));
		command.addAll(List.of(words));
		Path output = scratch.resolve("output");
		Process process = new ProcessBuilder(command).redirectInput(Path.of("/dev/null").toFile()).redirectOutput(output.toFile())
				.redirectError(scratch.resolve("errors").toFile()).start();
		try {
			Await.exit(process);
		} finally {
			process.destroyForcibly();
		}
		return Files.readAllLines(output);
	}
}
