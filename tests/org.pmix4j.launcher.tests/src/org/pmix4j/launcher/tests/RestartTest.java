// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests ranks that fail and are started again. */
class RestartTest {
	private static final String RESTARTED = "pmix4j: job 2: rank 2 on \\S+ \\(pid \\d+\\) exited with code 7; it is restarted \\(";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Spawns a job of a shell command, whose restarts and words of PMIX_RUNTIME_OPTIONS are given. */
	private Outcome spawn(int ranks, String script, int restarts, String words) {
		return pmix4j.run("-n", 1, Peers.c("pmix_spawn_with"), script, SpawnAttributes.MAX_RESTARTS.key(), "uint32", restarts,
				SpawnAttributes.RUNTIME_OPTIONS.key(), "string", words).with("PEER_CHILDREN", Integer.toString(ranks)).finish().requireExit(0);
	}

	@Test
	void spawn_rankFailsTwice_joinsTheOthersInItsThirdLife() {
		for (Path peer : List.of(Peers.c("pmix_restart"), Peers.trixie("pmix_restart"))) {
			Outcome outcome = spawn(3, "exec " + peer, 2, "");

			assertThat(outcome.lines()).as(outcome.toString()).contains("pmix_restart 0/3 ok life=0", "pmix_restart 1/3 ok life=0",
					"pmix_restart 2/3 ok life=2", "end 0 0");
			assertThat(outcome.errorLines()).as(outcome.toString()).satisfiesExactly(line -> assertThat(line).matches(RESTARTED + "1 of 2\\)"),
					line -> assertThat(line).matches(RESTARTED + "2 of 2\\)"));
		}
	}

	@Test
	void spawn_restartsUsedUp_failsLikeTheLastLife() {
		Outcome outcome = spawn(1, "echo $OMPI_MCA_num_restarts; exit 5", 2, "");

		assertThat(outcome.lines()).containsSubsequence("0", "1", "2").contains("spawn 0").anyMatch(line -> line.matches("end .* 5"));
	}

	@Test
	void spawn_rankSucceedsInItsSecondLife_isSuccess() {
		assertThat(spawn(1, "exit $((1 - OMPI_MCA_num_restarts))", 1, "autorestart").lines()).contains("spawn 0", "end 0 0");
	}

	@Test
	void spawn_restartTurnedOff_failsAtOnce() {
		Outcome outcome = spawn(1, "echo $OMPI_MCA_num_restarts; exit 5", 2, "autorestart=false");

		assertThat(outcome.lines()).contains("0").doesNotContain("1").anyMatch(line -> line.matches("end .* 5"));
	}

	@Test
	void spawn_restartWithoutLimit_saysThatNothingRestarts() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_spawn_with"), "exit 5", SpawnAttributes.RUNTIME_OPTIONS.key(), "string",
				"autorestart").finish().requireExit(0);

		assertThat(outcome.errorLines()).contains("pmix4j: job 2: no failed rank is restarted, as max-restarts is 0");
	}
}
