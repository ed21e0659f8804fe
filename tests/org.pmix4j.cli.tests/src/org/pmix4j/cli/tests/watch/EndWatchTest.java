// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.cli.internal.watch.EndWatch;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;

/** Tests when a submitter no longer waits for the event that a job has ended. Time is a queue of looks. */
class EndWatchTest {
	private static final int SERVER = 100;
	private static final int RANK = 200;

	private final Deque<Runnable> looks = new ArrayDeque<>();
	private final List<Proc> killed = new ArrayList<>();
	private final List<String> reasons = new ArrayList<>();
	private final List<Integer> processes = new ArrayList<>(List.of(SERVER, RANK));
	private final CompletableFuture<Integer> ended = new CompletableFuture<>();
	private CompletableFuture<Infos> answer = table(RANK);

	@Test
	void look_rankRuns_goesOn() {
		watch("prte-node-7-100@0").begin();

		look(50);

		assertThat(killed).isEmpty();
		assertThat(reasons).isEmpty();
		assertThat(looks).hasSize(1);
	}

	@Test
	void look_rankStaysGone_killsTheJobAndGivesUp() {
		watch("prte-node-7-100@0").begin();
		processes.remove((Integer) RANK);

		look(4);
		assertThat(killed).isEmpty();
		look(1);

		assertThat(killed).containsExactly(Proc.wildcard("prte-node-7-100@2"));
		assertThat(reasons).singleElement().asString().contains("does not report its end");
		assertThat(looks).isEmpty();
	}

	@Test
	void look_rankIsGoneOnce_startsAgain() {
		watch("prte-node-7-100@0").begin();

		for (int i = 0; i < 20; i++) {
			processes.remove((Integer) RANK);
			look(1);
			processes.add(RANK);
			look(1);
		}

		assertThat(killed).isEmpty();
	}

	@Test
	void look_jobHasEnded_isTheLast() {
		watch("prte-node-7-100@0").begin();
		ended.complete(0);

		look(1);

		assertThat(looks).isEmpty();
	}

	@Test
	void look_serverDoesNotKnowTheJob_givesUp() {
		watch("prte-node-7-100@0").begin();
		answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "unknown"));

		look(5);

		assertThat(reasons).hasSize(1);
	}

	@Test
	void look_otherFailureOrTableWithoutRanks_goesOn() {
		watch("prte-node-7-100@0").begin();

		answer = CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, "unknown"));
		look(20);
		answer = table();
		look(20);
		answer = table(0);
		look(20);

		assertThat(killed).isEmpty();
		assertThat(looks).hasSize(1);
	}

	@Test
	void begin_serverOfOtherMachineOrKind_doesNotWatch() {
		watch("prte-node-7-101@0").begin();
		watch("slurm.pmix.1.0").begin();
		watch("other-x@0").begin();
		watch("").begin();

		assertThat(looks).isEmpty();
	}

	private EndWatch watch(String nspace) {
		return new EndWatch(new EndWatch.Server() {
			@Override
			public String nspace() {
				return nspace;
			}

			@Override
			public CompletableFuture<Infos> query(Query query) {
				assertThat(query.keys()).containsExactly(QueryAttributes.QUERY_LOCAL_PROC_TABLE.key());
				return answer;
			}

			@Override
			public void kill(Proc job) {
				killed.add(job);
			}
		}, "prte-node-7-100@2", pid -> processes.contains((int) pid), looks::add, ended, reasons::add);
	}

	private static CompletableFuture<Infos> table(int... pids) {
		List<ProcInfo> ranks = new ArrayList<>();
		for (int pid : pids) {
			ranks.add(new ProcInfo(Proc.of("prte-node-7-100@2", ranks.size()), "node-7", "true", pid, ProcState.RUNNING));
		}
		return CompletableFuture.completedFuture(Infos.EMPTY.with(QueryAttributes.QUERY_LOCAL_PROC_TABLE,
				new DataArray(DataType.PROC_INFO, List.copyOf(ranks))));
	}

	private void look(int times) {
		for (int i = 0; i < times; i++) {
			looks.remove().run();
		}
	}
}
