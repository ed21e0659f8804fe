// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.streams.FileModes;
import org.pmix4j.host.internal.streams.OutputPump;
import org.pmix4j.host.internal.streams.OutputRelay;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.internal.streams.StreamLines;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.Proc;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.testkit.Await;

class OutputPumpTest {
	private static final String NSPACE = "base@7";
	private static final OutputPump.Place PLACE = new OutputPump.Place(Path.of("/nowhere"), new FileModes(OptionalInt.empty()),
			proc -> "node");
	private static final OutputSpec TAGGED = OutputSpec.tagged(Tag.JOB);

	private final CapturingSink sink = new CapturingSink();
	private final List<IOException> failures = new ArrayList<>();
	private final FakeChild child = new FakeChild(4711);

	@ParameterizedTest
	@ValueSource(strings = {"one\ntwo\nthree\n", "one\r\ntwo\r\n", "\n\n\na\n\n", "grüße, 世界 🙂\nzweite Zeile ä\n", "no end"})
	void tag_anyCut_precedesEachLineOnce(String text) throws Exception {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		String expected = text.replaceAll("(?<=\n|^)(?=[\\s\\S])", "[7,3]<stdout>: ");
		for (int first = 0; first <= bytes.length; first++) {
			for (int second = first; second <= bytes.length; second++) {
				CapturingSink each = new CapturingSink();
				OutputPump pump = new OutputPump(NSPACE, TAGGED, 4, each, OutputRelay.NONE, PLACE, failures::add);
				OutputHandler rank = pump.rank(Proc.of(NSPACE, 3), "node");
				write(rank, ChildStream.STDOUT, Arrays.copyOfRange(bytes, 0, first));
				write(rank, ChildStream.STDOUT, Arrays.copyOfRange(bytes, first, second));
				write(rank, ChildStream.STDOUT, Arrays.copyOfRange(bytes, second, bytes.length));
				rank.outputClosed(child, ChildStream.STDOUT);
				Await.result(pump.finish());
				assertThat(each.out()).as("cut at %d and %d", first, second).isEqualTo(expected);
			}
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {"JOB | [7,3]<stdout>: x", "DETAILED | [7,3][node:4711]<stdout>: x",
			"NAMESPACE | [base@7,3]<stdout>: x", "RANK | [3]<stdout>: x", "NONE | x"})
	void tag_eachKind_hasDocumentedForm(Tag tag, String expected) throws Exception {
		run(OutputSpec.tagged(tag), 4, rank -> write(rank, ChildStream.STDOUT, "x\n"));

		assertThat(sink.out()).isEqualTo(expected + "\n");
	}

	@Test
	void tag_stderr_namesTheStream() throws Exception {
		run(TAGGED, 4, rank -> write(rank, ChildStream.STDERR, "x\n"));

		assertThat(sink.err()).isEqualTo("[7,3]<stderr>: x\n");
		assertThat(sink.out()).isEmpty();
	}

	@Test
	void tag_timestamp_precedesTheTag() throws Exception {
		run(OutputSpec.tagged(Tag.RANK).withTimestamp(true), 4, rank -> write(rank, ChildStream.STDOUT, "x\n"));

		assertThat(sink.out()).matches("\\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}]\\[3]<stdout>: x\n");
	}

	@Test
	void merge_standardError_goesToStandardOutput() throws Exception {
		run(OutputSpec.tagged(Tag.RANK).withMerge(true), 4, rank -> {
			write(rank, ChildStream.STDERR, "problem\n");
			write(rank, ChildStream.STDOUT, "result\n");
		});

		assertThat(sink.out()).isEqualTo("[3]<stderr>: problem\n[3]<stdout>: result\n");
	}

	@Test
	void tag_unfinishedLine_isEndedBeforeAnotherRanksTag() throws Exception {
		OutputPump pump = new OutputPump(NSPACE, TAGGED, 2, sink, OutputRelay.NONE, PLACE, failures::add);
		for (int i = 0; i < 2; i++) {
			OutputHandler rank = pump.rank(Proc.of(NSPACE, i), "node");
			write(rank, ChildStream.STDOUT, "no end");
			rank.outputClosed(child, ChildStream.STDOUT);
		}
		Await.result(pump.finish());

		assertThat(sink.out()).isEqualTo("[7,0]<stdout>: no end\n[7,1]<stdout>: no end");
	}

	@Test
	void plain_unfinishedLine_isHeldUntilItsEnd() throws Exception {
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, sink, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler first = pump.rank(Proc.of(NSPACE, 0), "node");
		OutputHandler second = pump.rank(Proc.of(NSPACE, 1), "node");
		write(first, ChildStream.STDOUT, "begin");
		write(second, ChildStream.STDOUT, "other\n");
		write(first, ChildStream.STDOUT, "ning\nand more\nrest");
		first.outputClosed(child, ChildStream.STDOUT);
		Await.result(pump.finish());

		assertThat(sink.chunks()).containsExactly("other\n", "beginning\n", "and more\n", "rest");
	}

	@Test
	void raw_unfinishedLine_isWritten() throws Exception {
		run(OutputSpec.PLAIN.withRaw(true), 4, rank -> {
			write(rank, ChildStream.STDOUT, "promp");
			write(rank, ChildStream.STDOUT, "t: ");
		});

		assertThat(sink.chunks()).containsExactly("promp", "t: ");
	}

	@Test
	void plain_oneRank_isRaw() throws Exception {
		run(OutputSpec.PLAIN, 1, rank -> {
			write(rank, ChildStream.STDOUT, "promp");
			write(rank, ChildStream.STDOUT, "t: ");
		});

		assertThat(sink.chunks()).containsExactly("promp", "t: ");
	}

	@Test
	void plain_lineOfOneMegabyte_staysWhole() throws Exception {
		String line = "x".repeat(1 << 20) + "\n";
		run(TAGGED, 2, rank -> {
			for (int at = 0; at < line.length(); at += 4096) {
				write(rank, ChildStream.STDOUT, line.substring(at, Math.min(line.length(), at + 4096)));
			}
		});

		assertThat(sink.chunks()).containsExactly("[7,3]<stdout>: " + line);
	}

	@Test
	void tag_endlessLine_isWrittenInPiecesWithOneTag() throws Exception {
		int pieces = 2 * StreamLines.MAX_LINE / (1 << 16) + 10;
		run(TAGGED, 2, rank -> {
			for (int i = 0; i < pieces; i++) {
				write(rank, ChildStream.STDOUT, "x".repeat(1 << 16));
			}
		});

		assertThat(sink.chunks()).hasSizeGreaterThan(2);
		assertThat(sink.out()).isEqualTo("[7,3]<stdout>: " + "x".repeat(pieces << 16));
	}

	@Test
	void plain_randomPiecesOfManyRanks_areExactAndUnmixed() throws Exception {
		Random random = new Random(42);
		int ranks = 8;
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, ranks, sink, OutputRelay.NONE, PLACE, failures::add);
		List<OutputHandler> handlers = new ArrayList<>();
		List<StringBuilder> written = new ArrayList<>();
		for (int i = 0; i < ranks; i++) {
			handlers.add(pump.rank(Proc.of(NSPACE, i), "node"));
			written.add(new StringBuilder());
		}
		for (int i = 0; i < 5000; i++) {
			int rank = random.nextInt(ranks);
			String piece = ("" + rank).repeat(random.nextInt(50)) + (random.nextBoolean() ? "\n" : "");
			written.get(rank).append(piece);
			write(handlers.get(rank), ChildStream.STDOUT, piece);
		}
		for (int i = 0; i < ranks; i++) {
			write(handlers.get(i), ChildStream.STDOUT, "\n");
			written.get(i).append("\n");
			handlers.get(i).outputClosed(child, ChildStream.STDOUT);
		}
		Await.result(pump.finish());

		for (int i = 0; i < ranks; i++) {
			assertThat(sink.out(i)).isEqualTo(written.get(i).toString());
		}
		assertThat(sink.out().lines()).allMatch(line -> line.matches("(\\d?)\\1*"));
	}

