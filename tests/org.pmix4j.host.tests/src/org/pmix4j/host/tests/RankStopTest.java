// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.job.Job;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.testkit.Await;

/** Tests what a host tells of ranks that others stop and continue. */
class RankStopTest {
	private final TestHost host;

	RankStopTest() throws Exception {
		host = new TestHost();
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static void await(String state, BooleanSupplier reached) throws Exception {
		Await.until(state, Duration.ofSeconds(60), reached::getAsBoolean);
	}

	@ParameterizedTest
	@ValueSource(ints = {Signals.STOP, Signals.TSTP, Signals.TTIN, Signals.TTOU})
	void rank_stoppedFromOutside_isSuspendedUntilItContinues(int signal) throws Exception {
		Job job = host.launch(host.shell(2, "exec sleep 100"));
		Await.result(job.started());
		RankProcess rank = job.ranks().get(1);

		Posix.kill(rank.pid().getAsInt(), signal);
		await("the stop is noticed", rank::isSuspended);

		assertThat(rank.stop()).map(RankStop::signal).contains(signal);
		assertThat(job.ranks().get(0).isSuspended()).isFalse();
		assertThat(job.dump()).contains("rank 1: " + rank.stop().orElseThrow().text());

		Posix.kill(rank.pid().getAsInt(), Signals.CONT);
		await("the continuation is noticed", () -> !rank.isSuspended());
		job.terminate();
		Await.result(job.ended());
	}

	@Test
	void rank_stopsItself_isContinuedByTheHost() throws Exception {
		Job job = host.launch(host.shell(1, "kill -STOP $$; exit 3"));
		await("the stop is noticed", () -> job.ranks().stream().anyMatch(RankProcess::isSuspended));

		job.signal(Signals.CONT);

		assertThat(Await.result(job.ended()).exitCode()).isEqualTo(3);
		assertThat(host.events).containsSubsequence("job SUSPENDED", "job RUNNING");
		assertThat(job.ranks().get(0).stop()).isEmpty();
	}

	@Test
	void rank_stoppedByTheHostAndContinuedFromOutside_isNotSuspended() throws Exception {
		Job job = host.launch(host.shell(1, "exec sleep 100"));
		Await.result(job.started());
		RankProcess rank = job.ranks().get(0);
		job.signal(Signals.STOP);
		await("the host knows of its own signal", rank::isSuspended);
		// a continuation is lost if it comes before the process has stopped
		await("the process is stopped", () -> org.pmix4j.testkit.ProcessTable.entry(rank.pid().getAsInt())
				.filter(entry -> entry.state() == 'T').isPresent());

		Posix.kill(rank.pid().getAsInt(), Signals.CONT);

		await("the continuation is noticed", () -> !rank.isSuspended());
		job.terminate();
		Await.result(job.ended());
	}
}
