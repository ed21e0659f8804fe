// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.LogCapture;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.loop.SelectorLoop;
import org.pmix4j.wire.internal.loop.Timer;

@ParameterizedClass(name = "eager: {0}")
@ValueSource(booleans = { false, true })
class SelectorLoopTest {
	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final LogCapture log = LogCapture.of(SelectorLoop.class);
	private final SelectorLoop loop;

	SelectorLoopTest(boolean isEager) throws IOException {
		loop = isEager ? SelectorLoop.openEager("test") : SelectorLoop.open("test");
	}

	@AfterEach
	void close() {
		loop.close();
		log.close();
	}

	@Test
	void execute_fromManyThreads_runsEveryTaskInTheOrderOfItsThread() throws Exception {
		int threads = 8;
		int tasks = 2000;
		List<List<Integer>> ran = IntStream.range(0, threads).<List<Integer>>mapToObj(thread -> new ArrayList<>()).toList();
		CountDownLatch done = new CountDownLatch(threads * tasks);
		for (int thread = 0; thread < threads; thread++) {
			List<Integer> mine = ran.get(thread);
			Thread.ofVirtual().start(() -> IntStream.range(0, tasks).forEach(task -> loop.execute(() -> {
				mine.add(task);
				done.countDown();
			})));
		}
		done.await();

		assertThat(ran).allSatisfy(mine -> assertThat(mine).hasSize(tasks).isSorted());
	}

	/** A task that resubmits itself until it is stopped. */
	private final class Returning implements Runnable {
		private int runs;
		private boolean stopped;

		@Override
		public void run() {
			runs++;
			if (!stopped) {
				loop.execute(this);
			}
		}
	}

	@Test
	void execute_burstOfManyTurns_leavesTheLoopAsleep() throws Exception {
		int tasks = 20_000;
		int calls = 50;
		AtomicLong turns = new AtomicLong();
		CountDownLatch all = new CountDownLatch(1);
		CountDownLatch done = new CountDownLatch(tasks);
		// a loop reads its clock once a turn
		try (SelectorLoop counting = SelectorLoop.open("counting", turns::incrementAndGet)) {
			counting.execute(() -> {
				try {
					all.await();
				} catch (InterruptedException stop) {
					Thread.currentThread().interrupt();
				}
			});
			IntStream.range(0, tasks).forEach(task -> counting.execute(done::countDown));
			all.countDown();
			done.await();
			long before = turns.get();
			for (int call = 0; call < calls; call++) {
				counting.call(() -> true, LIMIT);
			}

			assertThat(turns.get() - before).isBetween((long) calls, 4L * calls);
		}
	}

	@Test
	void execute_taskThatResubmitsItself_runsOncePerTurn() throws PmixException {
		Returning task = new Returning();
		CompletableFuture<Integer> runs = new CompletableFuture<>();
		loop.execute(() -> {
			loop.execute(task);
			loop.schedule(Duration.ZERO, () -> {
				task.stopped = true;
				runs.complete(task.runs);
			});
		});

		assertThat(loop.await(runs, LIMIT)).isLessThanOrEqualTo(1);
	}

	@Test
	void execute_task_runsOnTheThreadNamedAfterTheLoop() throws PmixException {
		assertThat(loop.call(() -> Thread.currentThread().getName(), LIMIT)).isEqualTo("pmix-loop-test");
		assertThat(loop.call(loop::inLoop, LIMIT)).isTrue();
		assertThat(loop.inLoop()).isFalse();
	}

	@Test
	void execute_tasksThatThrow_areLoggedAndTheLoopContinues() throws PmixException {
		loop.execute(() -> {
			throw new IllegalStateException("deliberate exception");
		});
		loop.execute(() -> {
			throw new StackOverflowError("deliberate error");
		});

		assertThat(loop.call(() -> 42, LIMIT)).isEqualTo(42);
		assertThat(log.messages(Level.ERROR)).hasSize(2);
	}

	@Test
	void execute_onTheLoop_runsAfterTheTasksBefore() throws PmixException {
		List<Integer> order = new ArrayList<>();
		CompletableFuture<Void> done = new CompletableFuture<>();
		loop.execute(() -> {
			loop.execute(() -> order.add(3));
			loop.execute(() -> done.complete(null));
			loop.defer(() -> order.add(2));
			order.add(1);
		});
		loop.await(done, LIMIT);

		assertThat(order).containsExactly(1, 2, 3);
	}

