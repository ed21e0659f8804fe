// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.dvm.internal.EndWatch;
import org.pmix4j.dvm.internal.EndWatch.Verdict;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;

/** Tests when an engine no longer waits for the event that a job has ended. */
class EndWatchTest {
	private static final String SERVER = "prte-node-7-100@0";
	private static final String HERE = "node-7";
	private static final int GONE = 300;

	/** The processes of this machine. */
	private final List<Integer> processes = new ArrayList<>(List.of(100, 200, 201));

	@Test
	void look_rankRuns_isNotLost() {
		assertThat(looks(watch(SERVER), 50, rank(0, HERE, 200))).isFalse();
	}

	@Test
	void look_rankStaysGone_isLostAtTheFifthTime() {
		EndWatch watch = watch(SERVER);

		assertThat(looks(watch, 4, rank(0, HERE, GONE))).isFalse();
		assertThat(looks(watch, 1, rank(0, HERE, GONE))).isTrue();
	}

	@Test
	void look_rankIsGoneNowAndThen_isNotLost() {
		EndWatch watch = watch(SERVER);

		for (int i = 0; i < 20; i++) {
			assertThat(looks(watch, 1, rank(0, HERE, GONE))).isFalse();
			assertThat(looks(watch, 1, rank(0, HERE, 200))).isFalse();
		}
	}

	/** The job of one node goes on when the ranks of the server's node are done. */
	@Test
	void look_ranksElsewhere_isNotLost() {
		assertThat(looks(watch(SERVER), 50, rank(0, HERE, GONE), rank(1, "node-8", GONE))).isFalse();
	}

	@Test
	void look_someRanksGone_isNotLost() {
		assertThat(looks(watch(SERVER), 50, rank(0, HERE, GONE), rank(1, HERE, 201))).isFalse();
	}

	@Test
	void look_noRanks_isNotLost() {
		assertThat(looks(watch(SERVER), 50)).isFalse();
	}

	@Test
	void look_rankWithoutProcessId_isNotLost() {
		assertThat(looks(watch(SERVER), 50, rank(0, HERE, 0))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "prte-node-7-101@0", "slurm.pmix.1.0", "other-x@0", "prte-100@0", "" })
	void look_serverOfOtherMachineOrKind_isNotLost(String server) {
		assertThat(looks(watch(server), 50, rank(0, HERE, GONE))).isFalse();
	}

	@Test
	void look_ranksElsewhereRun_searchesOnce() {
		assertThat(searches(watch(SERVER), rank(0, HERE, 200), rank(1, "node-8", GONE))).containsExactly(5);
	}

	/** Each search starts a process on each node, so they become rare. */
	@Test
	void look_allRanksOfOneNodeHaveEnded_searchesAgainAndAgain() {
		assertThat(searches(watch(SERVER), rank(0, "node-8", GONE, ProcState.UNDEF), rank(1, "node-9", GONE)))
				.containsExactly(5, 15, 35, 75, 155, 275, 395);
	}

	@Test
	void look_someProcessesWereMissing_searchesAgain() {
		EndWatch watch = watch(SERVER);
		assertThat(searches(watch, rank(0, "node-8", GONE))).containsExactly(5);

		watch.someGone();

		assertThat(watch.look(List.of(rank(0, "node-8", GONE)), SECONDS.toNanos(400))).isEqualTo(Verdict.SEARCH);
	}

	@Test
	void look_tableChanges_waitsAgain() {
		EndWatch watch = watch(SERVER);
		searches(watch, rank(0, "node-8", GONE));

		assertThat(watch.look(List.of(rank(0, "node-8", GONE, ProcState.UNDEF)), SECONDS.toNanos(400))).isEqualTo(Verdict.RUNS);
		assertThat(watch.look(List.of(rank(0, "node-8", GONE, ProcState.UNDEF)), SECONDS.toNanos(404))).isEqualTo(Verdict.RUNS);
		assertThat(watch.look(List.of(rank(0, "node-8", GONE, ProcState.UNDEF)), SECONDS.toNanos(405))).isEqualTo(Verdict.SEARCH);
	}

	@Test
	void look_rankWithoutProcessIdElsewhere_searchesNever() {
		assertThat(searches(watch(SERVER), rank(0, "node-8", 0, ProcState.UNDEF), rank(1, "node-9", GONE))).isEmpty();
	}

	private EndWatch watch(String server) {
		return new EndWatch(server, pid -> processes.contains((int) pid));
	}

	/** Looks several times, and returns whether the job is lost then. */
	private static boolean looks(EndWatch watch, int times, ProcInfo... ranks) {
		return Stream.generate(() -> watch.look(List.of(ranks), 0)).limit(times).reduce(Verdict.RUNS, (before, now) -> now) == Verdict.LOST;
	}

	/** Returns the seconds at which the nodes are to be searched, of 400 looks at the same table, one a second. */
	private static List<Integer> searches(EndWatch watch, ProcInfo... ranks) {
		return IntStream.range(0, 400).filter(second -> watch.look(List.of(ranks), SECONDS.toNanos(second)) == Verdict.SEARCH).boxed().toList();
	}

	private static ProcInfo rank(int rank, String host, int pid) {
		return rank(rank, host, pid, ProcState.RUNNING);
	}

	private static ProcInfo rank(int rank, String host, int pid, ProcState state) {
		return new ProcInfo(Proc.of("prte-node-7-100@2", rank), host, "true", pid, state);
	}
}
