// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.StdinFeed;
import org.pmix4j.testkit.Await;

/** Standard input: exact, without blocking, and harmless if the child does not read it. */
class StdinTest {

	private static final int PIECE = 50_000;

	@AutoClose
	final Loop loop = new Loop();

	@Test
	void write_fiveMegabytesThroughCat_isExact() throws Exception {
		byte[] input = new byte[5_000_000];
		new Random(1).nextBytes(input);
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.spec("cat").withStdin(), collected);

		assertThat(Await.result(feed(child.stdin(), input, 0))).isTrue();
		child.stdin().close();

		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(0));
		assertThat(Arrays.equals(collected.outBytes(), input)).isTrue();
	}

	@Test
	void write_readerExitsEarly_dropsTheRestAndReturnsFalse() throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.spec("head", "-c", "10").withStdin(), collected);

		assertThat(Await.result(feed(child.stdin(), new byte[2_000_000], 0))).isFalse();
		assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(0));
		assertThat(collected.outBytes()).hasSize(10);
		assertThat(Await.result(child.stdin().write(new byte[] {1}))).isFalse();
	}

	@Test
	void closed_targetClosesItsEnd_completesWithoutAnyWrite() throws Exception {
		ChildProcess child = loop.spawn(loop.shell("exec <&-; exec sleep 1000").withStdin(), Loop.IGNORE);

		Await.result(child.stdin().closed());

		assertThat(child.exit().toCompletableFuture()).isNotDone();
		child.signal(Signals.KILL);
		Await.result(child.ended());
	}

	@Test
	void close_afterWrites_deliversAllBeforeTheEnd() throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.spec("wc", "-c").withStdin(), collected);
		for (int i = 0; i < 20; i++) {
			child.stdin().write(new byte[100_000]);
		}
		child.stdin().close();
		child.stdin().close();

		Await.result(child.ended());
		assertThat(collected.out().strip()).isEqualTo("2000000");
		Await.result(child.stdin().closed());
	}

	@Test
	void write_emptyPiece_completes() throws Exception {
		ChildProcess child = loop.spawn(loop.spec("cat").withStdin(), Loop.IGNORE);

		assertThat(Await.result(child.stdin().write(new byte[0]))).isTrue();
		child.stdin().close();
		Await.result(child.ended());
	}

	@Test
	void write_moreThanTheLimit_isRefusedAndTheRestArrives() throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.shell("read line; exec wc -c").withStdin(), collected);
		CompletionStage<Boolean> full = child.stdin().write(new byte[StdinFeed.QUEUE_LIMIT]);

		assertThatThrownBy(() -> Await.result(child.stdin().write(new byte[StdinFeed.QUEUE_LIMIT])))
				.hasCauseInstanceOf(IllegalStateException.class);
		child.signal(Signals.KILL);
		assertThat(Await.result(full)).isFalse();
		Await.result(child.ended());
	}

	@Test
	void write_withoutStdin_isDropped() throws Exception {
		ChildProcess child = loop.spawn(loop.spec("true"), Loop.IGNORE);

		assertThat(Await.result(child.stdin().write("x".getBytes(StandardCharsets.US_ASCII)))).isFalse();
		Await.result(child.stdin().closed());
		Await.result(child.ended());
	}

	/** Writes piece by piece, each when the previous one has completed. */
	private static CompletionStage<Boolean> feed(StdinFeed stdin, byte[] input, int from) {
		if (from == input.length) {
			return CompletableFuture.completedStage(true);
		}
		int to = Math.min(input.length, from + PIECE);
		return stdin.write(Arrays.copyOfRange(input, from, to))
				.thenCompose(written -> written ? feed(stdin, input, to) : CompletableFuture.completedStage(false));
	}
}
