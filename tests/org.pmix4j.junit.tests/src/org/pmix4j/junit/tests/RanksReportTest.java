// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.pmix4j.junit.RanksTest;

/** Tests what is reported of a {@link RanksTest}. */
class RanksReportTest {
	@Test
	void report_ofAFailedRank_namesItsExceptionAndTheOthers() {
		SampleRun run = SampleRun.of(RankSamples.Failing.class);

		assertThat(run.ends()).isEqualTo(Map.of("2 ranks", Status.FAILED));
		assertThat(run.message()).startsWith("rank 1: org.opentest4j.AssertionFailedError: expected: <apples> but was: <pears>\n"
				+ "rank 0: was ended before the end of the test\n");
		assertThat(run.trace()).contains("Suppressed: rank 1: org.opentest4j.AssertionFailedError",
				"at org.pmix4j.junit.tests.RankSamples$Failing");
	}

	@Test
	void report_ofAFailedRank_hasTheOutputOfEachRank() {
		assertThat(SampleRun.of(RankSamples.Failing.class).message().lines()).contains("output:", "[0] hello of 0", "[1] hello of 1",
				"[1 stderr] this goes wrong");
	}

	@Test
	void report_ofAFailedAssertion_hasBothValuesAndTheLine() {
		Throwable failure = SampleRun.of(RankSamples.Failing.class).failure();

		assertThat(failure).isInstanceOfSatisfying(AssertionFailedError.class, error -> {
			assertThat(error.getExpected().getStringRepresentation()).isEqualTo("apples");
			assertThat(error.getActual().getStringRepresentation()).isEqualTo("pears");
		});
		assertThat(failure.getStackTrace()).anyMatch(frame -> frame.getClassName().equals(RankSamples.Failing.class.getName()));
	}

	@Test
	void report_ofAnExceptionWithACause_hasBoth() {
		assertThat(SampleRun.of(RankSamples.FailingWithCause.class).trace()).contains("rank 0: java.lang.IllegalStateException: outer",
				"Caused by: java.lang.UnsupportedOperationException: inner");
	}

	@Test
	void report_ofAHungTest_namesTheMissingRankAndShowsStacks() {
		SampleRun run = SampleRun.of(RankSamples.Hanging.class);

		assertThat(run.message()).startsWith("The test has not ended within 30 s.").contains("fence", "stack trace of rank 0:", "waitForever",
				"stack trace of rank 1:", "PmixClient.fence", "stack trace of rank 2:",
				"ranks 0, 1, 2: was ended before the end of the test");
		assertThat(run.message().lines()).anyMatch(line -> line.matches("  fence of \\S+ waits for rank 0 of .*"));
	}

	@Test
	void test_withAFailedAssumption_isAborted() {
		SampleRun run = SampleRun.of(RankSamples.Aborting.class);

		assertThat(run.ends()).isEqualTo(Map.of("2 ranks", Status.ABORTED));
		assertThat(run.failure()).isInstanceOf(TestAbortedException.class)
				.hasMessageContaining("rank 1: aborted: Assumption failed: only rank 0 can do it");
	}

	@Test
	void test_thatIsDisabled_isSkipped() {
		SampleRun run = SampleRun.of(RankSamples.DisabledClass.class);

		assertThat(run.ends()).isEmpty();
		assertThat(run.skipped()).containsValue("not ready");
	}

	@Test
	void report_ofAKilledRank_namesTheSignal() {
		SampleRun run = SampleRun.of(RankSamples.Killed.class);

		assertThat(run.ends()).isEqualTo(Map.of("2 ranks", Status.FAILED));
		assertThat(run.message()).containsPattern("rank 1: died of SIGKILL.* before the end of the test");
	}

	@Test
	void test_thatExits_hasFailed() {
		SampleRun run = SampleRun.of(RankSamples.Exiting.class);

		assertThat(run.ends()).isEqualTo(Map.of("1 rank", Status.FAILED));
		assertThat(run.message()).contains("rank 0: exited with code 0 before the end of the test");
	}

	@Test
	void methods_aroundTheTest_runInTheRanksOnly() {
		SampleRun run = SampleRun.of(RankSamples.Around.class);

		assertThat(run.ends()).isEqualTo(Map.of("2 ranks", Status.FAILED));
		assertThat(run.message()).containsPattern("rank ([01]): java.lang.AssertionError: after test of \\1 in rank \\1");
	}

	@Test
	void ranks_ofAConfiguredTest_getPropertiesAndOptions() {
		System.setProperty(RankSamples.PROPERTY, "value \\ with \"quotes\"");
		try {
			assertThat(SampleRun.of(RankSamples.Configured.class).ends())
					.isEqualTo(Map.of("1 rank", Status.SUCCESSFUL, "2 ranks", Status.SUCCESSFUL));
		} finally {
			System.clearProperty(RankSamples.PROPERTY);
		}
	}

	@Test
	void assertions_ofTheLanguage_areAsInTheBuild() {
		assertThat(SampleRun.of(RankSamples.WithAssertions.class).ends()).isEqualTo(Map.of("1 rank", Status.SUCCESSFUL));
	}

	@Test
	void numberOfRanks_zero_isRefused() {
		assertThat(SampleRun.of(RankSamples.WithoutRanks.class).message()).contains("at least 1 rank, not 0");
	}
}
