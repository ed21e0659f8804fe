// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.testkit.ServerRun;

/** Tests the life of a server that stays: its start, how it is found, and its end in any way. */
class PersistentServerTest {
	private static final Duration MOMENT = Duration.ofSeconds(10);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void submit_noServer_saysWhatToDo() {
		Outcome outcome = ServerRun.command(pmix4j, "submit", "true").finish().requireExit(69);

		assertThat(outcome.errorLines()).singleElement().asString().contains("no server of this user runs", "pmix4j server --daemonize");
	}

	@Test
	void stop_noServer_fails() {
		ServerRun.command(pmix4j, "stop").finish().requireExit(69);
	}

	@ParameterizedTest
	@ValueSource(strings = { "--wait-to-connect", "--num-connect-retries" })
	void submit_beforeTheServer_waits(String option) {
		LauncherRun run = ServerRun.command(pmix4j, "submit", option, 60, "-n", 1, "echo", "done").start();

		ServerRun server = ServerRun.start(pmix4j);

		assertThat(run.end().requireExit(0).lines()).containsExactly("done");
		server.stop();
	}

	@Test
	void submit_twoServers_mustNameOne() {
		ServerRun one = ServerRun.start(pmix4j);
		ServerRun two = ServerRun.start(pmix4j);

		Outcome outcome = one.submit("true").finish().requireExit(1);
		assertThat(outcome.errors()).contains("2 servers run", String.valueOf(one.run().pid()), String.valueOf(two.run().pid()));
		two.submit("--pid", two.run().pid(), "-n", 1, "true").finish().requireExit(0);

		one.stop();
		two.stop();
	}

	@Test
	void engines_serverRuns_isListedUnderTheNameThatRunTakes() {
		ServerRun server = ServerRun.start(pmix4j);
		String listed = ServerRun.command(pmix4j, "engines").finish().requireExit(0).lines().stream()
				.filter(line -> line.contains("running")).findFirst().orElseThrow();
		assertThat(listed).matches("local:\\S+ +running +a PMIx4J server");
		String engine = listed.substring(0, listed.indexOf(' '));

		assertThat(pmix4j.run("--engine", engine, "-n", 2, "echo", "here").finish().requireExit(0).lines()).containsExactly("here", "here");
		assertThat(pmix4j.run("--engine", engine.replace("local:", "prrte:"), "-n", 1, "true").finish().requireExit(2).errors())
				.contains("is not one of the engine prrte; use --engine " + engine);
		server.stop();
	}

	@Test
	void submit_everyWayToNameAServer_findsIt() throws IOException {
		Path uri = pmix4j.directory().resolve("uri");
		Path pid = pmix4j.directory().resolve("pid");
		ServerRun server = ServerRun.start(pmix4j, "--role", "system,session", "--report-uri", uri, "--report-pid", pid);
		String address = Files.readAllLines(uri).get(0);

		for (List<Object> way : List.<List<Object>>of(List.of(), List.of("--dvm-uri", address), List.of("--dvm-uri", "file:" + uri),
				List.of("--pid", server.run().pid()), List.of("--pid", "file:" + pid), List.of("--system-server-only"),
				List.of("--system-server-first"), List.of("--namespace", address.substring(0, address.lastIndexOf(".0;"))))) {
			server.submit(Stream.concat(way.stream(), Stream.of("-n", 1, "true")).toArray()).finish().requireExit(0);
		}

		server.stop();
		assertThat(uri).doesNotExist();
		assertThat(pid).doesNotExist();
	}

	@Test
	void start_roleIsTaken_isRefused() {
		ServerRun server = ServerRun.start(pmix4j, "--role", "system");

		Outcome outcome = ServerRun.command(pmix4j, "server", "--role", "system").finish().requireExit(1);
		Outcome daemon = ServerRun.command(pmix4j, "server", "--role", "system", "--daemonize").finish().requireExit(1);

		assertThat(outcome.errors()).contains("already has this role", String.valueOf(server.run().pid()));
		assertThat(daemon.errors()).contains("already has this role");
		server.stop();
	}

	@Test
	void kill_ofAServerWithAllRoles_leavesNoFile() {
		ServerRun server = startWithAllFiles();
		assertThat(files()).anyMatch(name -> name.startsWith("pmix.sys.")).anyMatch(name -> name.startsWith("pmix.sched."))
				.anyMatch(name -> name.startsWith("pmix.sysctrlr.")).contains("uri", "pid");

		server.run().kill();

		assertThat(Await.untilEmpty(MOMENT, this::files)).isEmpty();
		startWithAllFiles().stop();
	}

	private ServerRun startWithAllFiles() {
		return ServerRun.start(pmix4j, "--role", "session,system,scheduler,controller", "--report-uri",
				pmix4j.directory().resolve("uri"), "--report-pid", pmix4j.directory().resolve("pid"));
	}

