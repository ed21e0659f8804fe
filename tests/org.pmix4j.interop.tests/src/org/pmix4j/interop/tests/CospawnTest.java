// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests programs that are spawned as jobs of their own, and ranks that stop before they execute their programs. */
class CospawnTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void spawn_cospawnedProgramAndStopOnExec_areCarriedOut() {
		for (Path peer : List.of(Peers.c("pmix_cospawn"), Peers.trixie("pmix_cospawn"))) {
			Outcome outcome = pmix4j.run("-n", 1, peer).with("PEER_SELF", peer.toString()).finish().requireExit(0);

			assertThat(outcome.lines()).as(outcome.toString()).containsExactlyInAnyOrder("pmix_cospawn 0/1 ok daemon",
					"pmix_cospawn 0/1 ok parent");
		}
	}

	@Test
	void run_stopOnExec_waitsUntilTheRanksAreContinued() {
		LauncherRun run = pmix4j.run("--stop-on-exec", "-n", 2, "sh", "-c", "echo runs").start()
				.awaitErrors("2 of 2 ranks stopped before their programs; waiting for a debugger");
		assertThat(run.outputSoFar()).isEmpty();

		ProcessHandle.of(run.pid()).orElseThrow().children().filter(child -> child.info().arguments().map(List::of).orElse(List.of()).stream()
				.anyMatch(word -> word.startsWith("kill -STOP"))).forEach(rank -> LauncherRun.signal("CONT", rank.pid()));
		Outcome outcome = run.end().requireExit(0);

		assertThat(outcome.lines()).containsExactly("runs", "runs");
	}
}