	@Test
	void output_slowSink_pausesAndResumesTheRank() throws Exception {
		CountDownLatch open = new CountDownLatch(1);
		AtomicInteger taken = new AtomicInteger();
		OutputSink slow = (proc, channel, chunk) -> {
			taken.addAndGet(chunk.remaining());
			awaitOrFail(open);
		};
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, slow, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		String line = "x".repeat((1 << 16) - 1) + "\n";
		int pieces = 0;
		while (child.pauses.get() == 0 && pieces < 1000) {
			write(rank, ChildStream.STDOUT, line);
			pieces++;
		}
		assertThat(pieces << 16).as("bytes accepted before the pause").isBetween(1 << 20, 2 << 20);
		assertThat(child.resumes.get()).isZero();
		assertThat(pump.isBehind()).isTrue();

		open.countDown();
		Await.result(pump.finish());

		assertThat(child.resumes.get()).isEqualTo(1);
		assertThat(taken.get()).isEqualTo(pieces << 16);
		assertThat(pump.isBehind()).isFalse();
	}

	@Test
	void output_failingSink_isReportedOnceAndDiscardsTheRest() throws Exception {
		AtomicInteger calls = new AtomicInteger();
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, (proc, channel, chunk) -> {
			calls.incrementAndGet();
			throw new IOException("no space");
		}, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		for (int i = 0; i < 100; i++) {
			write(rank, ChildStream.STDOUT, "x".repeat(1 << 16) + "\n");
		}
		Await.result(pump.finish());

		assertThat(calls.get()).isEqualTo(1);
		assertThat(failures).hasSize(1).first().hasToString("java.io.IOException: no space");
		assertThat(child.paused).isFalse();
	}

