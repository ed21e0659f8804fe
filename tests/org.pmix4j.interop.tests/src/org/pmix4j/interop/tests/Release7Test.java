// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** Tests programs with libpmix 7.0 of Debian's next release. Each checks its results, which its comment describes. */
class Release7Test {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "pmix_seven,3", "pmix_seven,6", "pmix_putget,4", "pmix_fence,4", "pmix_group,4", "pmix_connect,4", "pmix_alloc,1",
			"pmix_bootstrap,4" })
	void run_program_allRanksPass(String program, int ranks) {
		pmix4j.run("-n", ranks, Peers.forky(program)).finish().requirePeers(program, ranks);
	}
}
