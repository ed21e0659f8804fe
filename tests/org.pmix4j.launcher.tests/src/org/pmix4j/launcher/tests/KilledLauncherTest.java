// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Failpoint;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.testkit.ProcessTable.Entry;

/**
 * Tests a launcher that is killed with SIGKILL at any moment: within three seconds no process and no directory of its job is left. If its
 * watchdog is killed as well, the next start cleans up.
 */
class KilledLauncherTest {
	private static final Duration LIMIT = Duration.ofSeconds(3);
	private static final Path SHARED_MEMORY = Path.of("/dev/shm");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@ValueSource(strings = { "echo ready; sleep 1000", "trap '' INT TERM HUP; echo ready; while :; do sleep 1000; done",
			"sleep 1000 & sh -c 'sleep 1000; true' & echo ready; wait", "setsid sh -c 'echo ready; sleep 1000' & wait",
			"setsid -f sleep 1000 </dev/null >/dev/null 2>&1; echo ready", "echo ready; yes" })
	void kill_ranksInAnyState_nothingIsLeft(String script) {
		LauncherRun run = pmix4j.run("-n", 3, "sh", "-c", script + "; wait").start().awaitOutput("ready");

		killAndExpectNothing(run);
	}

	@Test
	void kill_ranksInFence_nothingIsLeft() {
		killAndExpectNothing(pmix4j.run("-n", 4, Peers.c("pmix_exit"), "init,fence,ready,begin,wait").start().awaitOutput("ready"));
	}

	@Test
	void kill_ranksReconnecting_nothingIsLeft() {
		killAndExpectNothing(pmix4j.run("-n", 8, "sh", "-c", "echo ready; exec " + Peers.c("pmix_cycles") + " 1000").start()
				.awaitOutput("ready"));
	}

	@ParameterizedTest
	@CsvSource({ "2,alone", "9,alone", "2,together", "30,together" })
	void kill_processSpawningJobs_nothingIsLeft(int job, String how) {
		Path program = Peers.c("pmix_spawn_many");
		LauncherRun run = (how.equals("together") ? pmix4j.run("-n", 1, program, 60, 3, how) : pmix4j.run("-n", 1, program, 1000, 3))
				.with("PEER_TELLS", "yes").start().awaitOutput("@" + job + "\n");

		killAndExpectNothing(run);
	}

	@Test
	void kill_mpiJob_nothingIsLeftInSharedMemory() {
		LauncherRun run = pmix4j.run("-n", 4, "sh", "-c", "echo ready; exec " + Peers.c("mpi_ring") + " 1000000").start()
				.awaitOutput("ready");
		Path segments = Await.untilEmpty(Duration.ZERO, () -> owned(run)).get(0);
		Await.until("segments in " + segments, Duration.ofSeconds(20), () -> segments.toFile().list().length > 1);

		killAndExpectNothing(run);

		assertThat(segments).doesNotExist();
	}

	@ParameterizedTest
	@EnumSource(names = { "REGISTER_JOB", "SPAWN_RANK", "RANK_STARTED", "RANK_CONNECTED", "RANK_FINALIZED", "CONCLUDE_JOB", "CLOSE_RUNTIME",
			"REMOVE_DIRECTORY" })
	void kill_atStepOfJob_nothingIsLeft(LauncherStep step) {
		try (Failpoint point = step.failpoint()) {
			LauncherRun run = pmix4j.run("-n", 4, Peers.c("pmix_exit"), "init,fence,finalize")
					.onJvm(point.javaOptions())
					.start();
			point.await();

			killAndExpectNothing(run);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "START_RUNTIME", "START_WATCHDOG", "CREATE_DIRECTORY", "CLAIM_DIRECTORY" })
	void kill_duringStart_nothingIsLeft(LauncherStep step) {
		try (Failpoint point = step.failpoint()) {
			LauncherRun run = pmix4j.run("-n", 4, "true").onJvm(point.javaOptions()).start();
			point.await();

			killAndExpectNothing(run);
		}
	}

	@Test
	void start_oldDirectoryWithoutOwner_isRemoved() throws Exception {
		String prefix = pmix4j.run("-n", 1, "sh", "-c", "basename $PMIX_SERVER_TMPDIR").finish().requireExit(0).text()
				.replaceAll("-[^-]*\\n", "-");
		Path old = Files.createDirectory(pmix4j.directory().resolve(prefix + "0123456789abcdef"));
		Path young = Files.createDirectory(pmix4j.directory().resolve(prefix + "fedcba9876543210"));
		Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(120)));

		pmix4j.run("-n", 1, "true").finish().requireExit(0);

		assertThat(old).doesNotExist();
		assertThat(young).exists();
		Files.delete(young);
	}

	@Test
	void kill_ofLauncherAndWatchdog_isCleanedUpByTheNextStart() {
		LauncherRun run = pmix4j.run("-n", 2, "sh", "-c", "echo ready; while :; do sleep 1000; done").start().awaitOutput("ready");
		List<Entry> family = ProcessTable.descendants(run.pid());
		family.stream().filter(KilledLauncherTest::isWatchdog).forEach(watchdog -> LauncherRun.signal("KILL", watchdog.pid()));
		run.kill();
		assertThat(directories(pmix4j.directory())).hasSize(1);
		assertThat(owned(run)).hasSize(1);

		pmix4j.run("-n", 1, "true").finish().requireExit(0);

		assertThat(directories(pmix4j.directory())).isEmpty();
		assertThat(owned(run)).isEmpty();
		assertThat(Await.untilEmpty(LIMIT, () -> alive(family))).isEmpty();
	}

	@Test
	void start_anotherLauncherRuns_itsDirectoriesAreKept() {
		LauncherRun run = pmix4j.run("-n", 1, "sh", "-c", "echo ready; read line; test -d $PMIX_SERVER_TMPDIR").inputByTest().start()
				.awaitOutput("ready");

		pmix4j.run("-n", 1, "true").finish().requireExit(0);

		assertThat(directories(pmix4j.directory())).hasSize(1);
		assertThat(owned(run)).hasSize(1);
		close(run);
		run.end().requireExit(0);
	}

	private void killAndExpectNothing(LauncherRun run) {
		List<Entry> family = ProcessTable.descendants(run.pid());

		run.kill();

		assertThat(Await.untilEmpty(LIMIT, () -> alive(family))).isEmpty();
		assertThat(Await.untilEmpty(LIMIT, () -> directories(pmix4j.directory()))).isEmpty();
		assertThat(Await.untilEmpty(LIMIT, () -> owned(run))).isEmpty();
	}

	private static boolean isWatchdog(Entry process) {
		return process.command().contains("pmix4j-watchdog");
	}

	private static List<Entry> alive(List<Entry> family) {
		return family.stream().filter(Entry::isAlive).toList();
	}

	/** Returns the directories in shared memory that a launcher has marked as its own. */
	private static List<Path> owned(LauncherRun run) {
		return directories(SHARED_MEMORY).stream().filter(path -> text(path.resolve(".owner")).contains("\npid " + run.pid() + "\n"))
				.toList();
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
		} catch (IOException e) {
			// removed already, or not created yet
			return "";
		}
	}

	private static List<Path> directories(Path base) {
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(base, "pmix4j-*")) {
			return StreamSupport.stream(entries.spliterator(), false).toList();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private static void close(LauncherRun run) {
		try {
			run.input().close();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}
}
