// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputFiles;
import org.pmix4j.job.OutputFiles.Form;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.JobEngineContract;
import org.pmix4j.testkit.Lines;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** The engine for a server that is already there, attached to prte of PRRTE 3.0.8. */
class PrrteEngineTest extends JobEngineContract {
	private static final int TIMED_OUT = 110;
	private static final Duration MOMENT = Duration.ofSeconds(30);

	@TempDir
	private Path scratch;

	private Process prte;

	@Override
	protected JobEngine open() throws Exception {
		prte = start();
		return attach();
	}

	/** PRRTE loses the ends of some jobs that are shorter. */
	@Override
	protected String before() {
		return "sleep 0.3; ";
	}

	@Override
	protected void release() throws Exception {
		prte.destroy();
		Await.exit(prte);
	}

	private Process start() throws Exception {
		List<String> words = new ArrayList<>(List.of("prte", "--allow-run-as-root", "--report-uri", uri().toString()));
		ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(Peers.trixie(words))).redirectErrorStream(true)
				.redirectOutput(scratch.resolve("output").toFile());
		builder.environment().put("TMPDIR", scratch.toString());
		Process started = builder.start();
		Await.until("the address of prte", MOMENT, () -> uri().toFile().length() > 0);
		return started;
	}

	private Path uri() {
		return scratch.resolve("uri");
	}

	private ServerEngine attach() throws Exception {
		return ServerEngine.attach(ToolOptions.of(ServerChoice.uri("file:" + uri())));
	}

	private JobSpec shell(int ranks, String script, OutputSink sink) {
		return JobSpec.of(ranks, "/bin/sh", "-c", before() + script).withSink(sink);
	}

	private JobResult run(JobSpec spec) throws Exception {
		try (ServerEngine engine = attach()) {
			return Await.result(engine.launch(spec, JobListener.NONE).ended());
		}
	}

	@Test
	void launch_rankFails_isNamed() throws Exception {
		JobResult result = run(shell(2, "test $PMIX_RANK = 0 || exit 7; sleep 1000", OutputSink.DISCARD));

		assertThat(result.exitCode()).isEqualTo(7);
		assertThat(result.culprit().orElseThrow().proc().rank().value()).isEqualTo(1);
	}

	@Test
	void output_tagged_namesRankAndStream() throws Exception {
		Lines lines = new Lines();

		run(shell(2, "echo out; echo err >&2", lines).withOutput(OutputSpec.tagged(Tag.RANK)));

		assertThat(lines.text().lines()).containsExactlyInAnyOrder("[0]<stdout>: out", "[0]<stderr>: err", "[1]<stdout>: out",
				"[1]<stderr>: err");
	}

	@Test
	void output_toFiles_isThereOfEachRank() throws Exception {
		Path out = scratch.resolve("out");

		JobResult result = run(shell(2, "echo out $PMIX_RANK", OutputSink.DISCARD)
				.withOutput(OutputSpec.PLAIN.withFiles(new OutputFiles(out, Form.DIRECTORY, false))));

		assertThat(result.isSuccess()).isTrue();
		try (Stream<Path> files = Files.walk(out)) {
			assertThat(files.filter(file -> file.endsWith("stdout")).map(PrrteEngineTest::read)).containsExactlyInAnyOrder("out 0\n", "out 1\n");
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	@Test
	void launch_directoryIsMissing_isRefused() throws Exception {
		AppSpec elsewhere = AppSpec.of(1, "/bin/pwd").withDirectory(Path.of("/nowhere/missing"));

		assertThat(run(JobSpec.of(elsewhere).withSink(OutputSink.DISCARD)).isSuccess()).isFalse();
	}

	@Test
	void timeout_ofAJob_endsItWithTheCodeOfMpirun() throws Exception {
		JobResult result = run(shell(1, "sleep 1000", OutputSink.DISCARD).withTimeout(Duration.ofSeconds(2)));

		assertThat(result.exitCode()).isEqualTo(TIMED_OUT);
		assertThat(result.message().orElse("")).contains("time limit");
	}

	@Test
	void lost_prteIsKilled_endsTheJob() throws Exception {
		try (ServerEngine engine = attach()) {
			Job job = engine.launch(shell(1, "sleep 20", OutputSink.DISCARD), JobListener.NONE);
			Await.result(job.started());

			prte.destroyForcibly();

			assertThat(Await.result(job.ended()).exitCode()).isEqualTo(JobResult.HOST_FAILED);
			assertThat(Await.result(engine.lost())).isNotBlank();
		}
	}

	@Test
	void launch_stopInInit_ranksWaitWithTheirProcessIdsUntilTheirRelease() throws Exception {
		CompletableFuture<List<RankProcess>> stopped = new CompletableFuture<>();
		Lines lines = new Lines();
		JobSpec spec = JobSpec.of(2, Peers.trixie("mpi_ring").toString()).withSink(lines).withOption(JobOptions.STOP_IN_INIT, true);
		try (ServerEngine engine = attach()) {
			Job job = engine.launch(spec, new JobListener() {
				@Override
				public void readyForDebug(Job ready, String breakpoint) {
					stopped.complete(ready.ranks());
				}
			});

			assertThat(Await.result(stopped)).hasSize(2).allSatisfy(rank -> {
				assertThat(rank.pid()).isPresent();
				assertThat(rank.node().name()).isNotEqualTo("?");
			});
			assertThat(job.heldAt()).contains("pmix-init");
			assertThat(lines.text()).doesNotContain("mpi_ring");
			job.release();

			assertThat(Await.result(job.ended()).exitCode()).isZero();
			// Open MPI may also write of networks that it does not use
			assertThat(lines.text().lines().filter(line -> line.startsWith("mpi_ring "))).containsExactlyInAnyOrder(
					"mpi_ring 0/2 ok rounds=10 token=30", "mpi_ring 1/2 ok rounds=10 token=30");
		}
	}

	@Test
	void signal_toOneRank_isNotOffered() throws Exception {
		try (ServerEngine engine = attach()) {
			Job job = engine.launch(shell(2, "sleep 1000", OutputSink.DISCARD), JobListener.NONE);
			Await.result(job.started());

			assertThatThrownBy(() -> job.signal(15, Set.of(1)))
					.isInstanceOf(UnsupportedOperationException.class).hasMessageContaining("whole jobs only");
		}
	}
}