	@Test
	void schedule_severalTimers_runInTheOrderOfTheirTime() throws PmixException {
		List<Integer> order = new ArrayList<>();
		long gap = Duration.ofMillis(20).toNanos();
		long took;
		do { // again if this thread was paused for so long that the second timer is due last
			order.clear();
			CompletableFuture<Long> done = new CompletableFuture<>();
			loop.execute(() -> {
				long begin = System.nanoTime();
				loop.schedule(Duration.ofNanos(gap), () -> order.add(2));
				Timer canceled = loop.schedule(Duration.ZERO, () -> order.add(9));
				loop.schedule(Duration.ZERO, () -> order.add(1));
				long end = System.nanoTime();
				canceled.cancel();
				loop.schedule(Duration.ofNanos(gap), () -> done.complete(end - begin));
			});
			took = loop.await(done, LIMIT);
		} while (took >= gap);

		assertThat(order).containsExactly(1, 2);
	}

	@Test
	void schedule_timer_doesNotRunEarly() throws PmixException {
		long before = loop.nanos();
		CompletableFuture<Long> ranAt = new CompletableFuture<>();
		loop.execute(() -> loop.schedule(Duration.ofMillis(5), () -> ranAt.complete(loop.nanos())));

		assertThat(loop.await(ranAt, LIMIT) - before).isGreaterThanOrEqualTo(5_000_000);
	}

	@Test
	void await_onTheLoop_throwsAtOnce() {
		assertThatThrownBy(() -> loop.call(() -> loop.await(new CompletableFuture<>(), LIMIT), LIMIT)).isInstanceOf(PmixException.class)
				.hasCauseInstanceOf(IllegalStateException.class).hasMessageContaining("blocking call on loop test");
		assertThatThrownBy(() -> loop.call(() -> loop.call(() -> 1, LIMIT), LIMIT)).hasCauseInstanceOf(IllegalStateException.class);
		assertThatThrownBy(() -> loop.call(() -> loop.connect(Listener.LOOPBACK, LIMIT), LIMIT)).hasCauseInstanceOf(IllegalStateException.class);
		assertThatThrownBy(() -> loop.call(() -> {
			loop.close(LIMIT);
			return 1;
		}, LIMIT)).hasCauseInstanceOf(IllegalStateException.class);
	}

	@Test
	void await_noResult_failsWithTimeout() {
		assertThatThrownBy(() -> loop.await(new CompletableFuture<>(), Duration.ofMillis(1)))
				.isInstanceOfSatisfying(PmixException.class, late -> assertThat(late.status()).isEqualTo(Status.ERR_TIMEOUT));
	}

	@Test
	void await_failedWithAStatus_keepsItAndShowsTheCaller() {
		PmixException original = new PmixException(Status.ERR_NOT_FOUND, "no such key");
		CompletableFuture<String> failed = CompletableFuture.<String>failedFuture(original).thenApply(text -> text);

		assertThatThrownBy(() -> loop.await(failed, LIMIT)).hasMessage("no such key").hasCause(original)
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_FOUND));
	}

	@Test
	void await_interrupted_keepsTheInterrupt() {
		Thread.currentThread().interrupt();

		assertThatThrownBy(() -> loop.await(new CompletableFuture<>(), LIMIT)).isInstanceOf(PmixException.class);
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void close_tasksSubmittedBefore_haveRun() {
		List<Integer> ran = new ArrayList<>();
		for (int task = 0; task < 1000; task++) {
			int number = task;
			loop.execute(() -> ran.add(number));
		}
		loop.close();

		assertThat(ran).hasSize(1000).isSorted();
	}

	@Test
	void close_twice_leavesNoThreadAndRejectsTasks() throws InterruptedException {
		Thread thread = threadOfLoop();
		loop.close();
		loop.close();
		thread.join();

		assertThatThrownBy(() -> loop.execute(() -> { })).isInstanceOf(RejectedExecutionException.class).hasMessageContaining("test");
	}

	@Test
	void close_fromManyThreadsWhileTasksCome_losesNoAcceptedTask() throws InterruptedException {
		CountDownLatch started = new CountDownLatch(4);
		List<Thread> feeders = new ArrayList<>();
		List<int[]> counts = new ArrayList<>();
		for (int feeder = 0; feeder < 4; feeder++) {
			int[] acceptedAndRun = new int[2];
			counts.add(acceptedAndRun);
			feeders.add(Thread.ofPlatform().start(() -> {
				started.countDown();
				try {
					while (true) {
						loop.execute(() -> acceptedAndRun[1]++);
						acceptedAndRun[0]++;
					}
				} catch (RejectedExecutionException closed) {
					return;
				}
			}));
		}
		started.await();
		loop.close();
		for (Thread feeder : feeders) {
			feeder.join();
		}

		assertThat(counts).allSatisfy(count -> assertThat(count[1]).isEqualTo(count[0]));
	}

	private Thread threadOfLoop() {
		try {
			return loop.call(Thread::currentThread, LIMIT);
		} catch (PmixException failure) {
			throw new AssertionError(failure);
		}
	}
}
