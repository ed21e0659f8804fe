// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.ReaderGoneException;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.testkit.Await;

class JobOutputTest {
	private final TestHost host;

	JobOutputTest() throws Exception {
		host = new TestHost();
	}

	@AfterEach
	void close() {
		host.close();
	}

	@Test
	void output_manyShortRanks_arrivesExactly() throws Exception {
		int ranks = 64;
		JobResult result = host.run(ranks, "seq $((PMIX_RANK * 1000000)) $((PMIX_RANK * 1000000 + 20000)); printf 'no end %d' $PMIX_RANK");

		assertThat(result.isSuccess()).isTrue();
		for (int rank = 0; rank < ranks; rank++) {
			int first = rank * 1_000_000;
			String expected = IntStream.rangeClosed(first, first + 20_000).mapToObj(Integer::toString).collect(Collectors.joining("\n"));
			assertThat(host.sink.out(rank).equals(expected + "\nno end " + rank)).as("output of rank %d is exact", rank).isTrue();
		}
	}

	@Test
	void output_beforeKill_isKept() throws Exception {
		JobResult result = host.run(1, "seq 30000; kill -KILL $$");

		assertThat(result.exitCode()).isEqualTo(137);
		assertThat(host.sink.out().lines()).hasSize(30_000);
	}

	@Test
	void output_bothStreams_staySeparate() throws Exception {
		host.run(2, "echo out; echo err >&2");

		assertThat(host.sink.out()).isEqualTo("out\nout\n");
		assertThat(host.sink.err()).isEqualTo("err\nerr\n");
	}

	@Test
	void tag_anyLine_namesTheJobNumber() throws Exception {
		host.run(1, "true");
		host.run(host.shell(1, "echo hello").withOutput(OutputSpec.tagged(Tag.JOB)));

		assertThat(host.sink.out()).isEqualTo("[2,0]<stdout>: hello\n");
	}

	@Test
	void output_binary_isUnchanged() throws Exception {
		host.run(1, "head -c 300000 /dev/zero; printf '\\377\\376'");

		byte[] bytes = host.sink.bytes(0, IofChannel.STDOUT);
		assertThat(bytes).hasSize(300_002).endsWith(0xff, 0xfe);
	}

	@Test
	void output_readerGone_endsTheJobSilentlyWith141() throws Exception {
		JobResult result = host.run(host.shell(2, "while :; do echo line; done").withSink((proc, channel, chunk) -> {
			throw new ReaderGoneException(new IOException("Broken pipe"));
		}));

		assertThat(result.exitCode()).isEqualTo(141);
		assertThat(result.message()).isEmpty();
		assertThat(result.isSuccess()).isFalse();
	}

	@Test
	void output_fullDisk_endsTheJobWithMessage() throws Exception {
		JobResult result = host.run(host.shell(2, "while :; do echo line; done").withSink((proc, channel, chunk) -> {
			throw new IOException("No space left on device");
		}));

		assertThat(result.exitCode()).isEqualTo(1);
		assertThat(result.message()).contains("the job was ended, as its output cannot be written: no space left on device");
	}

	@Test
	void output_fullDiskAfterTheLastExit_failsTheJob() throws Exception {
		JobResult result = host.run(host.shell(1, "echo line").withSink((proc, channel, chunk) -> {
			try {
				Await.zero(host.firstEnd);
			} catch (InterruptedException e) {
				throw new IllegalStateException(e);
			}
			throw new IOException("No space left on device");
		}));

		assertThat(result.exitCode()).isEqualTo(1);
		assertThat(result.message().orElseThrow()).contains("no space left on device");
	}

	@Test
	void output_ofBackgroundProcess_isComplete() throws Exception {
		JobResult result = host.run(1, "(sleep 0.5; echo late) & echo early");

		assertThat(result.isSuccess()).isTrue();
		assertThat(host.sink.out()).isEqualTo("early\nlate\n");
		assertThat(host.messages).isEmpty();
	}

	@Test
	void output_ofProcessInASessionOfItsOwn_isComplete() throws Exception {
		assertThat(host.run(1, "setsid -f sh -c 'sleep 0.5; echo late'").isSuccess()).isTrue();

		assertThat(host.sink.out()).isEqualTo("late\n");
	}

	@Test
	void output_afterAFailure_isWaitedFor() throws Exception {
		assertThat(host.run(host.shell(1, "(sleep 0.5; echo late) & exit 3").withKillTimeout(Duration.ofHours(1))).exitCode()).isEqualTo(3);

		assertThat(host.sink.out()).isEqualTo("late\n");
	}

