// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests programs that are spawned as jobs of their own, and ranks that stop when they execute their programs. */
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

	/** A debugger that attaches sees the program itself, at its first instruction, and no tracer in its way. */
	@Test
	void run_stopOnExec_waitsInTheProgramUntilTheRanksAreContinued() throws Exception {
		LauncherRun run = pmix4j.run("--stop-on-exec", "-n", 2, "sleep", "0.01").start()
				.awaitErrors("2 of 2 ranks stopped at the first instruction of their programs; waiting for a debugger");
		List<ProcessHandle> ranks = ProcessHandle.of(run.pid()).orElseThrow().children()
				.filter(child -> child.info().command().filter(command -> command.endsWith("/sleep")).isPresent()).toList();
		assertThat(ranks).hasSize(2);
		for (ProcessHandle rank : ranks) {
			assertThat(Files.readString(Path.of("/proc/" + rank.pid() + "/status"))).contains("State:\tT (stopped)", "TracerPid:\t0");
		}

		ranks.forEach(rank -> LauncherRun.signal("CONT", rank.pid()));
		run.end().requireExit(0);
	}

	@Test
	void run_stopOnExecAndTerm_endsTheStoppedRanks() {
		LauncherRun run = pmix4j.run("--stop-on-exec", "-n", 2, "sleep", "100").start().awaitErrors("waiting for a debugger");

		LauncherRun.signal("TERM", run.pid());

		run.end().requireExit(128 + 15);
	}
}
