// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests that unmodified examples of OpenPMIx and PRRTE end and print as they do under prterun. */
class UpstreamExamplesTest {
	/** Lines of the launchers themselves, the number of slots, the session, which PRRTE 3 lacks, and ids that each run draws anew. */
	private static final String NOT_COMPARED = "pmix4j: .*|.*universe size.*|.*sessionID \\d+|.*prterun.*|-+| *Exit code: .*"
			+ "| *Process name: .*|thus .*|";

	/** How often prterun runs an example at most: at times, a rank under it does not find what another one has put for its node. */
	private static final int PRRTE_RUNS = 3;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "openpmix/examples/client,4", "openpmix/examples/client2,4", "openpmix/examples/dmodex,4", "openpmix/examples/nodeinfo,4",
			"openpmix/examples/pub,4", "openpmix/examples/group,4", "openpmix/examples/group_dmodex,4",
			"openpmix/examples/group_lcl_cid,4", "openpmix/examples/client3,2", "openpmix/examples/pubi,2",
			"openpmix/test/simple/get_put_example,2", "prrte/examples/legacy,2", "prrte/examples/client,2",
			"prrte/examples/client-threaded,2", "prrte/examples/hello,2", "prrte/examples/nodeid,2" })
	void run_example_asUnderPrterun(String example, int ranks) throws Exception {
		Path program = Peers.upstream(example);

		Outcome ours = run(program, ranks);
		List<String> theirs = new ArrayList<>();
		int exitCode = prterun(program, ranks, theirs);
		for (int run = 1; run < PRRTE_RUNS && !compared(lines(ours)).equals(compared(theirs)); run++) {
			theirs.clear();
			exitCode = prterun(program, ranks, theirs);
		}

		ours.requireExit(exitCode);
		assertThat(compared(lines(ours))).isNotEmpty().isEqualTo(compared(theirs));
	}

	/** A rank fails while others may still print. */
	@ParameterizedTest
	@CsvSource({ "openpmix/examples/fault,4", "prrte/examples/bad_exit,3" })
	void run_failingExample_exitsAsUnderPrterun(String example, int ranks) throws Exception {
		Path program = Peers.upstream(example);

		Outcome ours = run(program, ranks);

		ours.requireExit(prterun(program, ranks, new ArrayList<>()));
		assertThat(lines(ours)).anyMatch(line -> line.matches("pmix4j: rank 0 on .* exited with code 1; the other \\d ranks were ended"));
	}

	private static int prterun(Path program, int ranks, List<String> lines) throws Exception {
		Process prterun = new ProcessBuilder(Peers.trixie(List.of("timeout", "60", "prterun", "--allow-run-as-root", "-n",
				Integer.toString(ranks), "--map-by", ":oversubscribe", program.toString()))).redirectErrorStream(true).start();
		prterun.getOutputStream().close();
		lines.addAll(new String(prterun.getInputStream().readAllBytes()).lines().toList());
		return prterun.waitFor();
	}

	/** Under PRRTE 3, the example ends with these requests refused. */
	@Test
	void run_jctrl_controlsAreCarriedOut() {
		Outcome outcome = run(Peers.upstream("openpmix/examples/jctrl"), 4).requireExit(0);

		assertThat(lines(outcome)).filteredOn(line -> line.endsWith("PMIx_Finalize successfully completed")).hasSize(4);
		assertThat(lines(outcome)).noneMatch(line -> line.contains("failed"));
	}

	/** Under prterun, the message appears twice, the second time behind a zero byte. */
	@Test
	void run_log_messageIsShownOnce() {
		Outcome outcome = run(Peers.upstream("openpmix/examples/log"), 4).requireExit(0);

		assertThat(outcome.errorLines()).containsOnlyOnce("stderr log message");
	}

	/** Under PRRTE 3, the allocation is not supported and the example hangs. */
	@Test
	void run_alloc_allocationIsGranted() {
		Outcome outcome = run(Peers.upstream("openpmix/examples/alloc"), 2).requireExit(0);

		assertThat(lines(outcome)).anyMatch(line -> line.endsWith("rank 0: Allocation returned status: PMIX_SUCCESS"));
	}

	/** Under PRRTE 3, a rank does not get the data that a rank of the spawned job has put for its own node. */
	@Test
	void run_dynamic_spawnedJobExchangesData() {
		Path program = Peers.upstream("openpmix/examples/dynamic", "client");

		Outcome outcome = run(program, 2).requireExit(0);

		assertThat(lines(outcome)).filteredOn(line -> line.contains("@2 rank")).isNotEmpty();
		assertThat(lines(outcome)).noneMatch(line -> line.contains("failed"));
	}

	/** Under PRRTE 3, the launcher crashes. */
	@Test
	void run_colocate_spawnsBesideTheRank() {
		Outcome outcome = run(Peers.upstream("prrte/examples/colocate"), 1).requireExit(0);

		assertThat(lines(outcome)).contains("Spawn success.").anyMatch(line -> line.endsWith("PMIx_Finalize successfully completed"));
	}

	/**
	 * The ranks wait for the event that a set is defined, so without {@code --pset} they wait forever under every launcher. Under PRRTE 3,
	 * they do so with it, too, as the event does not reach ranks that register for it after their start.
	 */
	@Test
	void run_pset_ranksHearOfTheirSet() {
		Path program = Peers.upstream("openpmix/examples/pset");

		Outcome outcome = pmix4j.run("-n", 4, "--bind-to", "none", "--pset", "mine", program).inside(Peers.trixie(List.of())).finish()
				.requireExit(0);

		assertThat(lines(outcome)).filteredOn("Received process set name mine"::equals).hasSize(4);
		assertThat(lines(outcome)).filteredOn(line -> line.endsWith("belongs to psets mine")).hasSize(4);
	}

	/**
	 * Under PRRTE 3, the second get returns the first value at times, although it asks to refresh it. Nothing separates the first get of a
	 * rank from the second put of the other.
	 */
	@Test
	void run_doubleget_refreshReturnsTheNewValue() {
		Path program = Peers.upstream("openpmix/test/simple/doubleget");

		Outcome outcome = pmix4j.run("-n", 2, "--bind-to", "none", program, "--refresh").inside(Peers.trixie(List.of())).finish()
				.requireExit(0);

		for (int rank = 0; rank < 2; rank++) {
			String gets = rank + ": obtained data for test-key-" + (1 - rank);
			assertThat(lines(outcome)).filteredOn(line -> line.startsWith(gets)).hasSize(2)
					.allMatch(line -> line.matches(".* \"(ORIG|OVERWRITE) rank \\d\"")).element(1).asString()
					.isEqualTo(gets + " \"OVERWRITE rank " + (1 - rank) + "\"");
		}
	}

	/** The example spawns itself by an earlier name, node_map. Under PRRTE 3, it hangs. */
	@Test
	void run_resolve_spawnsAndConnects(@TempDir Path folder) throws Exception {
		Path program = Files.copy(Peers.upstream("openpmix/examples/resolve"), folder.resolve("node_map"));

		Outcome outcome = run(program, 4).requireExit(0);

		assertThat(lines(outcome)).filteredOn(line -> line.matches(".*@[12]:\\d\\]: Bye\\.")).hasSize(6);
		assertThat(lines(outcome)).noneMatch(line -> line.toLowerCase().contains("error"));
	}

	private Outcome run(Path program, int ranks) {
		return pmix4j.run("-n", ranks, "--bind-to", "none", program).inside(Peers.trixie(List.of())).in(program.getParent()).finish();
	}

	private static List<String> lines(Outcome outcome) {
		return (outcome.text() + outcome.errors()).lines().toList();
	}

	/** Returns the lines of the ranks without names and numbers that differ from run to run, in the order of the alphabet. */
	private static List<String> compared(List<String> lines) {
		return lines.stream().map(line -> line.replaceAll("(prterun-[\\w-]+|p4j-[0-9a-f]+)@", "N@").replaceAll("pid \\d+", "pid N")
				.replaceAll("CID \\d+", "CID N")
				.replaceAll("Client \\d+:", "Client N:")).filter(line -> !line.matches(NOT_COMPARED)).sorted().toList();
	}
}
