// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.KillTimeout;
import org.pmix4j.job.options.McaParameters;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.testkit.Await;

/** Tests the time between TERM and KILL: what gives it, and that every way to end a job keeps to it. */
class KillTimeoutTest {
	private static final Duration LONG = Duration.ofHours(1);
	/** Takes longer than the quarter of a second of a hurry. */
	private static final String SAVES = "trap 'sleep 0.5; echo saved; exit 0' TERM; echo ready; while :; do sleep 0.01; done";
	private static final String STUBBORN = "trap '' TERM; echo ready; while :; do sleep 0.01; done";
	private static final String PARAMETER = "odls_base_sigkill_timeout";

	@TempDir
	private Path directory;
	private TestHost host;

	@BeforeEach
	void open() throws Exception {
		host = new TestHost();
	}

	@AfterEach
	void close() {
		host.close();
	}

	private Job start(JobSpec job, int ready) throws Exception {
		ReadySink sink = new ReadySink(host.sink, ready);
		Job started = host.launch(job.withSink(sink));
		sink.await();
		return started;
	}

	static Stream<Arguments> waysToEnd() {
		return Stream.of(Arguments.of("terminate", (Consumer<Job>) Job::terminate), Arguments.of("interrupt", (Consumer<Job>) Job::interrupt),
				Arguments.of("the end of another rank", (Consumer<Job>) job -> job.ranks().get(1).signal(9)),
				Arguments.of("the end of the rank alone", (Consumer<Job>) job -> job.ranks().get(0).terminate()));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("waysToEnd")
	void end_rankThatSavesItsState_isWaitedFor(String name, Consumer<Job> end) throws Exception {
		String script = "if [ $PMIX_RANK = 1 ]; then echo ready; exec sleep 1000; fi; " + SAVES;
		Job job = start(host.shell(2, script).withKillTimeout(LONG), 2);

		end.accept(job);
		if (name.endsWith("alone")) {
			job.ranks().get(1).signal(9);
		}
		Await.result(job.ended());

		assertThat(host.sink.out()).contains("saved");
	}

	@Test
	void timeout_rankThatSavesItsState_isWaitedFor() throws Exception {
		assertThat(host.run(host.shell(1, SAVES).withKillTimeout(LONG).withTimeout(Duration.ofSeconds(1))).exitCode()).isEqualTo(110);

		assertThat(host.sink.out()).contains("saved");
	}

	@Test
	void close_rankThatSavesItsState_isWaitedFor() throws Exception {
		start(host.shell(1, SAVES).withKillTimeout(LONG), 1);

		host.host.close();

		assertThat(host.sink.out()).contains("saved");
	}

	/** TERM to the group reaches none of the two once the shell is dead, or the program has a session of its own. */
	@ParameterizedTest
	@ValueSource(strings = { "sh -c '%s' >%s", "setsid sh -c '%s' >%s" })
	void terminate_childOfAWrapper_isWaitedFor(String wrapper) throws Exception {
		Path saved = directory.resolve("saved");
		String saves = "trap \"sleep 0.5; echo saved; exit\" TERM; echo ready >&2; while :; do sleep 0.01; done";
		JobSpec spec = host.shell(1, wrapper.formatted(saves, saved) + "; true").withOption(OutputOptions.MERGE, true);
		Job job = start(spec.withKillTimeout(LONG), 1);

		job.terminate();
		Await.result(job.ended());

		assertThat(saved).hasContent("saved");
	}

	@Test
	void terminate_zero_killsAtOnce() throws Exception {
		Job job = start(host.shell(1, STUBBORN).withKillTimeout(Duration.ZERO), 1);

		job.terminate();

		assertThat(Await.result(job.ended()).exitCode()).isEqualTo(1);
	}

	@Test
	void interrupt_twice_doesNotWaitForTheKillTimeout() throws Exception {
		Job job = start(host.shell(2, STUBBORN).withKillTimeout(LONG), 2);

		job.interrupt();
		job.interrupt();

		assertThat(Await.result(job.ended()).exitCode()).isEqualTo(1);
	}

	@Test
	void interruptOfTheHost_twice_doesNotWaitForTheKillTimeout() throws Exception {
		Job job = start(host.shell(2, STUBBORN).withKillTimeout(LONG), 2);

		host.host.interrupt();
		host.host.interrupt();

		assertThat(Await.result(job.ended()).exitCode()).isEqualTo(1);
	}

	@Test
	void spec_withoutOption_isTwoSecondsAndFiveForJava() {
		assertThat(JobSpec.of(1, "./java-like").killTimeout()).isEqualTo(Duration.ofSeconds(2));
		assertThat(JobSpec.of(1, "java", "Ring").killTimeout()).isEqualTo(Duration.ofSeconds(5));
		JobSpec both = JobSpec.of(AppSpec.of(1, "/opt/jdk/bin/java", "Ring"), AppSpec.of(1, "./ring"));
		assertThat(both.apps()).extracting(both::killTimeout).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(2));
		assertThat(both.killTimeout()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	void spec_option_countsMoreThanTheParameterAndTheProgram() {
		JobSpec java = JobSpec.of(1, "java").withEnvironment(Map.of("OMPI_MCA_" + PARAMETER, "7"));

		assertThat(java.killTimeout()).isEqualTo(Duration.ofSeconds(7));
		assertThat(java.withKillTimeout(Duration.ofMillis(1500)).killTimeout()).isEqualTo(Duration.ofMillis(1500));
	}

	@ParameterizedTest
	@ValueSource(strings = { "OMPI_MCA_", "PRTE_MCA_" })
	void spec_parameterOfTheOtherLaunchers_isTheTime(String prefix) {
		JobSpec job = JobSpec.of(1, "prog");

		assertThat(job.withEnvironment(Map.of(prefix + PARAMETER, "30")).killTimeout()).isEqualTo(Duration.ofSeconds(30));
		assertThat(job.withEnvironment(Map.of(prefix + PARAMETER, "soon")).killTimeout()).isEqualTo(Duration.ofSeconds(2));
		assertThat(KillTimeout.problem(Map.of(prefix + PARAMETER, "soon")).orElseThrow()).contains(prefix + PARAMETER, "not 'soon'");
		assertThat(KillTimeout.problem(Map.of(prefix + PARAMETER, "3"))).isEmpty();
	}

	@Test
	void parameter_onTheCommandLine_isTheTimeOfItsProgram() {
		AppSpec slow = AppSpec.of(1, "slow").withOption(AppOptions.ENVIRONMENT, McaParameters.generic(PARAMETER, "9"));
		AppSpec slower = AppSpec.of(1, "slower").withOption(AppOptions.ENVIRONMENT, McaParameters.ofPrte(PARAMETER, "10"));
		JobSpec job = JobSpec.of(slow, slower, AppSpec.of(1, "usual"));

		assertThat(job.apps()).extracting(job::killTimeout)
				.isEqualTo(List.of(Duration.ofSeconds(9), Duration.ofSeconds(10), Duration.ofSeconds(2)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "soon", "-1", "", "1e400" })
	void parameter_noTime_isRefused(String value) {
		assertThatThrownBy(() -> McaParameters.generic(PARAMETER, value)).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContainingAll(PARAMETER, "not '" + value + "'");
		assertThatThrownBy(() -> McaParameters.ofPrte(PARAMETER, value)).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContainingAll(PARAMETER, "not '" + value + "'");
	}

	@Test
	void parameter_otherOfPrrte_isRefused() {
		assertThatThrownBy(() -> McaParameters.ofPrte("plm_base_verbose", "5")).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContainingAll("plm_base_verbose", PARAMETER);
	}

	@Test
	void spawn_ownKey_isTheTime() throws PmixException {
		OptionValues read = OptionTable.read(Infos.of(Info.of("pmix4j.kill-timeout", new PmixValue.Str("2.5"))));

		assertThat(read.get(JobOptions.KILL_TIMEOUT)).isEqualTo(Duration.ofMillis(2500));
	}
}
