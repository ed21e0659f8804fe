// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/**
 * The requirements on every {@link JobEngine}, tested with programs of the shell. The tests of an engine extend it and open the engine;
 * each test has its own engine. An engine must refuse by name a request that it cannot fulfill, which is tested in place of the ability.
 */
public abstract class JobEngineContract {
	private static final int TERM = 15;
	/** More than pipes and queues hold. */
	private static final int MUCH = 300_000;

	private JobEngine engine;

	/** Records output by rank and stream. */
	private static final class Recorder implements OutputSink {
		private final Map<String, ByteArrayOutputStream> streams = new HashMap<>();

		@Override
		public synchronized void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
			byte[] bytes = new byte[chunk.remaining()];
			chunk.get(bytes);
			stream(proc.rank().value(), channel).writeBytes(bytes);
		}

		@Override
		public void endLine(Proc proc, IofChannel channel) {
			// separates unfinished lines of several ranks; no output of a rank
		}

		synchronized byte[] bytes(int rank, IofChannel channel) {
			return stream(rank, channel).toByteArray();
		}

		String text(int rank, IofChannel channel) {
			return new String(bytes(rank, channel), StandardCharsets.UTF_8);
		}

		private ByteArrayOutputStream stream(int rank, IofChannel channel) {
			return streams.computeIfAbsent(rank + " " + channel.bits(), key -> new ByteArrayOutputStream());
		}
	}

	/**
	 * Opens the engine under test; the test closes it.
	 *
	 * @return the engine, with two slots at least
	 * @throws Exception if it cannot be opened
	 */
	protected abstract JobEngine open() throws Exception;

	/** {@return commands of the shell before each script, for an engine that cannot run jobs which end immediately; ends with a space} */
	protected String before() {
		return "";
	}

	@BeforeEach
	void openEngine() throws Exception {
		engine = open();
	}

	@AfterEach
	void closeEngine() throws Exception {
		engine.close();
		release();
	}

	/**
	 * Ends what {@link #open} has started beside the engine, which is closed.
	 *
	 * @throws Exception if it cannot be ended
	 */
	protected void release() throws Exception {
		// most engines need nothing else
	}

	private JobSpec shell(int ranks, String script) {
		return JobSpec.of(ranks, "/bin/sh", "-c", before() + script).withSink(OutputSink.DISCARD);
	}

	private Job launch(JobSpec spec) {
		return engine.launch(spec, JobListener.NONE);
	}

	private static JobResult end(Job job) throws Exception {
		return Await.result(job.ended());
	}

	/**
	 * Waits until a job runs; one that has ended instead fails the test with the reason.
	 *
	 * @param job just launched
	 * @throws Exception if it does not start in time
	 */
	protected static void requireRunning(Job job) throws Exception {
		boolean runs = Await.result(job.started());
		assertThat(runs).as("whether the job has started, instead of ending with %s", runs ? "" : end(job)).isTrue();
	}

	@Test
	void name_ofTheEngine_isALine() {
		assertThat(engine.name()).isNotBlank().doesNotContain("\n");
	}

	@Test
	void launch_programEnds_jobAndRanksHaveEnded() throws Exception {
		Job job = launch(shell(2, "exit 0"));

		assertThat(end(job).isSuccess()).isTrue();
		assertThat(end(job).exitCode()).isZero();
		assertThat(job.isOwned()).isTrue();
		assertThat(job.state()).isEqualTo(JobState.TERMINATED);
		assertThat(job.ranks()).extracting(RankProcess::proc).containsExactly(Proc.of(job.nspace(), 0), Proc.of(job.nspace(), 1));
	}

	@Test
	void launch_rankFails_isTheExitCodeOfTheJob() throws Exception {
		Job job = launch(shell(2, "test $PMIX_RANK = 0 || exit 7"));

		assertThat(end(job).exitCode()).isEqualTo(7);
		if (engine.capabilities().contains(EngineCapability.RANK_OUTCOMES)) {
			assertThat(job.ranks().get(1).fate().orElseThrow().exitCode()).isEqualTo(7);
		}
	}

	@Test
	void launch_programIsMissing_isReportedAtTheEnd() throws Exception {
		Job job = launch(JobSpec.of(2, "/nowhere/missing").withSink(OutputSink.DISCARD));

		JobResult result = end(job);

		assertThat(result.isSuccess()).isFalse();
		assertThat(result.exitCode()).isNotZero();
		assertThat(result.message().orElse("")).contains("/nowhere/missing");
	}

	@Test
	void output_ofEachRankAndStream_isExact() throws Exception {
		Recorder output = new Recorder();

		end(launch(shell(2, "seq -f \"$PMIX_RANK %g\" 20000; printf 'rank %s failed' $PMIX_RANK >&2").withSink(output)));

		for (int rank = 0; rank < 2; rank++) {
			StringBuilder lines = new StringBuilder();
			for (int i = 1; i <= 20_000; i++) {
				lines.append(rank).append(' ').append(i).append('\n');
			}
			assertThat(firstDifference(output.text(rank, IofChannel.STDOUT), lines.toString())).isEmpty();
			assertThat(output.text(rank, IofChannel.STDERR)).isEqualTo("rank " + rank + " failed");
		}
	}

	/** Returns where two texts of lines differ; empty if they are equal. */
	private static String firstDifference(String is, String expected) {
		List<String> some = is.lines().toList();
		List<String> all = expected.lines().toList();
		int line = 0;
		while (line < Math.min(some.size(), all.size()) && some.get(line).equals(all.get(line))) {
			line++;
		}
		return is.equals(expected) ? ""
				: "line " + (line + 1) + " of " + all.size() + " is " + (line < some.size() ? "'" + some.get(line) + "'" : "missing");
	}

	@Test
	void input_ofTheJob_reachesRank0OrIsRefused() throws Exception {
		byte[] input = new byte[MUCH];
		new Random(1).nextBytes(input);
		Recorder output = new Recorder();
		JobSpec fed = shell(2, "cat").withSink(output)
				.withStdin(StdinSpec.toRankZero(InputSource.of(Channels.newChannel(new ByteArrayInputStream(input)))));

		if (engine.capabilities().contains(EngineCapability.INPUT)) {
			assertThat(end(launch(fed)).isSuccess()).isTrue();
			assertThat(Arrays.equals(output.bytes(0, IofChannel.STDOUT), input)).isTrue();
			assertThat(output.bytes(1, IofChannel.STDOUT)).isEmpty();
		} else {
			assertThat(engine.unsupported(fed)).anySatisfy(line -> assertThat(line).contains("--stdin"));
		}
	}

	@Test
	void signal_ofAJob_endsItsRanksOrIsNotOffered() throws Exception {
		Job job = launch(shell(2, "sleep 1000"));
		requireRunning(job);

		if (engine.capabilities().contains(EngineCapability.SIGNALS)) {
			job.signal(TERM);
			assertThat(end(job).exitCode()).isEqualTo(128 + TERM);
		} else {
			assertThatThrownBy(() -> job.signal(TERM)).isInstanceOf(UnsupportedOperationException.class);
		}
	}

	@Test
	void signal_ofARank_endsItOrIsNotOffered() throws Exception {
		Job job = launch(shell(2, "sleep 1000"));
		requireRunning(job);

		if (engine.capabilities().contains(EngineCapability.RANK_SIGNALS)) {
			job.signal(TERM, Set.of(1));
			assertThat(end(job).exitCode()).isEqualTo(128 + TERM);
		} else {
			assertThatThrownBy(() -> job.signal(TERM, Set.of(1))).isInstanceOf(UnsupportedOperationException.class);
			job.terminate();
			end(job);
		}
	}

	@Test
	void terminate_runningJob_endsIt() throws Exception {
		Job job = launch(shell(2, "sleep 1000"));
		requireRunning(job);

		job.terminate();

		assertThat(end(job).isSuccess()).isFalse();
	}

	@Test
	void jobs_whileOneRuns_haveAnEqualOne() throws Exception {
		Job job = launch(shell(2, "sleep 1000"));
		requireRunning(job);

		assertThat(List.<Job> copyOf(engine.jobs())).contains(job);
		assertThat(Await.result(engine.dump())).contains(job.nspace());
		job.terminate();
		end(job);
		assertThat(List.<Job> copyOf(engine.jobs())).doesNotContain(job);
	}

	@Test
	void listener_ofALaunch_getsTheStatesInOrder() throws Exception {
		List<JobState> states = new CopyOnWriteArrayList<>();
		CompletableFuture<Void> over = new CompletableFuture<>();

		Job job = engine.launch(shell(2, "exit 0"), new JobListener() {
			@Override
			public void jobChanged(Job changed, JobState state) {
				states.add(state);
				if (state.equals(JobState.TERMINATED)) {
					over.complete(null);
				}
			}
		});
		end(job);
		Await.result(over);

		assertThat(states).containsSubsequence(JobState.RUNNING, JobState.TERMINATED).endsWith(JobState.TERMINATED);
	}

	@Test
	void waits_andStoredValues_areAnsweredOrNotOffered() throws Exception {
		Job job = launch(shell(1, "sleep 1000"));
		requireRunning(job);

		if (engine.capabilities().contains(EngineCapability.WAITS)) {
			assertThat(Await.result(engine.waits())).isEmpty();
		} else {
			assertThat(engine.waits()).isCompletedExceptionally();
		}
		if (engine.capabilities().contains(EngineCapability.STORED_VALUES)) {
			assertThat(Await.result(engine.storedValues(Proc.of(job.nspace(), 0), 1))).hasSize(1);
		} else {
			assertThat(engine.storedValues(Proc.of(job.nspace(), 0), 1)).isCompletedExceptionally();
		}
	}

	@Test
	void processes_ofTheRanks_haveIdsOfThisMachineOrNone() throws Exception {
		Job job = launch(shell(1, "sleep 1000"));
		requireRunning(job);

		if (engine.capabilities().contains(EngineCapability.LOCAL_PROCESSES)) {
			assertThat(ProcessHandle.of(job.ranks().get(0).pid().orElseThrow())).isPresent();
		} else {
			assertThat(job.ranks()).allSatisfy(rank -> assertThat(rank.node().name()).isNotBlank());
		}
	}

	@Test
	void close_runningJob_endsIt() throws Exception {
		Job job = launch(shell(2, "sleep 1000"));
		requireRunning(job);

		engine.close();

		assertThat(end(job).isSuccess()).isFalse();
		assertThat(engine.lost()).isNotDone();
		assertThatThrownBy(() -> launch(shell(1, "exit 0"))).isInstanceOf(IllegalStateException.class);
		engine.close();
	}
}