	@Test
	void start_allFilesOfADeadServer_areTakenOver() throws IOException {
		ServerRun dead = startWithAllFiles();
		Map<Path, byte[]> left = new HashMap<>();
		for (String name : files()) {
			Path file = pmix4j.directory().resolve(name);
			if (Files.isRegularFile(file)) {
				left.put(file, Files.readAllBytes(file));
			}
		}
		dead.run().kill();
		assertThat(Await.untilEmpty(MOMENT, this::files)).isEmpty();
		// as if the watchdog had been killed, too
		for (Map.Entry<Path, byte[]> file : left.entrySet()) {
			Files.write(file.getKey(), file.getValue());
		}

		ServerRun next = startWithAllFiles();

		assertThat(left).hasSizeGreaterThanOrEqualTo(5);
		for (Map.Entry<Path, byte[]> file : left.entrySet()) {
			assertThat(file.getKey()).exists();
			assertThat(Files.readAllBytes(file.getKey())).as(file.getKey().toString()).isNotEqualTo(file.getValue());
		}
		assertThat(pmix4j.directory().resolve("pid")).hasContent(next.run().pid() + "\n");
		next.stop();
		assertThat(files()).isEmpty();
	}

	/** The next start needs neither the roles nor the files of the dead server. */
	@Test
	void kill_ofAServerAndItsWatchdog_nextStartRemovesTheFiles() {
		ServerRun server = startWithAllFiles();
		ProcessTable.descendants(server.run().pid()).stream().filter(process -> process.command().contains("pmix4j-watchdog"))
				.forEach(watchdog -> LauncherRun.signal("KILL", watchdog.pid()));
		server.run().kill();
		assertThat(files()).anyMatch(name -> name.startsWith("pmix.sys.")).contains("uri", "pid");

		pmix4j.run("-n", 1, "true").finish().requireExit(0);

		assertThat(files()).isEmpty();
	}

	@Test
	void stop_fileOfTheProcessIdHasAnother_isKept() throws IOException {
		ServerRun server = startWithAllFiles();
		Path pid = pmix4j.directory().resolve("pid");
		Files.writeString(pid, "1\n");

		server.stop();

		assertThat(files()).containsExactly("pid");
		assertThat(pid).hasContent("1\n");
		Files.delete(pid);
	}

	@Test
	void start_filesOfADeadServer_areReplaced() throws IOException {
		Path uri = pmix4j.directory().resolve("uri");
		ServerRun server = ServerRun.start(pmix4j, "--role", "system", "--report-uri", uri);
		String system = files().stream().filter(name -> name.startsWith("pmix.sys.")).findFirst().orElseThrow();
		byte[] announced = Files.readAllBytes(pmix4j.directory().resolve(system));
		byte[] reported = Files.readAllBytes(uri);
		server.stop();
		Files.write(pmix4j.directory().resolve(system), announced);
		Files.write(uri, reported);

		assertThat(ServerRun.command(pmix4j, "submit", "--system-server-only", "true").finish().requireExit(69).errors())
				.contains("left behind by a server that has ended");
		ServerRun.start(pmix4j, "--role", "system", "--report-uri", uri).stop();
		assertThat(files()).isEmpty();
	}

	@Test
	void daemonize_logCannotBeWritten_saysSo() {
		Outcome outcome = ServerRun.command(pmix4j, "server", "--daemonize", "--log", pmix4j.directory()).finish().requireExit(1);

		assertThat(outcome.errorLines()).containsExactly("pmix4j: the messages cannot be written to " + pmix4j.directory() + ": is a directory");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--daemonize", "-daemonize" })
	void daemonize_returnsWhenReady_andStopsInOrder(String option) {
		Outcome start = ServerRun.command(pmix4j, "server", option).finish().requireExit(0);

		assertThat(start.lines()).hasSize(2).first().asString().matches("pmix4j server ready, pid \\d+");
		assertThat(ServerRun.command(pmix4j, "submit", "-n", 1, "echo", "in the background").finish().requireExit(0).lines())
				.containsExactly("in the background");
		ServerRun.command(pmix4j, "stop").finish().requireExit(0);
		assertThat(Await.untilEmpty(MOMENT, this::files)).isEmpty();
	}

	/** Options that scripts for prte have. */
	@Test
	void daemonize_noReadyMessage_saysOnlyWhereMessagesGo() {
		Outcome start = ServerRun.command(pmix4j, "server", "--daemonize", "--no-ready-msg", "--allow-run-as-root").finish().requireExit(0);

		assertThat(start.lines()).singleElement().asString().startsWith("messages go to ");
		ServerRun.command(pmix4j, "stop").finish().requireExit(0);
		assertThat(Await.untilEmpty(MOMENT, this::files)).isEmpty();
	}

	@Test
	void idle_endsTheServer() {
		ServerRun server = ServerRun.start(pmix4j, "--idle-timeout", 2);

		server.run().end().requireExit(0);
	}

	@Test
	void signal_ofTheServer_endsItsJobs() {
		ServerRun server = ServerRun.start(pmix4j);
		LauncherRun run = server.submit("-n", 1, "sh", "-c", "echo ready; sleep 1000").start().awaitOutput("ready");

		server.run().signal("TERM").end().requireExit(143);

		run.end().requireExit(1);
	}

	private List<String> files() {
		return List.of(pmix4j.directory().toFile().list());
	}
}
