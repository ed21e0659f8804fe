// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.mpi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/**
 * Tests programs that are linked with Slurm's libpmi2, which looks at PMI_FD before PMI_PORT, and clients that know PMI_FD alone: a
 * connection that each rank inherits if the user names the version of PMI.
 */
class Pmi2LibraryTest {
	/** Runs a program as one that knows a part of the variables only. */
	private static final String WITHOUT = "unset %s; exec \"$0\" \"$@\"";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "auto,PMI_FD,1", "auto,PMI_FD,4", "pmi2,PMI_FD,4", "pmi2,PMI_PORT,1", "pmi2,PMI_PORT,4", "pmi2,NOTHING,4",
			"pmi1,PMI_PORT,4" })
	void run_program_allCallsWork(String library, String unset, int ranks) {
		Outcome outcome = pmix4j.run("--mpi", library, "-n", ranks, "sh", "-c", WITHOUT.formatted(unset), Peers.pmi2("pmi2_calls")).finish();

		outcome.requirePeers("pmi2_calls", ranks);
	}

	@Test
	void run_sixtyFourRanks_allPass() {
		pmix4j.run("--mpi", "pmi2", "-n", 64, Peers.pmi2("pmi2_calls")).finish().requirePeers("pmi2_calls", 64);
	}

	@ParameterizedTest
	@CsvSource({ "auto", "pmi2" })
	void spawn_parentAndChildren_readEachOthersValues(String library) {
		Outcome outcome = pmix4j.run("--mpi", library, "-n", 2, Peers.pmi2("pmi2_calls"), "spawn").finish().requireExit(0);

		assertThat(outcome.lines()).filteredOn(line -> line.matches("pmi2_calls [01]/2 ok")).hasSize(2);
		assertThat(outcome.lines()).filteredOn(line -> line.matches("pmi2_calls [01]/2 ok child")).hasSize(2);
	}

	/** PMI2_Abort does not wait for a reply, so the end of the process may be known first. */
	@Test
	void run_abort_endsTheJobAndNamesRank() {
		Outcome outcome = pmix4j.run("--mpi", "pmi2", "-n", 3, Peers.pmi2("pmi2_calls"), "abort", 1).finish().requireExit(1);

		assertThat(outcome.errorLines())
				.anyMatch(line -> line.matches("pmix4j: rank 1 on .* (called abort with status 1|exited with code 1); .*"));
	}

	/** Nothing else is inherited, and the number is out of the way of those that scripts choose. */
	@ParameterizedTest
	@CsvSource({ "auto,''", "pmi1,10", "pmi2,10", "none,''", "pmix,''" })
	void run_libraryNamed_hasInheritedConnection(String library, String number) {
		String script = "echo fd=$PMI_FD; for each in /proc/$$/fd/*; do readlink $each; done | grep -c socket";

		Outcome outcome = pmix4j.run("--mpi", library, "-n", 1, "sh", "-c", script + "; exit 0").finish().requireExit(0);

		assertThat(outcome.lines()).contains("fd=" + number, number.isEmpty() ? "0" : "1");
	}

	/** PMI-1 over PMI_FD begins without the greeting that names the rank. */
	@Test
	void connection_inPmiFd_speaksPmi1() {
		Outcome outcome = pmix4j.run("--mpi", "pmi1", "-n", 2, Peers.c("pmix_pmi1"), "fd", "cmd=put kvsname=KVS key=k value=v", "cmd=barrier_in",
				"cmd=get kvsname=KVS key=k", "cmd=finalize").finish().requireExit(0);

		assertThat(outcome.lines()).contains("0: cmd=barrier_out", "1: cmd=barrier_out", "0: cmd=get_result rc=0 msg=success value=v",
				"1: cmd=get_result rc=0 msg=success value=v", "1: cmd=finalize_ack");
	}

	/** A rank that exits cleanly without having used its connection is not a failure. */
	@Test
	void run_programThatUsesNoPmi_ends() {
		pmix4j.run("--mpi", "pmi2", "-n", 4, "true").finish().requireExit(0);
	}

	@Test
	void run_rankKilledInFence_endsTheJob() {
		String script = "[ $PMI_RANK = 1 ] && kill -9 $$; exec \"$0\"";

		Outcome outcome = pmix4j.run("--mpi", "pmi2", "-n", 3, "sh", "-c", script, Peers.pmi2("pmi2_calls")).finish().requireExit(137);

		assertThat(outcome.errorLines()).anyMatch(line -> line.matches("pmix4j: rank 1 on .* died of SIGKILL; .*"));
	}
}
