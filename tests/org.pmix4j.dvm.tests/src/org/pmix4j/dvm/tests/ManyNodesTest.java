// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.SimulatedDvm;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Jobs on more nodes than there are, in a DVM that is simulated: what grows with their number. */
class ManyNodesTest {
	private static final int NODES = 1000;
	private static final int RANKS = 65_536;
	private static final int WRITERS = 10_000;
	private static final int LINES = 80;
	/** More than all queues between the ranks and the sink, of which the kernel may hold 38 MB in a connection, and less than all output. */
	private static final long MOST_WAITING = 60_000_000;
	private static final Duration LONG = Duration.ofSeconds(60);

	@TempDir
	private Path directory;

	private SimulatedDvm dvm;
	private ServerEngine engine;

	@BeforeEach
	void open() throws Exception {
		dvm = SimulatedDvm.open(directory, NODES);
		engine = ServerEngine.attach(ToolOptions.of(ServerChoice.uri(dvm.uri())));
	}

	@AfterEach
	void close() {
		engine.close();
		dvm.close();
	}

	/** Counts the news of ranks. */
	private static final class News implements JobListener {
		private final AtomicInteger ranks = new AtomicInteger();

		@Override
		public void rankChanged(Job job, RankProcess rank) {
			ranks.incrementAndGet();
		}
	}

	@Test
	void ranks_ofManyNodes_areToldOnceAndWhenTheyEnd() throws Exception {
		News news = new News();
		Job job = engine.launch(JobSpec.of(RANKS, "stay").withSink(OutputSink.DISCARD), news);
		Await.until("the ranks", LONG, () -> job.ranks().size() == RANKS);
		int before = dvm.tables();
		Await.until("further tables", LONG, () -> dvm.tables() >= before + 2);

		assertThat(engine.nodes()).hasSize(NODES);
		assertThat(job.ranks().stream().map(RankProcess::node).distinct()).hasSize(NODES);
		assertThat(job.ranks().get(RANKS - 1).node().name()).isEqualTo("node0999");
		assertThat(news.ranks).hasValue(RANKS);

		job.terminate();
		Await.result(job.ended());
		assertThat(news.ranks).hasValue(2 * RANKS);
	}

	@Test
	void search_ofManyNodesWithoutProcesses_endsTheJob() throws Exception {
		Job job = engine.launch(JobSpec.of(RANKS, "vanish").withSink(OutputSink.DISCARD), JobListener.NONE);

		JobResult result = Await.result(LONG, job.ended());

		assertThat(result.exitCode()).isEqualTo(JobResult.HOST_FAILED);
		assertThat(result.message().orElseThrow()).contains("the processes of the job have ended");
	}

	/** Nothing would end the debugger daemons of the search, nor the thread that waits for their output, later. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void end_duringASearch_leavesNoThread(boolean isLost) {
		engine.launch(JobSpec.of(NODES, "mute").withSink(OutputSink.DISCARD), JobListener.NONE);
		Await.until("the output of the job and that of a search", LONG, () -> outputThreads() == 2);

		if (isLost) {
			dvm.close();
		} else {
			engine.close();
		}

		Await.until("the threads end", LONG, () -> outputThreads() == 0);
	}

	private static long outputThreads() {
		return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals("pmix-job-output")).count();
	}

	/** A DVM does not say of which job a descendant's output is; that of jobs that have ended is not such output. */
	@Test
	void output_ofASearchBehindItsEnd_isNotThatOfTheJob() throws Exception {
		AtomicInteger pieces = new AtomicInteger();
		Job job = engine.launch(JobSpec.of(NODES, "stay").withSink((source, channel, data) -> pieces.incrementAndGet()), JobListener.NONE);

		Await.result(LONG, dvm.late());
		int before = dvm.tables();
		Await.until("further tables", LONG, () -> dvm.tables() > before);
		job.terminate();
		Await.result(job.ended());

		assertThat(pieces).hasValue(0);
	}

	/** Checks and counts the bytes of each rank. The first write waits until it is told to go on. */
	private static final class Checker implements OutputSink {
		private final CountDownLatch open = new CountDownLatch(1);
		private final int[] taken = new int[WRITERS];
		private final AtomicInteger wrong = new AtomicInteger();

		@Override
		public void write(Proc source, IofChannel channel, ByteBuffer data) {
			try {
				open.await();
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
			int rank = source.rank().value();
			int size = SimulatedDvm.line(rank, 0).length();
			String line = "";
			while (data.hasRemaining()) {
				int at = taken[rank]++;
				line = at % size == 0 || line.isEmpty() ? SimulatedDvm.line(rank, at / size) : line;
				if (data.get() != line.charAt(at % size)) {
					wrong.incrementAndGet();
				}
			}
		}
	}

	/** While nothing takes the output, the engine stops to read, so that the writers wait; then all comes. */
	@Test
	void output_ofManyRanksWhoseReaderIsSlow_waitsAndIsExact() throws Exception {
		Checker sink = new Checker();
		Job job = engine.launch(JobSpec.of(WRITERS, "print", Integer.toString(LINES)).withSink(sink), JobListener.NONE);
		Await.result(job.started());
		job.signal(Signals.USR1);

		Await.result(LONG, dvm.waits(job.nspace()));
		assertThat(dvm.forwarded()).isLessThan(MOST_WAITING);
		sink.open.countDown();

		assertThat(Await.result(LONG, job.ended()).isSuccess()).isTrue();
		assertThat(sink.wrong).hasValue(0);
		assertThat(sink.taken).containsOnly(LINES * SimulatedDvm.line(0, 0).length());
	}
}
