// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** Tests the data that C programs find about their job, their nodes and each other. */
class JobDataTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Mapped by slot, ranks are placed on the node in the order of their numbers, as the programs expect. */
	@ParameterizedTest
	@CsvSource({ "pmix_realms,1", "pmix_realms,3", "pmix_psets,1", "pmix_psets,3", "pmix_refused,2" })
	void run_program_allRanksPass(String program, int ranks) {
		pmix4j.run("--map-by", "slot", "-n", ranks, Peers.c(program)).finish().requirePeers(program, ranks);
	}

	@ParameterizedTest
	@CsvSource({ "pmix_realms,1", "pmix_realms,3", "pmix_psets,1", "pmix_psets,3", "pmix_qualified,1", "pmix_qualified,3",
			"pmix_refused,2" })
	void run_programOfRelease5_allRanksPass(String program, int ranks) {
		pmix4j.run("--map-by", "slot", "-n", ranks, Peers.trixie(program)).finish().requirePeers(program, ranks);
	}

	@Test
	void environment_hasEveryVariableThatCServersSet() throws IOException {
		Process reference = new ProcessBuilder(Peers.c("pmix_server").toString(), "1", "/usr/bin/env").start();
		Set<String> wanted = pmixVariables(new String(reference.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList());
		// set by pmix_server itself
		wanted.remove("PMIX_MCA_gds");

		assertThat(wanted).contains("PMIX_RANK", "PMIX_SERVER_URI41");
		assertThat(pmixVariables(pmix4j.run("-n", 1, "/usr/bin/env").finish().requireExit(0).lines())).containsAll(wanted);
	}

	private static Set<String> pmixVariables(List<String> environment) {
		return environment.stream().filter(line -> line.startsWith("PMIX_")).map(line -> line.substring(0, line.indexOf('=')))
				.collect(Collectors.toCollection(TreeSet::new));
	}
}
