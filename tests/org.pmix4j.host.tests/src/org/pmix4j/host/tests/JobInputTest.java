// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.model.Rank;
import org.pmix4j.testkit.Await;

class JobInputTest {
	private final TestHost host;

	JobInputTest() throws Exception {
		host = new TestHost();
	}

	@AfterEach
	void close() {
		host.close();
	}

	@Test
	void stdin_rankZero_getsAllBytesAndTheEnd() throws Exception {
		String numbers = IntStream.rangeClosed(1, 100_000).mapToObj(Integer::toString).collect(Collectors.joining("\n"));
		JobResult result = host.run(host.shell(3, "cat").withStdin(StdinSpec.toRankZero(text(numbers))));

		assertThat(result.isSuccess()).isTrue();
		assertThat(host.sink.out(0).equals(numbers)).as("input arrives exactly").isTrue();
		assertThat(host.sink.out(1)).isEmpty();
	}

	@Test
	void stdin_anotherRank_getsTheInput() throws Exception {
		host.run(host.shell(3, "cat").withStdin(new StdinSpec(Rank.of(2), text("hello\n"))));

		assertThat(host.sink.out(2)).isEqualTo("hello\n");
		assertThat(host.sink.out(0)).isEmpty();
	}

	@Test
	void stdin_allRanks_eachGetsAllBytes() throws Exception {
		host.run(host.shell(4, "wc -c").withStdin(new StdinSpec(Rank.WILDCARD, text("x".repeat(300_000)))));

		for (int rank = 0; rank < 4; rank++) {
			assertThat(host.sink.out(rank).strip()).isEqualTo("300000");
		}
	}

	@Test
	void write_toChosenRanks_reachesThemAloneAndEndsEach() throws Exception {
		Pipe unused = Pipe.open();
		try (Pipe.SinkChannel open = unused.sink()) {
			Job job = host.launch(host.shell(3, "cat; echo end").withStdin(new StdinSpec(Rank.WILDCARD, InputSource.of(unused.source()))));
			job.write(Set.of(0, 2), "both ".getBytes(StandardCharsets.UTF_8));
			assertThat(Await.result(job.write(Set.of(1), "one ".getBytes(StandardCharsets.UTF_8)))).isTrue();
			job.endInput(Set.of(0, 1));
			Await.result(job.write(Set.of(2), "two ".getBytes(StandardCharsets.UTF_8)));
			job.endInput(Set.of(2, 7));

			assertThat(Await.result(job.ended()).isSuccess()).isTrue();
			assertThat(host.sink.out(0)).isEqualTo("both end\n");
			assertThat(host.sink.out(1)).isEqualTo("one end\n");
			assertThat(host.sink.out(2)).isEqualTo("both two end\n");
			assertThat(Await.result(job.write(Set.of(0), new byte[1]))).as("an ended rank takes nothing").isFalse();
			assertThat(open.isOpen()).isTrue();
		}
	}

	@Test
	void write_toRankWithoutInput_isDropped() throws Exception {
		Job job = host.launch(host.shell(1, "cat; echo end"));

		assertThat(Await.result(job.write(Set.of(0, 5), new byte[] { 1 }))).isFalse();
		assertThat(Await.result(job.ended()).isSuccess()).isTrue();
		assertThat(host.sink.out(0)).isEqualTo("end\n");
	}

	@Test
	void stdin_noTarget_readsNothing() throws Exception {
		host.run(host.shell(2, "cat; echo end"));

		assertThat(host.sink.out()).isEqualTo("end\nend\n");
	}

	@Test
	void stdin_targetExits_doesNotWaitForEndlessSource() throws Exception {
		InputSource endless = new InputSource() {
			@Override
			public int read(ByteBuffer target) {
				int count = target.remaining();
				while (target.hasRemaining()) {
					target.put((byte) '\n');
				}
				return count;
			}

			@Override
			public void close() {
				// there is nothing to close
			}
		};
		JobResult result = host.run(host.shell(1, "read line; echo got it").withStdin(StdinSpec.toRankZero(endless)));

		assertThat(result.isSuccess()).isTrue();
		assertThat(host.sink.out()).isEqualTo("got it\n");
	}

	@Test
	void stdin_silentSource_isClosedAtTheEndOfTheJob() throws Exception {
		Pipe pipe = Pipe.open();
		try (Pipe.SinkChannel open = pipe.sink()) {
			JobResult result = host.run(host.shell(1, "exit 0").withStdin(StdinSpec.toRankZero(InputSource.of(pipe.source()))));
			Thread reader = Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("pmix-stdin-"))
					.findAny().orElse(Thread.currentThread());
			if (reader != Thread.currentThread()) {
				reader.join(10_000);
			}

			assertThat(result.isSuccess()).isTrue();
			assertThat(pipe.source().isOpen()).isFalse();
			assertThat(open.isOpen()).isTrue();
		}
	}

	private static InputSource text(String text) {
		return InputSource.of(Channels.newChannel(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
	}
}
