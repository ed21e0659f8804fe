// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** What C programs find of their job, their nodes and each other. */
class JobDataTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "pmix_realms,1", "pmix_realms,3", "pmix_psets,1", "pmix_psets,3" })
	void run_program_everyRankFindsItsResultsRight(String program, int ranks) {
		pmix4j.run("-n", ranks, Peers.c(program)).finish().requirePeers(program, ranks);
	}

	@ParameterizedTest
	@CsvSource({ "pmix_realms,1", "pmix_realms,3", "pmix_psets,1", "pmix_psets,3", "pmix_qualified,1", "pmix_qualified,3" })
	void run_programOfRelease5_everyRankFindsItsResultsRight(String program, int ranks) {
		pmix4j.run("-n", ranks, Peers.trixie(program)).finish().requirePeers(program, ranks);
	}
}
