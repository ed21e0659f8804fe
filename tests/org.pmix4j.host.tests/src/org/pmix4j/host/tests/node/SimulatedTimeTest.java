// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.model.App;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

/** The limits of a whole host, on a loop whose time is simulated. */
class SimulatedTimeTest {
	private static final Proc ASKER = Proc.of("asker", 0);
	private static final Infos USER = Infos.EMPTY.with(IdentityAttributes.USERID, 1000);

	private final OneNodeHost host;

	SimulatedTimeTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static JobSpec spec() {
		return OneNodeHost.spec(2);
	}

	private static void assertFailed(CompletableFuture<?> answer, Status status) {
		assertThat(answer).isCompletedExceptionally();
		assertThat(answer.exceptionNow()).isInstanceOfSatisfying(PmixException.class, e -> assertThat(e.status()).isEqualTo(status));
	}

	@Test
	void rank_connectingBeforeItsStartIsReported_countsAsConnected() {
		host.node.holdStarts();
		Job job = host.launch(spec());
		for (RankProcess rank : job.ranks()) {
			assertThat(host.loop.call(() -> host.host.upcalls.clientConnected(rank.proc(), rank, Infos.EMPTY))).isCompleted();
		}

		host.node.reportStarts();
		host.loop.run();

		assertThat(job.ranks()).hasSize(2).allMatch(rank -> rank.state() == RankState.CONNECTED);
		assertThat(job.state()).isEqualTo(JobState.CONNECTED);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void rank_toBeEndedBeforeItsStartIsReported_isEndedThen(boolean atOnce) {
		host.node.holdStarts();
		Job job = host.launch(spec().withErrorPolicy(ErrorPolicy.CONTINUE));
		Proc first = job.ranks().get(0).proc();
		Info order = Info.of(atOnce ? JobControlAttributes.JOB_CTRL_KILL : JobControlAttributes.JOB_CTRL_TERMINATE, true);
		CompletableFuture<Infos> answer = host.loop.call(() -> host.host.upcalls.jobControl(first, List.of(job.ranks().get(1).proc()),
				Infos.of(order)).toCompletableFuture());

		SimulatedProcess second = host.node.processes().get(1);
		second.ignore(Signals.TERM);
		host.node.reportStarts();
		host.loop.run();

		assertThat(host.node.processes().get(0).signals()).isEmpty();
		assertThat(second.signals()).contains(Signals.TERM);
		assertThat(second.signals().contains(Signals.KILL)).isEqualTo(atOnce);
		second.exit(ExitStatus.signaled(Signals.KILL, false));
		host.loop.run();
		assertThat(answer).isCompleted();
		assertThat(job.ended()).isNotDone();
	}

	@Test
	void rank_abortedBeforeItsStartIsReported_isEndedThen() {
		host.node.holdStarts();
		Job job = host.launch(spec().withErrorPolicy(ErrorPolicy.CONTINUE));
		Proc first = job.ranks().get(0).proc();
		host.loop.call(() -> host.host.upcalls.abort(first, first, Status.of(7), "over", List.of(job.ranks().get(1).proc())));

		host.node.reportStarts();
		host.loop.run();

		assertThat(host.node.processes().get(0).signals()).isEmpty();
		assertThat(host.node.processes().get(1).signals()).contains(Signals.TERM);
	}

	@Test
	void launch_shortJob_takesNoSimulatedTime() {
		Job job = host.launch(spec());
		assertThat(job.started()).isCompletedWithValue(true);

		host.exitAll(ExitStatus.exited(0));

		assertThat(host.result(job).isSuccess()).isTrue();
		assertThat(host.loop.nanos()).isZero();
	}

	@Test
	void timeout_runningJob_endsItAtThatMoment() {
		Job job = host.launch(spec().withTimeout(Duration.ofSeconds(100)));

		host.loop.advance(Duration.ofMillis(99_999));
		assertThat(host.node.processes()).hasSize(2).allMatch(process -> process.signals().isEmpty());
		host.loop.advance(Duration.ofMillis(1));

		assertThat(host.node.processes()).allMatch(process -> process.signals().contains(Signals.TERM));
		assertThat(host.result(job).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void timeout_jobEndsBefore_leavesNoTimer() {
		int before = host.loop.timers();
		Job job = host.launch(spec().withTimeout(Duration.ofSeconds(100)));
		host.exitAll(ExitStatus.exited(0));
		host.result(job);

		assertThat(host.loop.timers()).isEqualTo(before);
	}

	@Test
	void end_outputHeldOpen_isReportedAfterThreeSeconds() {
		Job job = host.launch(spec());
		host.node.processes().forEach(process -> process.exitWithOpenOutput(ExitStatus.exited(0)));

		host.loop.advance(Duration.ofMillis(2_999));
		assertThat(host.messages()).isEmpty();
		host.loop.advance(Duration.ofMillis(1));
		assertThat(host.messages()).hasSize(1);

		host.node.processes().forEach(SimulatedProcess::closeOutput);
		assertThat(host.result(job).isSuccess()).isTrue();
	}

	@Test
	void launch_preparationNeverEnds_failsAfterTenSeconds() {
		host.node.stick();
		Job job = host.launch(spec());

		host.loop.advance(Duration.ofMillis(9_999));
		assertThat(job.started()).isNotDone();
		host.loop.advance(Duration.ofMillis(1));

		assertThat(host.result(job).message()).hasValueSatisfying(text -> assertThat(text).contains("no answer within 10 s"));
	}

	@Test
	void spawn_oneJob_isAnsweredOnTheLoop() {
		App app = new App("program", List.of("program"), List.of(), "", 3, Infos.EMPTY);
		CompletableFuture<String> answer = host.loop.call(() -> host.host.upcalls.spawn(ASKER, Infos.EMPTY, List.of(app)));

		assertThat(answer).isCompleted();
		assertThat(host.node.processes()).hasSize(3);
	}

	@Test
	void lookup_waitWithTimeout_failsAtThatMoment() {
		Infos wait = USER.with(KeyValueAttributes.WAIT, 1).with(KeyValueAttributes.TIMEOUT, 5);
		CompletableFuture<?> answer = host.loop.call(() -> host.host.upcalls.lookup(ASKER, List.of("key"), wait));

		host.loop.advance(Duration.ofMillis(4_999));
		assertThat(answer).isNotDone();
		host.loop.advance(Duration.ofMillis(1));

		assertFailed(answer, Status.ERR_TIMEOUT);
	}

	@Test
	void lookup_publishedWhileItWaits_leavesNoTimer() {
		int before = host.loop.timers();
		Infos wait = USER.with(KeyValueAttributes.WAIT, 1).with(KeyValueAttributes.TIMEOUT, 5);
		CompletableFuture<?> answer = host.loop.call(() -> host.host.upcalls.lookup(ASKER, List.of("key"), wait));

		host.loop.call(() -> host.host.upcalls.publish(Proc.of("other", 0), USER.with(Info.of("key", new PmixValue.Str("value")))));

		assertThat(answer).isCompleted();
		assertThat(host.loop.timers()).isEqualTo(before);
	}

	@Test
	void group_missingLeader_failsAtItsTimeout() {
		Infos leader = Infos.EMPTY.with(GroupAttributes.GROUP_BOOTSTRAP, 2L).with(ProcAttributes.PROCID, ASKER)
				.with(KeyValueAttributes.TIMEOUT, 3);
		CompletableFuture<?> answer = host.loop.call(() -> host.host.upcalls.group(GroupOperation.CONSTRUCT, "group", List.of(ASKER), leader));

		host.loop.advance(Duration.ofMillis(2_999));
		assertThat(answer).isNotDone();
		host.loop.advance(Duration.ofMillis(1));

		assertFailed(answer, Status.ERR_TIMEOUT);
	}
}
