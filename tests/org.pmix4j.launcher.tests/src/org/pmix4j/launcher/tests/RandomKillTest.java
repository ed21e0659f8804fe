// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.testkit.ProcessTable.Entry;

/**
 * Tests 104 launchers that are killed at random moments of their lives, several at a time.
 *
 * @see "ompi#1967, ompi#7049, prrte#1907, where temporary directories filled up and one tool deleted the files of another"
 */
class RandomKillTest {
	private static final int ROUNDS = 13;
	private static final int AT_ONCE = 8;
	/** A little longer than this many launchers take from their start to their ranks' output. */
	private static final int LIFE_MILLIS = 1_500;
	private static final Duration LIMIT = Duration.ofSeconds(10);
	private static final Path SHARED_MEMORY = Path.of("/dev/shm");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	private final String seconds = "1000." + System.nanoTime();

	private List<Entry> ranks() {
		return ProcessTable.all().stream().filter(entry -> entry.command().contains(seconds) && !entry.isZombie()).toList();
	}

	private static List<Path> directories(Path base) {
		List<Path> found = new ArrayList<>();
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(base, "pmix4j-*")) {
			entries.forEach(found::add);
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
		return found;
	}

	@Test
	void kill_launchersAtRandomMoments_nothingIsLeftAndTheLivingIsKept() throws Exception {
		List<Path> before = directories(SHARED_MEMORY);
		LauncherRun living = pmix4j.run("-n", 1, "sh", "-c", "echo ready; read line; test -d $PMIX_SERVER_TMPDIR && test -d $PMIX_NSDIR")
				.inputByTest().limit(Duration.ofMinutes(5)).start().awaitOutput("ready");
		long seed = System.nanoTime();
		Random random = new Random(seed);
		for (int round = 0; round < ROUNDS; round++) {
			List<LauncherRun> runs = new ArrayList<>();
			for (int i = 0; i < AT_ONCE; i++) {
				runs.add(pmix4j.run("-n", 2, "sleep", seconds).start());
			}
			for (LauncherRun run : runs) {
				ProcessHandle.of(run.pid()).ifPresent(handle -> waitFor(handle, random.nextInt(LIFE_MILLIS / AT_ONCE)));
				run.kill();
			}
		}

		assertThat(Await.untilEmpty(LIMIT, this::ranks)).as("seed %d", seed).isEmpty();
		assertThat(pmix4j.run("-n", 1, "true").finish().exitCode()).isZero();
		assertThat(Await.untilEmpty(LIMIT, () -> left(pmix4j.directory()))).as("seed %d", seed).isEmpty();
		assertThat(Await.untilEmpty(LIMIT, () -> {
			List<Path> left = left(SHARED_MEMORY);
			left.removeAll(before);
			return left;
		})).as("seed %d", seed).isEmpty();
		living.input().close();
		living.end().requireExit(0);
	}

	/** Returns the directories of processes that have ended: other servers may run on this machine, or start meanwhile. */
	private static List<Path> left(Path base) {
		List<Path> found = directories(base);
		found.removeIf(path -> {
			try {
				return Files.readString(path.resolve(".owner")).lines().filter(line -> line.startsWith("pid "))
						.anyMatch(line -> ProcessHandle.of(Long.parseLong(line.substring("pid ".length()))).isPresent());
			} catch (IOException e) {
				// removed already
				return !Files.exists(path);
			}
		});
		return found;
	}

	/** Lets a launcher live for a while; it does not end by itself. */
	private static void waitFor(ProcessHandle launcher, int millis) {
		launcher.onExit().completeOnTimeout(launcher, millis, TimeUnit.MILLISECONDS).join();
	}
}