	@Test
	void output_sinkThrowsRuntimeException_isReported() throws Exception {
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, (proc, channel, chunk) -> {
			throw new IllegalStateException("bug");
		}, OutputRelay.NONE, PLACE, failures::add);
		write(pump.rank(Proc.of(NSPACE, 0), "node"), ChildStream.STDOUT, "x\n");
		Await.result(pump.finish());

		assertThat(failures).hasSize(1).first().extracting(IOException::getMessage).asString().contains("bug");
	}

	@Test
	void abandon_stuckSink_completesAllFutures() throws Exception {
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch open = new CountDownLatch(1);
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, (proc, channel, chunk) -> {
			inside.countDown();
			awaitOrFail(open);
		}, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		for (int i = 0; i < 40; i++) {
			write(rank, ChildStream.STDOUT, "x".repeat(1 << 16) + "\n");
		}
		CompletableFuture<Void> finished = pump.finish();
		Await.zero(inside);
		assertThat(finished).isNotDone();

		pump.abandon();

		assertThat(finished).isCompleted();
		assertThat(child.resumes.get()).isEqualTo(1);
		open.countDown();
	}

	@Test
	void flush_afterTheLastOutput_isCalled() throws Exception {
		StringBuilder calls = new StringBuilder();
		OutputSink buffering = new OutputSink() {
			@Override
			public void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
				calls.append('w');
			}

			@Override
			public void flush() {
				calls.append('f');
			}
		};
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, buffering, OutputRelay.NONE, PLACE, failures::add);
		write(pump.rank(Proc.of(NSPACE, 0), "node"), ChildStream.STDOUT, "x\n");
		Await.result(pump.finish());

		assertThat(calls.toString()).matches("w+f+");
	}

	/** What a rank does. */
	private interface Script {
		void run(OutputHandler rank);
	}

	@Test
	void relay_eachStream_getsUnformattedBytesAndEnd() throws Exception {
		List<String> passed = new ArrayList<>();
		OutputRelay relay = (source, channel, bytes) -> {
			passed.add(source.rank() + "/" + channel.bits() + ": " + new String(bytes, StandardCharsets.UTF_8));
			return CompletableFuture.completedFuture(null);
		};
		OutputPump pump = new OutputPump(NSPACE, TAGGED, 2, sink, relay, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 1), "node");
		write(rank, ChildStream.STDOUT, "half a li");
		write(rank, ChildStream.STDERR, "problem\n");
		write(rank, ChildStream.STDOUT, "ne\n");
		rank.outputClosed(child, ChildStream.STDOUT);
		rank.outputClosed(child, ChildStream.STDERR);
		Await.result(pump.finish());

		assertThat(passed).containsExactly("1/2: half a li", "1/4: problem\n", "1/2: ne\n", "1/2: ", "1/4: ");
		assertThat(sink.out()).isEqualTo("[7,1]<stdout>: half a line\n");
	}

	@Test
	void relay_slowReader_pausesTheRankAndDelaysTheEnd() throws Exception {
		CompletableFuture<Void> room = new CompletableFuture<>();
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, OutputSink.DISCARD, (source, channel, bytes) -> room, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		for (int i = 0; i < 40; i++) {
			write(rank, ChildStream.STDOUT, "x".repeat(1 << 16));
		}
		CompletableFuture<Void> finished = pump.finish();
		assertThat(child.pauses.get()).isPositive();
		assertThat(child.resumes.get()).isZero();
		assertThat(finished).isNotDone();
		room.complete(null);

		Await.result(finished);
		assertThat(child.paused).isFalse();
	}

	private void run(OutputSpec spec, int size, Script script) throws Exception {
		OutputPump pump = new OutputPump(NSPACE, spec, size, sink, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 3), "node");
		script.run(rank);
		rank.outputClosed(child, ChildStream.STDOUT);
		rank.outputClosed(child, ChildStream.STDERR);
		Await.result(pump.finish());
		assertThat(failures).isEmpty();
	}

	private void write(OutputHandler rank, ChildStream stream, String text) {
		write(rank, stream, text.getBytes(StandardCharsets.UTF_8));
	}

	private void write(OutputHandler rank, ChildStream stream, byte[] bytes) {
		rank.output(child, stream, ByteBuffer.wrap(bytes));
	}

	private static void awaitOrFail(CountDownLatch latch) {
		try {
			Await.zero(latch);
		} catch (InterruptedException e) {
			throw new IllegalStateException(e);
		}
	}
}
