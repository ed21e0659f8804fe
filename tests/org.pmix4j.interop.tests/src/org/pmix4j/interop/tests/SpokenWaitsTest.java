// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** What the launcher tells about ranks that wait for others. */
class SpokenWaitsTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void run_reportWaits_namesTheRankThatAFenceWaitsFor() {
		LauncherRun run = pmix4j.run("--report-waits=1", "-n", 3, Peers.c("pmix_exit"), "init,fence,finalize", "init,ready,wait").start()
				.awaitErrors("no progress for 1 s: fence of ");

		Outcome outcome = run.signal("TERM").end();

		assertThat(outcome.errorLines())
				.anyMatch(line -> line.matches("pmix4j: no progress for 1 s: fence of (\\S+) waits for ranks 1, 2 of \\1 since \\d+\\.\\d s"));
	}

	@Test
	void run_reportWaits_tellsTheRanksThatWaitInNoCallOfPmix() {
		LauncherRun run = pmix4j.run("--report-waits=1", "-n", 3, Peers.c("pmix_exit"), "init,fence,finalize", "init,ready,wait").start()
				.awaitErrors("computing or in MPI since ");

		Outcome outcome = run.signal("TERM").end();

		assertThat(outcome.errorLines()).filteredOn(line -> line.contains("computing")).isNotEmpty()
				.allMatch(line -> line.matches("pmix4j: no progress for 1 s: ranks? (1|2|1,2) of \\S+: computing or in MPI since "
						+ "(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d:\\d\\d, see --get-stack-traces"));
	}

	@Test
	void run_withoutReportWaits_isSilentUntilAsked() {
		LauncherRun run = pmix4j.run("-n", 2, Peers.c("pmix_exit"), "init,ready,fence,finalize", "init,wait").start().awaitOutput("ready");

		run.signal("QUIT").awaitErrors("fence of ");

		Outcome outcome = run.signal("TERM").end();
		assertThat(outcome.errors()).doesNotContain("no progress");
		assertThat(outcome.errorLines()).anyMatch(line -> line.matches("pmix4j:   fence of (\\S+) waits for rank 1 of \\1 since \\d+\\.\\d s"))
				.anyMatch(line -> line.matches("pmix4j: job \\S+, (RUNNING|CONNECTED) \\((RUNNING|SYNC REGISTERED)\\)"))
				.anyMatch(line -> line.contains("2 ranks mapped, 2 launched, "));
	}

	@Test
	void run_stopInInit_saysThatItWaitsForADebugger() {
		LauncherRun run = pmix4j.run("--stop-in-init", "-n", 3, Peers.c("pmix_hello")).start().awaitErrors("waiting for a debugger");

		run.signal("QUIT").awaitErrors("stopped for a debugger at 'pmix-init', waiting for their release since");

		Outcome outcome = run.signal("TERM").end();
		assertThat(outcome.errorLines()).containsOnlyOnce("pmix4j: 3 of 3 ranks stopped in PMIx_Init; waiting for a debugger")
				.anyMatch(line -> line.contains("3 ranks wait for a debugger at 'pmix-init'"));
	}
}
