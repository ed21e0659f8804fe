// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.job.StopPoint;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.EnvironmentEdits.Kind;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Rank;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.slurm.SlurmOptions;
import org.pmix4j.slurm.SrunEngine;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Lines;
import org.pmix4j.testkit.PretendNodes;

/** Jobs that srun of Slurm 22.05 runs in an allocation of their own on three nodes that this machine plays. */
class SrunJobsTest {
	@TempDir
	private static Path shared;

	private static PretendNodes nodes;

	@BeforeAll
	static void startNodes() throws Exception {
		nodes = PretendNodes.startWithSlurm(Files.createDirectory(shared.resolve("nodes")), 3);
	}

	@AfterAll
	static void endNodes() throws Exception {
		nodes.close();
	}

	@TempDir
	private Path scratch;

	private static JobEngine open() throws Exception {
		return open(nodes.slurm().get("PATH"));
	}

	/** Returns an engine that finds Slurm's commands in that PATH. */
	private static JobEngine open(String path) throws Exception {
		Map<String, String> environment = new HashMap<>(System.getenv());
		environment.put("PATH", path);
		return SrunEngine.request(SlurmOptions.NONE.and("nodes=3"), 6, environment, line -> {
		});
	}

	private static JobSpec shell(int ranks, String script, OutputSink sink) {
		return JobSpec.of(ranks, "/bin/sh", "-c", script).withSink(sink);
	}

	private JobResult run(JobSpec spec) throws Exception {
		try (JobEngine engine = open()) {
			return Await.result(engine.launch(spec, JobListener.NONE).ended());
		}
	}

