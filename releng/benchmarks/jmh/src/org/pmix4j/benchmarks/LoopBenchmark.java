// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.benchmarks;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.loop.SelectorLoop;

/** Tasks and timers of the loop. One operation is one task or timer. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LoopBenchmark {
	private static final Duration LIMIT = Duration.ofSeconds(5);
	private static final int COUNT = 1000;

	private final SelectorLoop loop = Samples.loop();

	@Setup
	public void prepare() throws PmixException {
		loop.call(() -> {
			for (int i = 0; i < COUNT; i++) {
				loop.schedule(Duration.ofHours(1).plusMillis(i), () -> { });
			}
			return COUNT;
		}, LIMIT);
	}

	/** Executes a task from another thread and waits for it. */
	@Benchmark
	public Long call() throws PmixException {
		return loop.call(loop::nanos, LIMIT);
	}

	/** Executes many tasks from another thread before it waits. */
	@Benchmark
	@OperationsPerInvocation(COUNT)
	public void execute() throws InterruptedException {
		CountDownLatch done = new CountDownLatch(COUNT);
		for (int i = 0; i < COUNT; i++) {
			loop.execute(done::countDown);
		}
		done.await();
	}

	/** Schedules and cancels a timer, as a request and its reply do, while 1000 others are pending. */
	@Benchmark
	@OperationsPerInvocation(COUNT)
	public Boolean scheduleAndCancel() throws PmixException {
		return loop.call(() -> {
			boolean waiting = true;
			for (int i = 0; i < COUNT; i++) {
				waiting &= loop.schedule(LIMIT, () -> { }).cancel();
			}
			return waiting;
		}, LIMIT);
	}

	@TearDown
	public void close() {
		loop.close();
	}
}
