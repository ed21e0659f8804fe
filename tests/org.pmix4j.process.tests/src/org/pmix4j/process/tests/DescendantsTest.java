// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.pmix4j.process.internal.cleanup.MarkedProcesses;
import org.pmix4j.process.internal.posix.Descendants;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.testkit.Await;

/** The process ids that descendants of ranks can have, so that the search for those left behind is short. */
class DescendantsTest {
	private static final long STARTS = 1000;
	private static final int FIRST = 500;
	private static final int NEWEST = 600;
	private static final int LARGEST = 32768;

	@AutoClose
	final Loop loop = new Loop();

	private static Descendants started() {
		Descendants descendants = new Descendants(STARTS);
		descendants.started(FIRST);
		descendants.started(FIRST + 1);
		return descendants;
	}

	@Test
	void possible_idsStillAscend_areThoseFromTheFirst() {
		assertThat(List.of(1, FIRST - 1, FIRST, NEWEST, LARGEST - 1)).filteredOn(started().possible(NEWEST, STARTS + 100, LARGEST)::test)
				.containsExactly(FIRST, NEWEST, LARGEST - 1);
	}

	@Test
	void possible_idsHaveBegunAgain_areAll() {
		assertThat(started().possible(FIRST - 1, STARTS + 100, LARGEST)).isSameAs(Descendants.ANY);
	}

	@Test
	void possible_enoughStartsForAWholeRound_areAll() {
		assertThat(started().possible(NEWEST, STARTS + LARGEST / 4 - 1, LARGEST)).isNotSameAs(Descendants.ANY);
		assertThat(started().possible(NEWEST, STARTS + LARGEST / 4, LARGEST)).isSameAs(Descendants.ANY);
	}

	@Test
	void possible_numbersOfTheMachineUnknown_areAll() {
		assertThat(started().possible(NEWEST, -1, LARGEST)).isSameAs(Descendants.ANY);
		assertThat(started().possible(NEWEST, STARTS + 100, -1)).isSameAs(Descendants.ANY);
		Descendants uncounted = new Descendants(-1);
		uncounted.started(FIRST);
		assertThat(uncounted.possible(NEWEST, STARTS, LARGEST)).isSameAs(Descendants.ANY);
	}

	@Test
	void possible_nothingStarted_areAll() {
		assertThat(new Descendants(STARTS).possible(NEWEST, STARTS + 100, LARGEST)).isSameAs(Descendants.ANY);
	}

	@Test
	void procFs_readsTheNumbersOfTheMachine() throws Exception {
		long before = ProcFs.starts();
		loop.run(loop.spec("true"));

		assertThat(ProcFs.starts()).isGreaterThan(before);
		assertThat(ProcFs.largestPid()).isGreaterThan((int) ProcessHandle.current().pid());
	}

	@Test
	void kill_daemonOfAnEndedProcess_isFound() throws Exception {
		Descendants descendants = Descendants.begin();
		// ends only once the daemon has left the process group, which is killed at the end
		ChildProcess child = loop.spawn(loop.shell("setsid -f sh -c 'echo left; exec sleep 1000 >/dev/null 2>&1' | read line"), Loop.IGNORE);
		descendants.started(child.pid());
		Await.result(child.ended());

		FutureTask<List<Integer>> kill = new FutureTask<>(
				() -> MarkedProcesses.kill(loop.marker(), descendants, Duration.ZERO, pid -> pid));
		new Thread(kill).start();

		assertThat(kill.get()).hasSize(1);
	}
}
