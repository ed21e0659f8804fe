// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.mpi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.MpiLibrary;
import org.pmix4j.placement.internal.topology.HardwareReader;
import org.pmix4j.process.MpiLinkage;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Lines;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/**
 * Tests unmodified programs that are linked with MPICH 4.2 (Debian 13) and MPICH 5.0 (Debian's next release), over both versions of PMI.
 * What is not tested here fails under their own mpiexec.hydra, too: MPI_Open_port in both, MPI_Comm_spawn in 4.2, and the ranks of a node
 * in MPI_Comm_split_type in 5.0.
 */
class NewerMpichTest {
	private static final Duration MOMENT = Duration.ofSeconds(60);
	private static final Map<String, List<String>> PROGRAMS = Map.of("trixie",
			List.of("mpi_hello", "mpi_ring", "mpi_allreduce", "mpi_onesided", "mpi_split", "mpi_bigmsg"), "forky",
			List.of("mpi_hello", "mpi_ring", "mpi_allreduce", "mpi_onesided", "mpi_bigmsg"));

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private static Stream<List<String>> programs() {
		List<List<String>> all = new ArrayList<>();
		for (String release : List.of("trixie", "forky")) {
			for (String library : List.of("auto", "pmi2")) {
				PROGRAMS.get(release).forEach(program -> all.add(List.of(release, library, program)));
			}
		}
		return all.stream();
	}

	@ParameterizedTest
	@MethodSource("programs")
	void run_program_allRanksPass(List<String> words) {
		String program = words.get(2);

		pmix4j.run("--mpi", words.get(1), "-n", 4, Peers.mpich(words.get(0), program)).finish().requirePeers(program, 4);
	}

	@ParameterizedTest
	@CsvSource({ "trixie,auto", "trixie,pmi2", "forky,auto", "forky,pmi2" })
	void run_sixtyFourRanks_allPass(String release, String library) {
		pmix4j.run("--mpi", library, "-n", 64, Peers.mpich(release, "mpi_hello"), 64).limit(Duration.ofMinutes(3)).finish()
				.requirePeers("mpi_hello", 64);
	}

	/** The library that MPICH uses to discover hardware says from where it has it. */
	@ParameterizedTest
	@CsvSource({ "trixie,auto", "trixie,pmi2", "forky,auto", "forky,pmi2" })
	void run_largeJob_ranksReadTheHardwareFromTheLauncher(String release, String library) {
		Outcome outcome = pmix4j.run("--mpi", library, "-n", 8, Peers.mpich(release, "mpi_hello")).with("HWLOC_COMPONENTS_VERBOSE", "1")
				.limit(Duration.ofMinutes(3)).finish().requirePeers("mpi_hello", 8);

		String source = HardwareReader.read().isPresent() ? "xml" : "linux";
		assertThat(outcome.errorLines()).filteredOn(line -> line.matches(".*Final list of enabled discovery components: " + source + "\\b.*"))
				.hasSizeGreaterThanOrEqualTo(8);
	}

	/** PMI2_Abort has no exit code: MPICH sends -1 for any. */
	@ParameterizedTest
	@CsvSource({ "trixie,1,pmi1,42", "trixie,2,pmi2,255", "forky,1,pmi1,42", "forky,2,pmi2,255" })
	void run_abort_exitsAsUnderHydraAndNamesRank(String release, String version, String library, int code) throws Exception {
		Path script = Peers.mpich(release, "mpi_abort");
		Path program = script.resolveSibling("mpi_abort");
		List<String> hydra = new ArrayList<>(Peers.tree(release));
		hydra.addAll(List.of("env", "MPIR_CVAR_PMI_VERSION=" + version, "mpiexec.hydra", "-n", "4", program.toString(), "42", "2"));
		Process reference = new ProcessBuilder(hydra).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();

		Outcome outcome = pmix4j.run("--mpi", library, "-n", 4, script, 42, 2).finish().requireExit(code);

		assertThat(Await.exit(reference)).isEqualTo(code);
		assertThat(outcome.errorLines())
				.anyMatch(line -> line.matches("pmix4j: rank 2 on .* \\(pid \\d+\\) called abort with status (42|-1); the other 3 ranks .*"));
	}

