// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.testkit.Await;

/** Tests orders for a rank whose first output has come. */
class RankControlTest {
	private final TestHost host;

	RankControlTest() throws Exception {
		host = new TestHost();
	}

	@AfterEach
	void close() {
		host.close();
	}

	static Stream<Arguments> orders() {
		return Stream.of(Arguments.of("signal", (Consumer<RankProcess>) rank -> rank.signal(9)),
				Arguments.of("terminate", (Consumer<RankProcess>) RankProcess::terminate));
	}

	/** The listener keeps the host from noting the start of rank 1 until the order was given. */
	@ParameterizedTest(name = "{0}")
	@MethodSource("orders")
	void order_beforeTheHostNotesTheStart_reachesTheRank(String name, Consumer<RankProcess> order) throws Exception {
		CompletableFuture<RankProcess> ready = new CompletableFuture<>();
		CompletableFuture<Job> launched = new CompletableFuture<>();
		JobSpec spec = host.shell(2, "[ $PMIX_RANK = 0 ] || echo ready; exec sleep 1000").withSink((proc, channel, chunk) -> {
			RankProcess rank = launched.join().ranks().get(proc.rank().value());
			OptionalInt pid = rank.pid();
			order.accept(rank);
			assertThat(pid).isPresent();
			ready.complete(rank);
		});
		Job job = host.host.launch(spec, new JobListener() {
			@Override
			public void rankChanged(Job of, RankProcess rank) {
				if (rank.proc().rank().value() == 0 && rank.state() == RankState.STARTED) {
					launched.complete(of);
					ready.join();
				}
			}
		});

		Await.result(ready);
		assertThat(Await.result(job.ended()).culprit().map(RankProcess::proc)).contains(job.ranks().get(1).proc());
	}
}
