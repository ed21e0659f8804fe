// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;

/** Tests the client with PMIx4J's launcher and server. */
class OwnServerTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private static Object[] probe(int size, Object... arguments) {
		List<Object> command = new ArrayList<>(List.of("-n", size));
		command.addAll(ProbeCommand.line());
		command.addAll(List.of(arguments));
		return command.toArray();
	}

	@Test
	void probe_withFourRanks_passes() {
		pmix4j.run(probe(4)).finish().requirePeers("probe", 4);
	}

	@Test
	void abort_code_isTheExitCode() {
		pmix4j.run(probe(2, "abort", 42)).finish().requireExit(42);
	}

	/** Checks the output of the probe only: the exit code is that of cat, which is not a client. */
	@Test
	void io_rankThatEchoes_returnsItsOutput() throws IOException {
		List<Object> command = new ArrayList<>(List.of("--stdin", "all", "--continuous"));
		command.addAll(List.of(probe(1, "io")));
		command.addAll(List.of(":", "-n", 1, "cat"));
		LauncherRun run = pmix4j.run(command.toArray()).inputByTest().start();

		assertThat(run.end().lines()).containsExactlyInAnyOrder("hello", "probe 0/2 ok");
		run.input().close();
	}

	@Test
	void ring_withFourRanks_passesTokensOn() {
		assertThat(pmix4j.run("-n", 4, Checkout.root().resolve("examples/ring")).finish().requireExit(0).lines()).containsExactlyInAnyOrder(
				"rank 0 of 4 got token 300 from rank 3", "rank 1 of 4 got token 0 from rank 0", "rank 2 of 4 got token 100 from rank 1",
				"rank 3 of 4 got token 200 from rank 2");
	}

	@Test
	void exchange_withThreeRanks_findsValuesOnDemand() {
		assertThat(pmix4j.run("-n", 3, Checkout.root().resolve("examples/exchange")).finish().requireExit(0).lines()).containsExactlyInAnyOrder(
				"rank 0 found 1 at port-4001, note: none", "rank 1 found 2 at port-4002, note: none",
				"rank 2 found 0 at port-4000, note: I am the first");
	}

	@Test
	void events_withThreeRanks_reachAllOtherRanks() {
		assertThat(pmix4j.run("-n", 3, Checkout.root().resolve("examples/events")).finish().requireExit(0).lines()).containsExactlyInAnyOrder(
				"rank 0 has heard from ranks [1, 2]", "rank 1 has heard from ranks [0, 2]", "rank 2 has heard from ranks [0, 1]");
	}
}
