// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests PMIx_Abort: the job ends at once, and the launcher exits with the status and reports the caller and the reason. */
class PmixAbortTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "0,42,42", "3,7,7", "1,300,44", "2,-1,255" })
	void run_oneRankAborts_exitsWithStatus(int rank, int status, int exitCode) {
		Outcome outcome = pmix4j.run("-n", 4, Peers.c("pmix_abort"), rank, status, "out of cheese").finish().requireExit(exitCode);

		assertThat(outcome.errorLines()).filteredOn(line -> line.startsWith("pmix4j:")).singleElement().asString()
				.matches("pmix4j: rank " + rank + " on \\S+ \\(pid \\d+\\) called abort with status " + status
						+ ": out of cheese; the other 3 ranks were ended");
	}

	@Test
	void run_abort_ranksWithoutPmixAreTerminated() {
		pmix4j.run("-n", 4, Peers.c("pmix_abort"), 0, 42, "now", "pause").finish().requireExit(42);
	}

	@Test
	void run_sixtyFourRanksAbortTogether_jobEndsSoon() {
		Outcome outcome = pmix4j.run("-n", 64, Peers.c("pmix_abort"), "all", 9).limit(Duration.ofSeconds(30)).finish().requireExit(9);

		assertThat(outcome.errorLines()).filteredOn(line -> line.startsWith("pmix4j:")).singleElement().asString()
				.contains("called abort with status 9", "the other 63 ranks were ended");
	}

	/** As under prterun, the status of the first call is the exit code; unlike there, no process is ended, as the Standard has it. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void run_abortOfProcessThatDoesNotExist_isReportedAndEndsNone(boolean newer) {
		Object program = newer ? Peers.trixie("pmix_refused") : Peers.c("pmix_refused");

		Outcome outcome = pmix4j.run("-n", 2, program, 9).finish().requireExit(9);

		assertThat(outcome.lines()).contains("pmix_refused 0/2 ok refused", "pmix_refused 1/2 ok refused");
		assertThat(outcome.errorLines()).filteredOn(line -> line.startsWith("pmix4j:")).satisfiesExactly(
				line -> assertThat(line).matches("pmix4j: rank 0 on \\S+ \\(pid \\d+\\) called abort with status 9: of cheese; "
						+ "\\S+:77 is not a process of this host; nothing was done"),
				line -> assertThat(line).endsWith("called abort with status 10: of cheese; nojob:0 is not a process of this host; nothing was done"));
	}

	@Test
	void run_messageOfSeveralLines_isPrintedInOne() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_abort"), 0, 5, "first\nsecond\n").finish().requireExit(5);

		assertThat(outcome.errorLines()).filteredOn(line -> line.startsWith("pmix4j:")).singleElement().asString()
				.contains("status 5: first / second;");
	}

	/** Issue 9, entry 6. */
	@Test
	void run_messageWithTerminalCodes_isShownSafelyAndShortened() {
		String forged = "a\u001b[2J\rpmix4j: rank 7 won\u202e" + "x".repeat(100_000);
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_abort"), 0, 5, forged).finish().requireExit(5);

		assertThat(outcome.errorLines()).filteredOn(line -> line.startsWith("pmix4j:")).singleElement().asString()
				.contains("status 5: a\\x1b[2J / pmix4j: rank 7 won\\u202exxx").hasSizeLessThan(400);
	}
}
