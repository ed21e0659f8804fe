// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.mpi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.model.Rank;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Lines;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ServerRun;

/** Tests launches with programs of Open MPI, of MPICH, and of neither: each library has a job, and with it a world of its own. */
class MixedMpiTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private static void requireWorlds(Outcome outcome) {
		assertThat(outcome.requireExit(0).lines()).filteredOn(line -> line.contains("/2 ok")).hasSize(2);
		assertThat(outcome.lines()).filteredOn(line -> line.contains("/3 ok")).hasSize(3);
		assertThat(outcome.lines()).filteredOn(line -> line.contains("rank 0 of 1 got token")).hasSize(1);
		assertThat(outcome.errors()).contains("so each library has a job: job 1 has ").contains(" (MPICH); job 2 has ")
				.contains(" (Open MPI); job 3 has ");
	}

	@Test
	void run_programsOfBothAndJava_eachSeesItsOwnWorld() {
		Path openMpi = Peers.c("mpi_hello");
		Path ring = Checkout.root().resolve("examples/ring");

		requireWorlds(pmix4j.run("-n", 2, Peers.mpich("mpi_hello"), ":", "-n", 2, openMpi, ":", "-n", 1, openMpi, ":", "-n", 1, ring).finish());
	}

	/** The Java rank publishes a name until it has found those of both libraries, which are published when they have found its own. */
	@Test
	void run_programsOfBothAndJava_findEachOthersNames() {
		Path openMpi = Peers.c("mpi_service");
		Path publish = Checkout.root().resolve("examples/publish");
		String name = "example.service";

		Outcome outcome = pmix4j.run("-n", 2, Peers.mpich("mpi_service"), "cross", name, "of MPICH", "tag#0$one", ":", "-n", 2, openMpi, "cross",
				name, "of Open MPI", "tag#0$two", ":", "-n", 1, openMpi, "cross", name, "unused", "", ":", "-n", 1, publish, "of MPICH",
				"of Open MPI").finish().requireExit(0);

		assertThat(outcome.lines()).filteredOn(line -> line.matches("mpi_service [01]/2 ok")).hasSize(2);
		assertThat(outcome.lines()).filteredOn(line -> line.matches("mpi_service [012]/3 ok")).hasSize(3);
		assertThat(outcome.lines()).contains("rank 0 has published " + name, "rank 0 found tag#0$one of rank 0",
				"rank 0 found tag#0$two of rank 0");
	}

	@Test
	void submit_programsOfBothAndJava_eachSeesItsOwnWorld() {
		Path openMpi = Peers.c("mpi_hello");
		Path ring = Checkout.root().resolve("examples/ring");
		ServerRun server = ServerRun.start(pmix4j);

		requireWorlds(
				server.submit("-n", 2, Peers.mpich("mpi_hello"), ":", "-n", 2, openMpi, ":", "-n", 1, openMpi, ":", "-n", 1, ring).finish());
		server.stop();
	}

	/** A wrapper may start a program of the library that the others have. */
	@Test
	void run_programsOfOneLibraryAndScript_shareAWorld() {
		Path program = Peers.mpich("mpi_hello");

		Outcome outcome = pmix4j.run("-n", 1, program, ":", "-n", 1, "sh", "-c", "exec " + program).finish();

		outcome.requirePeers("mpi_hello", 2);
		assertThat(outcome.errors()).doesNotContain("each library has a job");
	}

	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void run_rankOfOneLibraryAborts_endsTheOthers(boolean mpichAborts) {
		Path mpich = Peers.mpich(mpichAborts ? "mpi_abort" : "mpi_service");
		Path openMpi = Peers.c(mpichAborts ? "mpi_service" : "mpi_abort");
		Object[] waits = { "-n", 1, mpichAborts ? openMpi : mpich, "publish", "ocean", "tag" };
		Object[] aborts = { "-n", 2, mpichAborts ? mpich : openMpi, 42, 1 };

		Outcome outcome = pmix4j.run(waits[0], waits[1], waits[2], waits[3], waits[4], waits[5], ":", aborts[0], aborts[1], aborts[2],
				aborts[3], aborts[4]).inputByTest().finish().requireExit(42);

		assertThat(outcome.errors()).contains("job 2: rank 1 on ").contains("called abort with status 42");
	}

	@Test
	void run_interrupted_endsAll() {
		var run = pmix4j.run("-n", 1, Peers.mpich("mpi_service"), "publish", "a", "b", ":", "-n", 1, Peers.c("mpi_service"), "neither", ":",
				"-n", 1, "sh", "-c", "echo here; exec sleep 1000").inputByTest().start();

		run.awaitErrors("each library has a job").awaitOutput("here").signal("INT").end();
	}

	@Test
	void run_missingProgramBesideBoth_endsTheOthers() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.mpich("mpi_service"), "publish", "a", "b", ":", "-n", 1, Peers.c("mpi_hello"), ":", "-n", 1,
				"/no/such/program").inputByTest().finish().requireExit(127);

		assertThat(outcome.errors()).contains("job 3: cannot run /no/such/program: no such file or directory");
	}

	@Test
	void run_rankFailsAndJobContinues_othersGoOn() {
		String slow = "while [ ! -e \"$0\" ]; do sleep 0.05; done; rm \"$0\"; echo survived";
		Path mark = pmix4j.directory().resolve("mark");

		Outcome outcome = pmix4j.run("--continue", "-n", 1, Peers.mpich("mpi_hello"), 2, ":", "-n", 1, Peers.c("mpi_hello"), ":", "-n", 1, "sh",
				"-c", slow, mark, ":", "-n", 1, "sh", "-c", ": > \"$0\"", mark).finish().requireExit(1);

		assertThat(outcome.lines()).contains("survived").anyMatch(line -> line.contains("mpi_hello 0/1 ok"));
	}

	/** Ranks are numbered through all programs for standard input, as in one job. */
	@Test
	void run_standardInput_goesToTheRankOfThatNumber(@TempDir Path scratch) throws Exception {
		Path input = Files.writeString(scratch.resolve("input"), "for rank 3\n");
		String echo = "while read line; do echo \"$PMIX_RANK got $line\"; done";

		Outcome outcome = pmix4j.run("--stdin", 3, "-n", 1, Peers.mpich("mpi_hello"), ":", "-n", 1, Peers.c("mpi_hello"), ":", "-n", 2, "sh",
				"-c", echo).input(input).finish().requireExit(0);

		assertThat(outcome.lines()).contains("1 got for rank 3").noneMatch(line -> line.startsWith("0 got"));
	}

	@ParameterizedTest
	@CsvSource({ "--stdin all,standard input for all ranks", "--map-by rankfile:file=/dev/null,a rank file" })
	void run_requestThatOnlyOneJobCanMeet_isRefused(String option, String name) {
		String[] words = option.split(" ");

		Outcome outcome = pmix4j.run(words[0], words[1], "-n", 1, Peers.mpich("mpi_hello"), ":", "-n", 1, Peers.c("mpi_hello")).finish();

		assertThat(outcome.exitCode()).isNotZero();
		assertThat(outcome.errors()).contains(name + " needs programs of one MPI library");
		assertThat(outcome.lines()).isEmpty();
	}

	/** The user may know better what the programs need. */
	@Test
	void run_librarySelected_isOneJob() {
		Outcome outcome = pmix4j.run("--mpi", "pmix", "--tag", "-n", 1, "/bin/true", ":", "-n", 1, Peers.mpich("mpi_hello"), 1, ":", "-n", 1,
				"sh", "-c", "echo $PMIX_RANK").finish();

		assertThat(outcome.errors()).doesNotContain("each library has a job");
		assertThat(outcome.text()).contains("2\n");
	}

	@Test
	void names_ofOneLaunch_areFoundByBothLibrariesOfAnother(@TempDir Path scratch) throws Exception {
		String mpich = Peers.mpich("mpi_service").toString();
		String openMpi = Peers.c("mpi_service").toString();
		Pipe input = Pipe.open();
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			Lines published = new Lines();
			Lines found = new Lines();
			LocalJob publisher = host.launch(JobSpec.of(AppSpec.of(1, openMpi, "neither"), AppSpec.of(1, mpich, "publish", "ocean", "tag#0$port"))
					.withSink(published).withStdin(new StdinSpec(Rank.of(1), InputSource.of(input.source()))), JobListener.NONE);
			Await.until("the name is published", MOMENT, () -> published.text().contains("published"));

			LocalJob reader = host.launch(JobSpec.of(AppSpec.of(1, openMpi, "find", "ocean", "tag#0$port"),
					AppSpec.of(1, mpich, "find", "ocean", "tag#0$port")).withSink(found), JobListener.NONE);

			assertThat(Await.result(reader.familyEnded()).isSuccess()).as(found.text()).isTrue();
			input.sink().close();
			assertThat(Await.result(publisher.familyEnded()).isSuccess()).as(published.text()).isTrue();
		}
	}

	@ParameterizedTest
	@CsvSource({ "pmix,true", "none,false" })
	void run_rankDoesNotFindItsServer_isReported(String library, boolean reported) {
		Outcome outcome = pmix4j.run("--mpi", library, "--continue", "-n", 2, Peers.mpich("mpi_split")).finish();

		assertThat(outcome.errorLines()).filteredOn(line -> line.matches("pmix4j: no rank of \\S+/mpi_split has connected, though it is linked"
				+ " with libmpich\\.so\\.\\d+; if the ranks called MPI_Init, each ran alone, as rank 0 of 1\\. See: pmix4j info \\S+/mpi_split"))
				.hasSize(reported ? 1 : 0);
	}
}
