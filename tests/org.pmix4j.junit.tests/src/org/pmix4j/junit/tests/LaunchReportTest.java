// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.pmix4j.junit.Launch;
import org.pmix4j.junit.LaunchResult;

/** Tests {@link Launch} with programs that do what is expected, and what is reported of others. */
class LaunchReportTest {
	@Launch(value = { "sh", "-c", "echo \"rank $PMIX_RANK\"; echo \"error $PMIX_RANK\" >&2" }, ranks = { 1, 3 }, output = "rank \\d")
	void result_ofSeveralRanks_hasTheOutputOfEach(LaunchResult result) {
		assertThat(result.output()).containsExactlyInAnyOrderElementsOf(
				IntStream.range(0, result.ranks()).mapToObj(rank -> "rank " + rank).toList());
		assertThat(result.errors()).hasSize(result.ranks());
		assertThat(result.output(0)).containsExactly("rank 0");
		assertThat(result.errors(0)).containsExactly("error 0");
		assertThat(result.exitCode()).isZero();
		assertThat(result.message()).isEmpty();
	}

	@Launch(value = { "sh", "-c", "exit $CODE" }, exitCode = 7, environment = "CODE=7")
	void exitCode_thatIsExpected_passes(LaunchResult result) {
		assertThat(result.message()).hasValueSatisfying(text -> assertThat(text).contains("7"));
	}

	@Launch(value = { "${java.home}/bin/java", "-version" }, environment = "HERE=${user.dir}")
	void properties_inTheCommand_areReplaced(LaunchResult result) {
		assertThat(result.errors()).anyMatch(line -> line.contains("version"));
	}

	@Test
	void report_ofAnotherExitCode_hasBothAndTheOutput() {
		SampleRun run = SampleRun.of(LaunchSamples.OtherExitCode.class);

		assertThat(run.failure()).isInstanceOf(AssertionFailedError.class);
		assertThat(run.message()).startsWith("exit code 3 instead of 0\n");
		assertThat(run.message().lines()).contains("[0] out of 0", "[0 stderr] err");
	}

	@Test
	void report_ofMissingOutput_showsWhatThereIs() {
		assertThat(SampleRun.of(LaunchSamples.OtherOutput.class).message()).isEqualTo("no line of the output is 'app.*'\noutput:\n[0] pears");
	}

	@Test
	void report_ofAHungProgram_describesTheJob() {
		assertThat(SampleRun.of(LaunchSamples.Hanging.class).message()).startsWith("The test has not ended within 3 s.\n")
				.contains("has not called PMIx_Init", "stack trace of rank 0:", "stack trace of rank 1:");
	}

	@Test
	void report_ofAMissingProgram_namesIt() {
		assertThat(SampleRun.of(LaunchSamples.Missing.class).message()).startsWith("exit code 127 instead of 0\n").contains("no-such-program");
	}

	@Test
	void test_thatFails_failsAsAnyOther() {
		assertThat(SampleRun.of(LaunchSamples.FailingBody.class).message()).contains(List.of("apples").toString(), List.of("pears").toString());
	}

	@Test
	void report_ofAMissingProperty_namesIt() {
		assertThat(SampleRun.of(LaunchSamples.WithoutProperty.class).message())
				.contains("the system property org.pmix4j.junit.tests.none is not set");
	}
}
