// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestIdentifier;
import org.pmix4j.junit.internal.job.OutputCollector;
import org.pmix4j.junit.internal.rank.RankListener;
import org.pmix4j.junit.internal.report.FailureTrace;
import org.pmix4j.junit.internal.report.RankVerdict;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** Tests that a failing test fails, whatever it does to its report. */
class RanksSabotageTest {
	private static final int MUCH = 1 << 20;

	@ParameterizedTest
	@EnumSource
	void test_thatDisturbsItsReport_doesNotPass(Sabotage sabotage) {
		System.setProperty(RankSamples.PROPERTY, sabotage.name());
		try {
			SampleRun run = SampleRun.of(RankSamples.Sabotaged.class);

			assertThat(run.ends()).isEqualTo(Map.of("1 rank", sabotage == Sabotage.BROKEN_ASSUMPTION ? Status.ABORTED : Status.FAILED));
			assertThat(run.trace()).startsWith("org.opentest4j.").contains("rank 0: ").hasSizeLessThan(MUCH);
		} finally {
			System.clearProperty(RankSamples.PROPERTY);
		}
	}

	/** The test is not aborted as a whole, since the result of rank 1 is unknown. */
	@Test
	void test_abortedInOneRankWhileAnotherDies_hasFailed() {
		SampleRun run = SampleRun.of(RankSamples.AbortingBesideDeath.class);

		assertThat(run.ends()).isEqualTo(Map.of("2 ranks", Status.FAILED));
		assertThat(run.message()).contains("rank 0: aborted: ").containsPattern("rank 1: died of SIGKILL");
	}

	@Test
	void trace_ofBrokenMethods_saysWhichAndKeepsTheRest() {
		assertThat(FailureTrace.of(new Sabotage.BrokenException("getMessage")).text())
				.isEqualTo("org.pmix4j.junit.tests.Sabotage$BrokenException (its toString() throws java.lang.IllegalStateException)");
		FailureTrace trace = FailureTrace.of(new Sabotage.BrokenException("getCause"));
		assertThat(trace.message()).isEqualTo("a message");
		assertThat(trace.frames()).isNotEmpty();
		assertThat(trace.causes()).isEmpty();
	}

	@Test
	void trace_ofALongMessage_saysHowMuchIsMissing() {
		assertThat(FailureTrace.of(new Exception("x".repeat(MUCH))).message()).startsWith("xxx").hasSizeLessThan(17_000)
				.endsWith("x... (1032192 more characters)");
	}

	@Test
	void trace_ofManyCauses_saysThatSomeAreMissing() {
		Exception last = new Exception("innermost");
		for (int i = 0; i < 1000; i++) {
			last = new Exception("outer " + i, last);
		}

		FailureTrace trace = FailureTrace.of(last);
		int depth = 0;
		for (; !trace.causes().isEmpty(); trace = trace.causes().get(0)) {
			depth++;
		}

		assertThat(depth).isEqualTo(100);
		assertThat(trace.text()).isEqualTo("(further exceptions are left out)");
	}

	/** As if collecting the result had failed, which JUnit hides. */
	@Test
	void rank_whoseResultWasNotCollected_hasFailed() {
		RankListener listener = new RankListener();
		TestIdentifier collected = identifier("collected");
		listener.executionStarted(collected);
		listener.executionFinished(collected, TestExecutionResult.successful());
		assertThat(listener.report().verdict()).isEqualTo(RankVerdict.PASSED);

		listener.executionStarted(identifier("lost"));

		assertThat(listener.report().verdict()).isEqualTo(RankVerdict.FAILED);
		assertThat(listener.report().failures().get(0).message()).isEqualTo("the result is unknown of [test:lost]");
	}

	private static TestIdentifier identifier(String name) {
		return TestIdentifier.from(new AbstractTestDescriptor(UniqueId.root("test", name), name) {
			@Override
			public Type getType() {
				return Type.TEST;
			}
		});
	}

	@Test
	void output_inHugeLines_isKeptInPart() {
		OutputCollector output = new OutputCollector(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
		ByteBuffer line = ByteBuffer.wrap("x".repeat(MUCH).getBytes(StandardCharsets.UTF_8));
		for (int i = 0; i < 40; i++) {
			output.write(Proc.of("job", 0), IofChannel.STDOUT, line.duplicate());
		}

		assertThat(output.lines()).hasSize(32);
		assertThat(output.report()).startsWith("output (8 earlier lines are left out):\n[0] xxx").hasSizeLessThan(MUCH);
	}
}
