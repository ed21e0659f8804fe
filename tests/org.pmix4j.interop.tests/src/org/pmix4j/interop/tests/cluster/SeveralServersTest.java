// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.testkit.LeakCheck;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests C clients of servers on two or three nodes, whose hosts exchange all data. */
class SeveralServersTest {
	@RegisterExtension
	private final LeakCheck leaks = new LeakCheck();

	private Cluster cluster(int nodes) throws PmixException, IOException {
		return new Cluster(nodes, leaks.directory());
	}

	@ParameterizedTest
	@CsvSource({ "pmix_fence,2,2", "pmix_fence,3,1", "pmix_fence,3,2", "pmix_connect,2,2", "pmix_connect,3,1", "pmix_group,2,1",
			"pmix_group,2,2", "pmix_group,3,2", "pmix_events,2,1", "pmix_events,3,2" })
	void run_program_allRanksPass(String program, int nodes, int perNode) throws Exception {
		try (Cluster cluster = cluster(nodes)) {
			cluster.job("job", perNode).start(Peers.c(program)).finish().requirePeers(program, nodes * perNode);
		}
	}

	@ParameterizedTest
	@CsvSource({ "collect,2,2", "nocollect,2,2", "collect,3,4", "nocollect,3,2" })
	void run_modex_everyRankGetsAllData(String mode, int nodes, int perNode) throws Exception {
		try (Cluster cluster = cluster(nodes)) {
			cluster.job("job", perNode).start(Peers.c("pmix_many_gets"), 1000, 3, mode).finish().requirePeers("pmix_many_gets",
					nodes * perNode);
		}
	}

	@Test
	void run_twoJobs_connectAndExchangeData() throws Exception {
		try (Cluster cluster = cluster(2)) {
			ClusterJob left = cluster.job("left", 1);
			ClusterJob right = cluster.job("right", 2);
			left.start(Peers.c("pmix_other"), "right");
			right.start(Peers.c("pmix_other"), "left");
			left.finish().requirePeers("pmix_other", 2);
			right.finish().requirePeers("pmix_other", 4);
		}
	}

	@Test
	void run_abort_endsAllNodes() throws Exception {
		try (Cluster cluster = cluster(3)) {
			Outcome outcome = cluster.job("job", 2).start(Peers.c("pmix_abort"), 3, 42).finish().requireExit(42);

			assertThat(outcome.errors()).contains("pmix_abort 3/6 aborts with 42");
		}
	}

	@ParameterizedTest
	@CsvSource({ "2,1,1", "2,2,3", "3,1,0" })
	void run_clientDiesInFence_isPartialForOthers(int nodes, int perNode, int victim) throws Exception {
		try (Cluster cluster = cluster(nodes)) {
			ClusterJob job = cluster.job("job", perNode).start(Peers.c("pmix_lost"), victim);
			Outcome outcome = job.finish();

			assertThat(outcome.lines().stream().filter(line -> line.contains(" ok"))).as(outcome.toString())
					.hasSize(nodes * perNode - 1);
			assertThat(job.process(victim).exitValue()).isEqualTo(137);
		}
	}
}
