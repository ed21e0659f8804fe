// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.ServerRun;

/** Tests that the limits of a submitted job are those of its own command line, whatever ends it in its server. */
class SubmitLimitsTest {
	private static final Duration LIMIT = Duration.ofSeconds(60);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	/** Submits a rank that goes on after TERM until the test opens its gate. */
	private LauncherRun saving(ServerRun server, String options) {
		String script = "trap 'echo term; until [ -e " + gate() + " ]; do sleep 0.01; done; echo saved; exit 0' TERM; echo ready; "
				+ "while :; do sleep 0.01; done";
		List<Object> words = new ArrayList<>(List.of(options.split(" ")));
		words.addAll(List.of("-n", 1, "sh", "-c", script));
		return server.submit(words.toArray()).start().awaitOutput("ready\n");
	}

	private Path gate() {
		return scratch.resolve("gate");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--kill-timeout 3600", "--mca odls_base_sigkill_timeout 3600", "--rtos kill-timeout=3600" })
	void signal_rankHasTheKillTimeout(String options) throws Exception {
		ServerRun server = ServerRun.start(pmix4j);
		LauncherRun run = saving(server, options).signal("TERM").awaitOutput("term\n");

		Files.createFile(gate());

		assertThat(run.end().requireExit(143).lines()).containsExactly("ready", "term", "saved");
		server.stop();
	}

	@Test
	void stopOfTheServer_rankHasTheKillTimeout() throws Exception {
		ServerRun server = ServerRun.start(pmix4j);
		LauncherRun run = saving(server, "--kill-timeout 3600");
		LauncherRun stop = ServerRun.command(pmix4j, "stop").start();
		run.awaitOutput("term\n");

		Files.createFile(gate());

		assertThat(run.end().requireExit(1).lines()).containsExactly("ready", "term", "saved");
		stop.end().requireExit(0);
		server.run().end().requireExit(0);
	}

	@Test
	void stop_serverIsFrozenAfterItsAnswer_givesUp() throws Exception {
		ServerRun server = ServerRun.start(pmix4j);
		LauncherRun run = saving(server, "--kill-timeout 3600");
		LauncherRun stop = ServerRun.command(pmix4j, "stop", "--end-timeout", 5).start();
		run.awaitOutput("term\n");

		server.run().signal("STOP");

		assertThat(stop.end().requireExit(1).errorLines())
				.containsExactly("pmix4j: the server has not ended after 5 s; kill -9 ends it with all its processes");
		server.run().signal("CONT");
		Files.createFile(gate());
		run.end();
		server.run().end();
	}

	@Test
	void secondSignal_shortensTheKillTimeout() {
		ServerRun server = ServerRun.start(pmix4j);
		LauncherRun run = saving(server, "--kill-timeout 3600").signal("INT").awaitOutput("term\n");

		assertThat(run.signal("INT").end().requireExit(130).lines()).containsExactly("ready", "term");
		server.stop();
	}

	/** The limit of one job is not that of another one in the same server. */
	@Test
	void killTimeout_ofAnotherJob_doesNotCount() {
		ServerRun server = ServerRun.start(pmix4j);
		LauncherRun other = saving(server, "--kill-timeout 3600");

		saving(server, "--kill-timeout 0.1").signal("INT").end().requireExit(130);

		other.signal("INT").awaitOutput("term\n").signal("INT").end().requireExit(130);
		server.stop();
	}

	@ParameterizedTest
	@CsvSource({ "--orphan-timeout=0.5, 1, false", "--keep-orphans, 0, true" })
	void orphan_livesAsTheSubmitterSays(String option, int code, boolean survives) throws Exception {
		ServerRun server = ServerRun.start(pmix4j);
		Path pid = scratch.resolve("pid");
		String output = survives ? " >/dev/null 2>&1" : "";

		Outcome outcome = server.submit(option, "-n", 1, "sh", "-c", "sleep 1000" + output + " & echo $! >" + pid).finish().requireExit(code);

		Optional<ProcessHandle> orphan = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
		if (survives) {
			server.submit("-n", 1, "true").finish().requireExit(0);
			assertThat(orphan).get().matches(ProcessHandle::isAlive).matches(ProcessHandle::destroyForcibly);
		} else {
			assertThat(outcome.errors()).contains("killed process ", "which holds the output of rank 0", "orphan timeout of 0.5 s");
		}
		Await.until("the orphan is gone", LIMIT, () -> orphan.filter(ProcessHandle::isAlive).isEmpty());
		server.stop();
	}
}