	@Test
	void output_heldForLong_holderIsNamedAndWaitedFor() throws Exception {
		Job job = host.launch(host.shell(2, "[ $PMIX_RANK = 0 ] || { sleep 1000 & echo $!; }"));
		Await.until("the holder is named", Duration.ofMinutes(1), () -> !host.messages.isEmpty());
		String holder = host.sink.out().strip();

		assertThat(host.messages).containsExactly("the job waits for process " + holder + " (sleep), which holds the output of rank 1");
		assertThat(job.ended()).isNotDone();
		assertThat(new ProcessBuilder("kill", holder).start().waitFor()).isZero();
		assertThat(Await.result(job.ended()).isSuccess()).isTrue();
	}

	@Test
	void output_heldBeyondTheOrphanTimeout_holderIsKilledAndNamed() throws Exception {
		JobResult result = host.run(host.shell(1, "sleep 1000 & echo $!").withOption(JobOptions.ORPHAN_TIMEOUT, Duration.ofMillis(500)));

		assertThat(result.exitCode()).isEqualTo(1);
		assertThat(result.message().orElseThrow()).isEqualTo("killed process " + host.sink.out().strip()
				+ " (sleep), which holds the output of rank 0, as the orphan timeout of 0.5 s has passed since the last rank exited");
		assertThat(isAlive(host.sink.out())).isFalse();
	}

	@Test
	void end_daemonOutsideItsGroup_isKilled() throws Exception {
		JobResult result = host.run(1, "setsid sleep 100 >/dev/null 2>&1 </dev/null & echo $!; until grep -q sleep /proc/$!/comm; do :; done");

		assertThat(result.isSuccess()).isTrue();
		assertThat(isAlive(host.sink.out())).isFalse();
		assertThat(host.messages).singleElement().asString()
				.isEqualTo("killed process " + host.sink.out().strip() + " (sleep), which rank 0 had left behind");
	}

	@Test
	void end_backgroundProcessInItsGroup_isKilledAndNamed() throws Exception {
		JobResult result = host.run(2,
				"[ $PMIX_RANK = 0 ] || { sleep 100 >/dev/null 2>&1 & echo $!; until grep -q sleep /proc/$!/comm; do :; done; }");

		assertThat(result.isSuccess()).isTrue();
		assertThat(isAlive(host.sink.out())).isFalse();
		assertThat(host.messages).singleElement().asString()
				.isEqualTo("killed process " + host.sink.out().strip() + " (sleep), which rank 1 had left behind");
	}

	@Test
	void end_keepOrphans_theyLiveOn() throws Exception {
		String script = "sleep 1000 >/dev/null 2>&1 & echo $!";
		host.run(host.shell(1, script).withOption(JobOptions.KEEP_ORPHANS, true));
		host.run(1, "true");

		String orphan = host.sink.out().strip();
		assertThat(isAlive(orphan)).isTrue();
		assertThat(host.messages).isEmpty();
		assertThat(new ProcessBuilder("kill", "-9", orphan).start().waitFor()).isZero();
	}

	@Test
	void end_slowSink_waitsForIt() throws Exception {
		StuckSink stuck = new StuckSink();
		Job job = host.launch(host.shell(2, "seq 200000").withSink(stuck));
		stuck.awaitWrite();
		assertThat(job.ended()).isNotDone();
		stuck.release();

		assertThat(Await.result(job.ended()).isSuccess()).isTrue();
		assertThat(host.messages).isEmpty();
	}

	@Test
	void map_thatNobodyReads_doesNotHoldUpOtherJobs() throws Exception {
		StuckSink stuck = new StuckSink();
		Job shown = host.launch(host.shell(1, "true").withSink(stuck).withOption(ReportOptions.MAP, true));
		stuck.awaitWrite();

		assertThat(host.run(1, "true").isSuccess()).isTrue();
		assertThat(shown.started()).isNotDone();
		stuck.release();
		assertThat(Await.result(shown.ended()).isSuccess()).isTrue();
	}

	/** A zombie counts as dead: the process that has inherited it may reap it at any time. */
	private static boolean isAlive(String pid) throws IOException {
		Path stat = Path.of("/proc", pid.strip(), "stat");
		try {
			String text = Files.readString(stat);
			return text.charAt(text.lastIndexOf(')') + 2) != 'Z';
		} catch (NoSuchFileException e) {
			return false;
		}
	}
}