	private static InputSource source(String text) {
		return InputSource.of(Channels.newChannel(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII))));
	}

	@Test
	void ranks_ofAJob_haveTheirNodesAndProcesses() throws Exception {
		try (JobEngine engine = open()) {
			Lines lines = new Lines();
			Job job = engine.launch(shell(6, "echo $PMIX_RANK $(hostname) $$; exec sleep 1000", lines), JobListener.NONE);
			Await.until("the lines", Duration.ofSeconds(30), () -> lines.text().lines().count() == 6);

			assertThat(lines.text().lines()).containsExactlyInAnyOrderElementsOf(job.ranks().stream()
					.map(rank -> rank.proc().rank() + " " + rank.node().name() + " " + rank.pid().orElseThrow()).toList());
			assertThat(engine.nodes()).extracting(node -> node.name() + " " + node.slots()).containsExactly("node1 2", "node2 2", "node3 2");
		}
	}

	@Test
	void launch_rankFails_isNamedAndEndsTheOthers() throws Exception {
		JobResult result = run(shell(6, "test $PMIX_RANK != 3 || exit 5; exec sleep 1000", OutputSink.DISCARD));

		assertThat(result.exitCode()).isEqualTo(5);
		assertThat(result.culprit().orElseThrow().proc().rank().value()).isEqualTo(3);
		assertThat(result.message().orElseThrow()).matches("rank 3 on node\\d \\(pid \\d+\\) exited with code 5");
	}

	@Test
	void launch_rankDiesOfASignal_isNamed() throws Exception {
		JobResult result = run(shell(2, "test $PMIX_RANK != 1 || kill -SEGV $$; exec sleep 1000", OutputSink.DISCARD));

		assertThat(result.exitCode()).isEqualTo(139);
		assertThat(result.message().orElseThrow()).matches("rank 1 on node\\d \\(pid \\d+\\) died of SIGSEGV");
	}

	@Test
	void launch_rankAndItsShellAreKilled_isKnownFromSrun() throws Exception {
		JobResult result = run(shell(2, "test $PMIX_RANK != 1 || kill -KILL $PPID $$; exec sleep 1000", OutputSink.DISCARD));

		assertThat(result.exitCode()).isEqualTo(137);
		assertThat(result.message().orElseThrow()).matches("rank 1 on node\\d \\(pid \\d+\\) died of SIGKILL");
	}

	@Test
	void launch_rankFailsOfAJobThatContinues_othersEndByThemselves() throws Exception {
		Lines lines = new Lines();

		JobResult result = run(shell(3, "test $PMIX_RANK != 1 || exit 5; sleep 1; echo $PMIX_RANK", lines)
				.withErrorPolicy(ErrorPolicy.CONTINUE));

		assertThat(result.exitCode()).isEqualTo(5);
		assertThat(lines.text().lines()).containsExactlyInAnyOrder("0", "2");
	}

	@Test
	void output_ofAnyLineLength_isExact() throws Exception {
		Lines lines = new Lines();
		StringBuilder expected = new StringBuilder();
		for (int length : List.of(0, 1, 1000, 1022, 1023, 1024, 1025, 2046, 2047, 2048, 2049, 5000, 100_000)) {
			expected.append("x".repeat(length)).append("3: y\n");
		}
		expected.append("  unfinished");

		run(shell(1, "cat", lines).withStdin(StdinSpec.toRankZero(source(expected.toString()))));

		assertThat(lines.text()).isEqualTo(expected.toString());
	}

	@Test
	void input_forAll_reachesEachRank() throws Exception {
		Lines lines = new Lines();

		run(shell(6, "wc -l", lines).withStdin(new StdinSpec(Rank.WILDCARD, source("text\n".repeat(20_000)))));

		assertThat(lines.text().lines()).hasSize(6).containsOnly("20000");
	}

	@Test
	void launch_programsWithTheirOwnDirectoriesAndVariables_haveThem() throws Exception {
		Lines lines = new Lines();
		String script = "echo $PMIX_RANK $(pwd) \"$WORD\" ${REST-none} \"$1\"";
		AppSpec first = AppSpec.of(2, "sh", "-c", script, "sh", "a 'b\" $c").withDirectory(Path.of("/usr"))
				.withEnvironment(Map.of("WORD", "two words"));
		AppSpec second = AppSpec.of(1, "sh", "-c", script, "sh", "").withDirectory(Path.of("/var"))
				.withOption(AppOptions.ENVIRONMENT, EnvironmentEdits.NONE.plus(Kind.UNSET, new Envar("REST", "", ':')));
		Map<String, String> environment = new HashMap<>(OwnProcess.environment());
		environment.putAll(Map.of("WORD", "one", "REST", "there"));

		run(JobSpec.of(first, second).withEnvironment(environment).withSink(lines));

		assertThat(lines.text().lines()).containsExactlyInAnyOrder("0 /usr two words there a 'b\" $c", "1 /usr two words there a 'b\" $c",
				"2 /var one none ");
	}

	@Test
	void launch_directoryIsMissing_isNamed() throws Exception {
		JobResult result = run(JobSpec.of(AppSpec.of(1, "/bin/pwd").withDirectory(Path.of("/nowhere/missing"))).withSink(OutputSink.DISCARD));

		assertThat(result.exitCode()).isEqualTo(126);
		assertThat(result.message().orElseThrow())
				.matches("the working directory /nowhere/missing does not exist or cannot be entered on node\\d");
	}

	@Test
	void timeout_ofAJob_endsItWithTheCodeOfMpirun() throws Exception {
		JobResult result = run(shell(2, "exec sleep 1000", OutputSink.DISCARD).withTimeout(Duration.ofSeconds(2)));

		assertThat(result.exitCode()).isEqualTo(110);
		assertThat(result.message().orElse("")).contains("time limit of 2 s");
	}

	@Test
	void launch_moreRanksThanSlots_showsWhatSrunSays() throws Exception {
		JobResult result = run(shell(60, "true", OutputSink.DISCARD));

		assertThat(result.exitCode()).isEqualTo(1);
		assertThat(result.message().orElseThrow()).startsWith("srun has not started the job\nsrun: error: ")
				.contains("More processors requested");
	}

	@Test
	void unsupported_options_areNamed() throws Exception {
		JobSpec job = JobSpec.of(AppSpec.of(2, "true").withOption(PlacementOptions.HOSTS, "node1")
				.withOption(PlacementOptions.MAP_BY, "node")).withStop(StopPoint.IN_INIT);

		assertThat(run(job.withSink(OutputSink.DISCARD)).message().orElseThrow().lines())
				.allMatch(line -> line.startsWith("srun does not honor option --")).anyMatch(line -> line.contains("--host: "))
				.anyMatch(line -> line.contains("--map-by: ")).anyMatch(line -> line.contains("--stop-in-init: ")).hasSize(3);
	}

	@Test
	void launch_withoutThePlugin_listsThoseThatAreThere() throws Exception {
		Path plugins = Files.createDirectory(nodes.folder().resolve("plugins"));
		try (Stream<Path> all = Files.list(Path.of("/usr/lib/x86_64-linux-gnu/slurm-wlm"))) {
			for (Path plugin : all.filter(each -> !each.getFileName().toString().startsWith("mpi_pmix")).toList()) {
				Files.copy(plugin, plugins.resolve(plugin.getFileName()));
			}
		}
		Path settings = Files.writeString(nodes.folder().resolve("slurm/bare.conf"),
				Files.readString(nodes.folder().resolve("slurm/slurm.conf")) + "PluginDir=" + plugins + "\n");
		Path srun = Files.writeString(scratch.resolve("srun"), "#!/bin/sh\nexec " + String.join(" ", nodes.here("node0")) + " env SLURM_CONF="
				+ settings + " /usr/bin/srun \"$@\"\n");
		Files.setPosixFilePermissions(srun, PosixFilePermissions.fromString("rwxr-xr-x"));
		try (JobEngine engine = open(scratch + ":" + nodes.slurm().get("PATH"))) {
			JobResult result = Await.result(engine.launch(shell(1, "true", OutputSink.DISCARD), JobListener.NONE).ended());

			assertThat(result.message().orElseThrow()).contains("no plug-in for MPI of the kind pmix", "pmi2", "none", "--mpi pmi2");
		}
	}
}
