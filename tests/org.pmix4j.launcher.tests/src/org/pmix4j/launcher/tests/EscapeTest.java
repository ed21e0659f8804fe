// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.testkit.ProcessTable.Entry;

/** Tests that no descendant of a rank outlives the launcher, even one that cuts all ties: environment, group, session and parents. */
class EscapeTest {
	private static final Duration LIMIT = Duration.ofSeconds(3);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	/** A time to sleep that no other process on this machine has. */
	private final String seconds = "1000." + System.nanoTime();

	private List<Entry> left() {
		return ProcessTable.all().stream().filter(entry -> entry.command().contains(seconds) && !entry.isZombie()).toList();
	}

	@RepeatedTest(3)
	void end_ranksEscapeAtOnce_nothingIsLeft() {
		pmix4j.run("-n", 8, "env", "-i", "setsid", "-f", "sh", "-c", "exec sleep " + seconds + " </dev/null >/dev/null 2>&1").finish()
				.requireExit(0);

		assertThat(left()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "env -i setsid -f sleep %s", "(env -i setsid sh -c 'sleep %s; true' &)",
			"env -i setsid -f sh -c 'env -i setsid -f sleep %s; sleep %<s'" })
	void kill_descendantsHaveEscaped_nothingIsLeft(String escape) {
		LauncherRun run = pmix4j
				.run("-n", 4, "sh", "-c", escape.formatted(seconds) + " </dev/null >/dev/null 2>&1; echo ready; sleep " + seconds).start()
				.awaitOutput("ready");

		Entry watchdog = watchdog(run);
		run.kill();

		// a process that is just starting its program may be missing in a list that is read earlier
		Await.until("the end of the watchdog", LIMIT, () -> !watchdog.isAlive());
		assertThat(left()).isEmpty();
	}

	private static Entry watchdog(LauncherRun run) {
		return ProcessTable.descendants(run.pid()).stream().filter(entry -> entry.command().contains("pmix4j-watchdog")).findAny()
				.orElseThrow();
	}

	@Test
	void killOfLauncherAndWatchdog_descendantsHaveEscaped_nextStartKillsThem() {
		LauncherRun run = pmix4j.run("-n", 2, "sh", "-c",
				"env -i setsid -f sleep " + seconds + " </dev/null >/dev/null 2>&1; echo ready; sleep " + seconds).start()
				.awaitOutput("ready\nready\n");
		LauncherRun.signal("KILL", watchdog(run).pid());
		run.kill();
		assertThat(left()).isNotEmpty();

		pmix4j.run("-n", 1, "true").finish().requireExit(0);

		assertThat(Await.untilEmpty(LIMIT, this::left)).isEmpty();
	}
}
