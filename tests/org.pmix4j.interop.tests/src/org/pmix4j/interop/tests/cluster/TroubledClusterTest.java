// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.testkit.LeakCheck;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests C clients of servers on several nodes with failures: a lost server, damaged data, and a different release on each node. */
class TroubledClusterTest {
	@RegisterExtension
	private final LeakCheck leaks = new LeakCheck();

	@ParameterizedTest
	@CsvSource({ "2,1", "3,2" })
	void run_serverLostInFence_isPartialForOthers(int nodes, int perNode) throws Exception {
		int lost = nodes - 1;
		try (Cluster cluster = new Cluster(nodes, leaks.directory())) {
			ClusterJob job = cluster.job("job", perNode);
			CompletableFuture<Void> gone = new CompletableFuture<>();
			cluster.watchFences(count -> {
				if (count == nodes + 1) {
					Thread.startVirtualThread(() -> {
						cluster.lose(lost);
						gone.complete(null);
					});
				}
			});
			job.start(Peers.c("pmix_lost"), lost * perNode, perNode);
			gone.join();
			for (int rank = lost * perNode; rank < job.size(); rank++) {
				job.process(rank).destroyForcibly();
			}
			Outcome outcome = job.finish();

			assertThat(outcome.lines().stream().filter(line -> line.contains(" ok"))).as(outcome.toString()).hasSize(lost * perNode);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 40, 100 })
	void run_truncatedFenceData_failsThatFenceOnly(int lessByHundredths) throws Exception {
		try (Cluster cluster = new Cluster(2, leaks.directory())) {
			cluster.carryBy(data -> {
				byte[] whole = data.toByteArray();
				int less = lessByHundredths == 100 ? whole.length - 1 : Math.max(1, whole.length * lessByHundredths / 100);
				return ByteObject.wrap(Arrays.copyOf(whole, Math.max(0, whole.length - less)));
			});
			Outcome outcome = cluster.job("damaged", 1).start(Peers.c("pmix_many_gets"), 1000, 3, "collect").finish();

			assertThat(outcome.exitCode()).isEqualTo(1);
			assertThat(outcome.errors()).as("ends soon").contains("FAILED").doesNotContain("hangs in").doesNotContain("did not end");
			cluster.carryBy(data -> data);
			cluster.job("whole", 1).start(Peers.c("pmix_many_gets"), 1000, 3, "collect").finish().requirePeers("pmix_many_gets", 2);
		}
	}

	@ParameterizedTest
	@CsvSource({ "pmix_fence,2,2", "pmix_connect,3,1", "pmix_group,2,2" })
	void run_newerRelease_allRanksPass(String program, int nodes, int perNode) throws Exception {
		try (Cluster cluster = new Cluster(nodes, leaks.directory())) {
			cluster.job("job", perNode).start(Peers.trixie(program)).finish().requirePeers(program, nodes * perNode);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "collect", "nocollect" })
	void run_differentReleaseOnEachNode_everyRankGetsAllData(String mode) throws Exception {
		try (Cluster cluster = new Cluster(3, leaks.directory())) {
			cluster.job("job", 1).startOn(node -> node == 1 ? Peers.trixie("pmix_many_gets") : Peers.c("pmix_many_gets"), 1000, 3, mode)
					.finish().requirePeers("pmix_many_gets", 3);
		}
	}

	@Test
	void run_groupsOnThreeNodes_haveCommonContextIds() throws Exception {
		try (Cluster cluster = new Cluster(3, leaks.directory())) {
			cluster.job("job", 1).startOn(node -> node == 1 ? Peers.trixie("pmix_group") : Peers.c("pmix_group"), 20, "--lenient").finish()
					.requirePeers("pmix_group", 3);
		}
	}
}
