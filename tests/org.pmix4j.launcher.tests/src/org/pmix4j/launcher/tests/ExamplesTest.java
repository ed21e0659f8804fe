// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;

/** Tests that each example in Java does what its comment says; the client's tests run the ring under launchers in C, too. */
class ExamplesTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private List<String> run(int ranks, String example) {
		return pmix4j.run("-n", ranks, example(example)).finish().requireExit(0).lines();
	}

	private static Path example(String name) {
		return Checkout.root().resolve("examples").resolve(name);
	}

	@Test
	void ring_ofThreeRanks_passesTokensOn() {
		assertThat(run(3, "ring")).containsExactlyInAnyOrder("rank 0 of 3 got token 200 from rank 2", "rank 1 of 3 got token 0 from rank 0",
				"rank 2 of 3 got token 100 from rank 1");
	}

	@Test
	void publish_name_isFoundByAllOthers() {
		assertThat(run(3, "publish")).containsExactlyInAnyOrder("rank 0 has published example.service",
				"rank 1 found tcp://localhost:4711 of rank 0", "rank 2 found tcp://localhost:4711 of rank 0");
	}

	@Test
	void spawn_parent_readsTheResultsOfItsChildren() {
		assertThat(run(1, "spawn")).containsExactly("child 0 has the result 10", "child 1 has the result 11");
	}

	@Test
	void groups_ofEvenAndOddRanks_haveTheirMembers() {
		List<String> lines = run(4, "groups");

		assertThat(lines).extracting(line -> line.replaceFirst(", which has the number \\d+$", "")).containsExactlyInAnyOrder(
				"rank 0 is in the group even of ranks [0, 2]", "rank 1 is in the group odd of ranks [1, 3]",
				"rank 2 is in the group even of ranks [0, 2]", "rank 3 is in the group odd of ranks [1, 3]");
		// which group is the first depends on the pace of the ranks
		assertThat(lines.stream().map(line -> line.replaceFirst(".* the group (\\w+) .* ", "$1 ")).collect(Collectors.toSet()))
				.as("the numbers of the groups").isIn(Set.of("even 1", "odd 2"), Set.of("even 2", "odd 1"));
	}

	@Test
	void events_ofTwoRanks_reachEachOther() {
		assertThat(run(2, "events")).containsExactlyInAnyOrder("rank 0 has heard from ranks [1]", "rank 1 has heard from ranks [0]");
	}

	/** The tool is started by a rank, so that it lists that rank. */
	@Test
	void tool_besideAJob_listsItsProcesses() {
		assertThat(pmix4j.run("-n", 1, "sh", "-c", example("tool") + "; true").finish().requireExit(0).lines())
				.satisfiesExactly(job -> assertThat(job).matches("job \\S+@1"),
						rank -> assertThat(rank).matches("  rank 0 runs \\S*sh as process \\d+"));
	}

	@Test
	void tool_withACommand_runsItAsAJobOfTheServer() {
		String command = example("tool") + " sh -c 'echo hello from rank $PMIX_RANK'; true";

		assertThat(pmix4j.run("-n", 1, "sh", "-c", command).finish().requireExit(0).lines()).satisfiesExactly(
				line -> assertThat(line).isEqualTo("hello from rank 0"),
				line -> assertThat(line).matches("job \\S+@2 has ended"));
	}
}
