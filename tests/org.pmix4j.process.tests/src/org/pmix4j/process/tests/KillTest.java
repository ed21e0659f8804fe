// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.cleanup.MarkedProcesses;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.testkit.Await;

/** Signals reach whole groups, and nothing of a child's group is left when its end is reported. */
class KillTest {

	private static final Duration SHORT = Duration.ofMillis(50);
	private static final Duration LONG = Duration.ofSeconds(20);

	/** Without the loop's pipe: the shell's child may miss a signal that comes before it has become sleep, and would hold the pipe. */
	private static final String SLEEP = "sleep 1000 >/dev/null 2>&1 &";

	@AutoClose
	final Loop loop = new Loop();

	@Test
	void terminate_groupWithGrandchildren_leavesNothing() throws Exception {
		List<ChildProcess> children = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			children.add(startAndAwaitLine("sleep 1000 & sh -c 'sleep 1000 & sleep 1000' & echo up; wait"));
		}
		assertThat(MarkedProcesses.find(loop.marker())).hasSizeGreaterThanOrEqualTo(children.size());

		Await.result(loop.get().terminate(children, LONG));

		assertThat(MarkedProcesses.find(loop.marker())).isEmpty();
		for (ChildProcess child : children) {
			assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.signaled(Signals.TERM, false));
		}
	}

	@Test
	void terminate_termIgnored_killsAfterTheGraceTime() throws Exception {
		ChildProcess child = startAndAwaitLine("trap '' TERM; echo up; while :; do sleep 1000; done");

		Await.result(loop.get().terminate(List.of(child), SHORT));

		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.signaled(Signals.KILL, false));
	}

	@Test
	void terminate_termHandled_givesExitCodeOfTheHandler() throws Exception {
		ChildProcess child = startAndAwaitLine("trap 'exit 12' TERM; " + SLEEP + " echo up; wait");

		Await.result(loop.get().terminate(List.of(child), LONG));

		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(12));
	}

	@Test
	void terminate_stoppedProcess_continuesItAfterTerm() throws Exception {
		ChildProcess child = startAndAwaitLine("echo up; kill -STOP $$; exit 3");

		Await.result(loop.get().terminate(List.of(child), LONG));

		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.signaled(Signals.TERM, false));
	}

	@Test
	void terminate_daemonHoldsOutput_endsNevertheless() throws Exception {
		ChildProcess child = startAndAwaitLine("setsid -f sh -c 'echo up; exec sleep 1000'; exec sleep 1000");

		Await.result(loop.get().terminate(List.of(child), SHORT));

		assertThat(Await.result(child.ended()).isSignaled()).isTrue();
		assertThat(MarkedProcesses.kill(loop.marker())).hasSize(1);
	}

	@Test
	void terminate_alreadyEnded_completes() throws Exception {
		ChildProcess child = loop.spawn(loop.spec("true"), Loop.IGNORE);
		Await.result(child.ended());

		Await.result(loop.get().terminate(List.of(child), LONG));
		Await.result(loop.get().terminate(List.of(), LONG));
	}

	@Test
	void ended_backgroundProcessInTheGroup_isKilled() throws Exception {
		for (int i = 0; i < 50; i++) {
			assertThat(loop.run(loop.shell("sleep 1000 >/dev/null 2>&1 & exit 0")).isSuccess()).isTrue();
			assertThat(MarkedProcesses.find(loop.marker())).isEmpty();
		}
	}

	@Test
	void signal_runningProcess_returnsTrue() throws Exception {
		ChildProcess child = startAndAwaitLine("trap 'exit 7' USR1; " + SLEEP + " echo up; wait");

		assertThat(Await.result(child.signal(Signals.number("USR1").getAsInt()))).isTrue();
		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(7));
	}

	@Test
	void close_livingChildren_killsThem() throws Exception {
		ChildProcess child = startAndAwaitLine("trap '' TERM INT HUP; sleep 1000 & echo up; wait; wait");

		loop.get().close();

		assertThat(child.ended().toCompletableFuture()).isCompletedWithValue(ExitStatus.signaled(Signals.KILL, false));
		assertThat(MarkedProcesses.find(loop.marker())).isEmpty();
	}

	private ChildProcess startAndAwaitLine(String script) throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.shell(script), collected);
		Await.result(collected.firstLine());
		return child;
	}
}
