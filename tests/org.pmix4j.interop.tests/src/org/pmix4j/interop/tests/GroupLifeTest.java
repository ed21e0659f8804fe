// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests groups whose members are invited, decline and die, with C libraries of both releases. */
class GroupLifeTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void run_membersDieOneByOne_notifiesTheOthers() {
		for (Path peer : List.of(Peers.c("pmix_group_life"), Peers.trixie("pmix_group_life"))) {
			Outcome outcome = pmix4j.run("--continue", "-n", 5, peer).finish().requireExit(137);

			assertThat(outcome.lines()).as(outcome.toString()).containsExactly("pmix_group_life 1/5 ok alone");
		}
	}
}
