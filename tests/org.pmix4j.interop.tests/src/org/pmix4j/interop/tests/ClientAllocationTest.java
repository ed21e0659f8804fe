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

/** Tests allocation requests of C programs; with OpenPMIx 6 in PMIX4J_PMIX_PREFIX also session control. */
class ClientAllocationTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void allocate_spawnAndControl_areAnswered() {
		pmix4j.run("-n", 1, Peers.c("pmix_alloc")).finish().requirePeers("pmix_alloc", 1);
	}

	/** The library of release 6 sends resource units only in the encoding of its own release, which it uses if the server announces it. */
	@Test
	void allocate_inTheEncodingOfRelease6_isAnswered() {
		pmix4j.run("-n", 1, "sh", "-c", "PMIX_SERVER_URI61=$PMIX_SERVER_URI41 exec " + Peers.c("pmix_alloc")).finish()
				.requirePeers("pmix_alloc", 1);
	}

	@Test
	void allocate_clientOfRelease5_isAnswered() {
		pmix4j.run("-n", 1, Peers.trixie("pmix_alloc")).finish().requirePeers("pmix_alloc", 1);
	}

	@Test
	void allocate_nodesAsExpressionOfEitherRelease_areThoseNodes() {
		for (Path peer : List.of(Peers.c("pmix_nodelist"), Peers.trixie("pmix_nodelist"))) {
			pmix4j.run("-n", 1, peer).finish().requirePeers("pmix_nodelist", 1);
		}
	}

	@Test
	void run_unknownAllocation_isRefused() {
		Outcome outcome = pmix4j.run("-n", 1, "--alloc-id", "none", "true").finish();

		assertThat(outcome.exitCode()).isNotZero();
		assertThat(outcome.errorLines()).anyMatch(line -> line.contains("there is no allocation 'none'"));
	}
}