	@ParameterizedTest
	@CsvSource({ "trixie,auto", "trixie,pmi2", "forky,auto", "forky,pmi2" })
	void run_rankKilledWhileOthersWaitInInit_endsTheJob(String release, String library) {
		String script = "[ $PMI_RANK = 1 ] && kill -9 $$; exec " + Peers.mpich(release, "mpi_hello");

		Outcome outcome = pmix4j.run("--mpi", library, "-n", 4, "sh", "-c", script).finish().requireExit(137);

		assertThat(outcome.errorLines()).anyMatch(line -> line.matches("pmix4j: rank 1 on .* died of SIGKILL; .*"));
	}

	/** The launcher itself runs in the tree, so that spawned ranks do. */
	@ParameterizedTest
	@CsvSource({ "mpi_spawn,auto,2", "mpi_spawn,pmi2,2", "mpi_spawn_multiple,auto,3", "mpi_spawn_multiple,pmi2,3" })
	void spawn_ofMpich5_parentsAndChildrenTalk(String name, String library, int children) {
		Path program = Peers.mpich("forky", name).resolveSibling(name);

		Outcome outcome = pmix4j.run("--mpi", library, "-n", 2, program).inside(Peers.tree("forky")).finish().requireExit(0);

		assertThat(outcome.lines()).filteredOn(line -> line.contains("/2 ok parent")).hasSize(2);
		assertThat(outcome.lines()).filteredOn(line -> line.contains("/" + children + " ok child")).hasSize(children);
	}

	@ParameterizedTest
	@CsvSource({ "trixie,true", "trixie,false", "forky,true", "forky,false" })
	void names_ofOneLibrary_areFoundByTheOther(String release, boolean mpichPublishes, @TempDir Path scratch) throws Exception {
		Path mpich = Peers.mpich(release, "mpi_service");
		Path openMpi = Peers.c("mpi_service");
		Pipe input = Pipe.open();
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			Lines published = new Lines();
			Lines found = new Lines();
			LocalJob publisher = host.launch(service(mpichPublishes, mpichPublishes ? mpich : openMpi, "publish").withSink(published)
					.withStdin(StdinSpec.toRankZero(InputSource.of(input.source()))), JobListener.NONE);
			Await.until("the name is published", MOMENT, () -> published.text().contains("published"));

			LocalJob reader = host.launch(service(!mpichPublishes, mpichPublishes ? openMpi : mpich, "find").withSink(found), JobListener.NONE);

			assertThat(Await.result(reader.ended()).isSuccess()).as(found.text()).isTrue();
			input.sink().close();
			assertThat(Await.result(publisher.ended()).isSuccess()).as(published.text()).isTrue();
		}
	}

	private static JobSpec service(boolean isMpich, Path program, String mode) {
		return JobSpec.of(1, program.toString(), mode, "ocean service", "tag#0$port").withOption(JobOptions.MPI,
				isMpich ? MpiLibrary.PMI2 : MpiLibrary.AUTO);
	}

	@ParameterizedTest
	@CsvSource({ "trixie,4\\.2\\.\\d+", "forky,5\\.0\\.\\d+" })
	void linkage_ofProgramInTree_namesItsRelease(String release, String version) throws Exception {
		Path program = Peers.mpich(release, "mpi_hello").resolveSibling("mpi_hello");
		List<String> path = new ArrayList<>(Peers.tree(release));
		path.set(path.size() - 1, "path");
		Process asked = new ProcessBuilder(path).start();
		Path libraries = Path.of(new String(asked.getInputStream().readAllBytes()).strip()).resolve("usr/lib/x86_64-linux-gnu");

		MpiLinkage linkage = MpiLinkage.of(program, Map.of("LD_LIBRARY_PATH", libraries.toString()));

		assertThat(linkage.family()).isEqualTo(MpiLinkage.Family.MPICH);
		assertThat(linkage.version().orElseThrow()).matches(version);
	}
}
