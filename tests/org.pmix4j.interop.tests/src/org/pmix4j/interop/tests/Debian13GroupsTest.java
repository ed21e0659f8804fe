// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** Tests groups and connect with libpmix 5.0 of Debian 13, whose group messages differ from those of 4.2.2. */
class Debian13GroupsTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "pmix_connect,1", "pmix_connect,4", "pmix_group,1", "pmix_group,4" })
	void run_program_allRanksPass(String program, int ranks) {
		pmix4j.run("-n", ranks, Peers.trixie(program)).finish().requirePeers(program, ranks);
	}

	@Test
	void run_groupOfBothReleases_allRanksPass() {
		pmix4j.run("-n", 2, Peers.c("pmix_group"), 50, "--lenient", ":", "-n", 2, Peers.trixie("pmix_group"), 50, "--lenient").finish()
				.requirePeers("pmix_group", 4);
	}
}
