// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.cleanup.MarkedProcesses;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.testkit.Await;

/** Output of children arrives completely, in order, and not faster than the handler takes it. */
class OutputTest {

	@AutoClose
	final Loop loop = new Loop();

	@Test
	void output_64ChildrenWithOneMegabyteEach_isExact() throws Exception {
		List<CRC32> sums = new ArrayList<>();
		List<CompletionStage<ExitStatus>> ends = new ArrayList<>();
		for (int rank = 0; rank < 64; rank++) {
			CRC32 sum = new CRC32();
			sums.add(sum);
			ends.add(loop.get().spawnAsync(loop.spec("seq", Integer.toString(rank), Integer.toString(rank + 150_000)),
					(child, stream, data) -> sum.update(data)).thenCompose(ChildProcess::ended));
		}

		for (int rank = 0; rank < 64; rank++) {
			assertThat(Await.result(ends.get(rank)).isSuccess()).isTrue();
			CRC32 expected = new CRC32();
			expected.update(lines(rank, rank + 150_000).getBytes(StandardCharsets.US_ASCII));
			assertThat(sums.get(rank).getValue()).as("rank " + rank).isEqualTo(expected.getValue());
		}
	}

	@Test
	void output_lastLineWithoutEnd_arrives() throws Exception {
		assertThat(loop.output(loop.shell("echo first; printf tail"))).isEqualTo("first\ntail");
	}

	@Test
	void output_bothStreams_staySeparate() throws Exception {
		Collected collected = new Collected();
		Await.result(loop.spawn(loop.shell("echo out; echo err >&2"), collected).ended());

		assertThat(collected.out()).isEqualTo("out\n");
		assertThat(collected.err()).isEqualTo("err\n");
		assertThat(collected.closed()).containsExactlyInAnyOrder(ChildStream.STDOUT, ChildStream.STDERR);
	}

	@Test
	void output_fullPipeAtKill_arrives() throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.shell("echo start; seq 10000; kill -KILL $$"), collected);

		assertThat(Await.result(child.ended()).signal()).isEqualTo(Signals.KILL);
		assertThat(collected.out()).isEqualTo("start\n" + lines(1, 10_000));
	}

	@Test
	void ended_outputClosedBeforeExit_waitsForExit() throws Exception {
		CompletableFuture<Void> closed = new CompletableFuture<>();
		AtomicLong open = new AtomicLong(2);
		ChildProcess child = loop.spawn(loop.shell("exec >&- 2>&-; read line; exit 4").withStdin(), new OutputHandler() {
			@Override
			public void output(ChildProcess from, ChildStream stream, ByteBuffer data) {
				closed.completeExceptionally(new AssertionError("nothing was written"));
			}

			@Override
			public void outputClosed(ChildProcess from, ChildStream stream) {
				if (open.decrementAndGet() == 0) {
					closed.complete(null);
				}
			}
		});
		Await.result(closed);

		assertThat(child.ended().toCompletableFuture()).isNotDone();
		child.stdin().close();
		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(4));
	}

	@Test
	void ended_grandchildHoldsOutput_waitsForIt() throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.shell("exec 3<&0; { read line <&3; echo late $line; } & exit 6").withStdin(), collected);

		assertThat(Await.result(child.exit())).isEqualTo(ExitStatus.exited(6));
		assertThat(child.ended().toCompletableFuture()).isNotDone();
		assertThat(Await.result(child.stdin().write("words\n".getBytes(StandardCharsets.US_ASCII)))).isTrue();
		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(6));
		assertThat(collected.out()).isEqualTo("late words\n");
	}

	@Test
	void closeOutputs_daemonHoldsOutput_deliversTheContentOfThePipe() throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.shell("exec setsid -f sh -c 'echo daemon; exec sleep 1000'"), collected);
		Await.result(child.exit());
		Await.result(collected.firstLine());

		child.closeOutputs(Duration.ofMillis(100));

		assertThat(Await.result(child.ended()).isSuccess()).isTrue();
		assertThat(collected.out()).isEqualTo("daemon\n");
		assertThat(MarkedProcesses.kill(loop.marker())).hasSize(1);
	}

	@Test
	void pauseOutput_byHandler_deliversNothingUntilResumed() throws Exception {
		AtomicLong received = new AtomicLong();
		CompletableFuture<Void> pausing = new CompletableFuture<>();
		ChildProcess child = loop.spawn(loop.spec("head", "-c", "3000000", "/dev/zero"), (from, stream, data) -> {
			if (received.addAndGet(data.remaining()) == data.remaining()) {
				from.pauseOutput();
				pausing.complete(null);
			}
		});
		Await.result(pausing);
		long first = received.get();
		// another child lives and ends on the same thread, which is time enough for wrong reads
		loop.run(loop.shell("seq 1000"));

		assertThat(received.get()).isEqualTo(first).isLessThan(3_000_000);
		child.resumeOutput();
		assertThat(Await.result(child.ended()).isSuccess()).isTrue();
		assertThat(received.get()).isEqualTo(3_000_000);
	}

	@Test
	void pauseOutput_wholeLoop_delaysTheEndUntilResumed() throws Exception {
		loop.get().pauseOutput();
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.shell("echo words"), collected);
		Await.result(child.exit());
		loop.turn();

		assertThat(child.ended().toCompletableFuture()).isNotDone();
		assertThat(collected.out()).isEmpty();
		loop.get().resumeOutput();
		Await.result(child.ended());
		assertThat(collected.out()).isEqualTo("words\n");
	}

	@Test
	void closeOutputs_whilePaused_waitsForResume() throws Exception {
		Collected collected = new Collected();
		loop.get().pauseOutput();
		ChildProcess child = loop.spawn(loop.shell("echo $$; exec setsid -f sleep 1000"), collected);
		child.closeOutputs(Duration.ZERO);
		Await.result(child.exit());
		loop.turn();

		assertThat(child.ended().toCompletableFuture()).isNotDone();
		loop.get().resumeOutput();
		Await.result(child.ended());
		assertThat(collected.out()).isEqualTo(child.pid() + "\n");
		MarkedProcesses.kill(loop.marker());
	}

	@Test
	void output_handlerThrows_doesNotAffectOthers() throws Exception {
		ChildProcess child = loop.spawn(loop.shell("echo a; echo b >&2; exit 9"), (from, stream, data) -> {
			throw new IllegalStateException("on purpose, see the log");
		});

		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(9));
		assertThat(loop.output(loop.shell("echo fine"))).isEqualTo("fine\n");
	}

	private static String lines(int from, int to) {
		return IntStream.rangeClosed(from, to).mapToObj(Integer::toString).collect(Collectors.joining("\n", "", "\n"));
	}
}
