// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.mpi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Lines;
import org.pmix4j.testkit.OtherUsers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests unmodified programs that are linked with MPICH; mpiexec.hydra, its own launcher, is the reference. */
class MpichTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "mpi_hello,1", "mpi_hello,2", "mpi_hello,4", "mpi_ring,2", "mpi_ring,4", "mpi_allreduce,2", "mpi_allreduce,4",
			"mpi_onesided,2", "mpi_onesided,4", "mpi_split,2", "mpi_split,4", "mpi_bigmsg,2", "mpi_bigmsg,4" })
	void run_program_allRanksPass(String program, int ranks) {
		pmix4j.run("-n", ranks, Peers.mpich(program)).finish().requirePeers(program, ranks);
	}

	@Test
	void run_sixtyFourRanks_allPass() {
		pmix4j.run("-n", 64, Peers.mpich("mpi_hello"), 64).limit(Duration.ofSeconds(90)).finish().requirePeers("mpi_hello", 64);
	}

	@Test
	void run_twoPrograms_eachRankKnowsItsProgram() {
		Path program = Peers.mpich("mpi_mpmd");

		Outcome outcome = pmix4j.run("-n", 2, program, 0, 2, 2, ":", "-n", 2, program, 1, 2, 2).finish();

		outcome.requirePeers("mpi_mpmd", 4);
	}

	@Test
	void run_programTwicePerRank_bothWork() {
		String twice = "%1$s && exec %1$s".formatted(Peers.mpich("mpi_hello"));

		assertThat(pmix4j.run("-n", 2, "sh", "-c", twice).finish().requireExit(0).lines()).filteredOn(line -> line.contains("/2 ok")).hasSize(4);
	}

	@Test
	void run_abort_exitsAsUnderHydraAndNamesRank() throws Exception {
		Path program = Peers.mpich("mpi_abort");
		Process hydra = new ProcessBuilder(Peers.installed("mpiexec.hydra").toString(), "-n", "4", program.toString(), "42", "2")
				.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();

		Outcome outcome = pmix4j.run("-n", 4, program, 42, 2).finish().requireExit(42);

		assertThat(Await.exit(hydra)).isEqualTo(42);
		assertThat(outcome.errorLines()).anyMatch(line -> line.matches("pmix4j: rank 2 on .* \\(pid \\d+\\) called abort with status 42.*"));
	}

	@Test
	void run_rankKilledWhileOthersWaitInInit_endsTheJob() {
		String script = "[ $PMI_RANK = 1 ] && kill -9 $$; exec " + Peers.mpich("mpi_hello");

		Outcome outcome = pmix4j.run("-n", 4, "sh", "-c", script).finish().requireExit(137);

		assertThat(outcome.errorLines()).anyMatch(line -> line.matches("pmix4j: rank 1 on .* died of SIGKILL; .*"));
	}

	/** A job that goes on without a rank must not wait for it. */
	@Test
	void run_rankKilledAndJobContinues_barrierFails() {
		String script = "[ $PMI_RANK = 1 ] && kill -9 $$; exec " + Peers.mpich("mpi_hello");

		Outcome outcome = pmix4j.run("--continue", "-n", 2, "sh", "-c", script).finish().requireExit(137);

		assertThat(outcome.errors()).contains("cannot complete: rank 1 has ended and has not entered it");
	}

	@Test
	void run_exitWithoutFinalize_isFailure() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_pmi1"), "cmd=get_appnum").finish().requireExit(1);

		assertThat(outcome.errors()).contains("exited with code 0 without calling PMIx_Finalize or MPI_Finalize");
	}

	@Test
	void run_barrier_isShownAmongTheWaits() {
		String script = "[ $PMI_RANK = 0 -o $PMI_RANK = 2 ] || read line; exec %s cmd=barrier_in cmd=finalize".formatted(Peers.c("pmix_pmi1"));

		var run = pmix4j.run("--report-waits", 1, "--stdin", "all", "-n", 4, "sh", "-c", script).inputByTest().start();

		run.awaitErrors("waits for ranks 1, 3 of ");
		run.signal("QUIT").awaitErrors("PMI of ").awaitErrors(": 2 of 4 ranks connected");
		run.signal("INT").end();
	}

	private static Stream<String> variables(Outcome outcome) {
		return outcome.lines().stream().filter(line -> line.matches("(PMI_|MPI_LOCAL|MPIR_|PMIX_RANK|OMPI_COMM_WORLD_RANK).*")).sorted();
	}

	@Test
	void run_default_ranksFindBothServers() {
		assertThat(variables(pmix4j.run("-n", 1, "env").finish().requireExit(0))).hasSize(9)
				.contains("MPIR_CVAR_PMI_VERSION=1", "MPI_LOCALNRANKS=1", "MPI_LOCALRANKID=0", "PMIX_RANK=0", "PMI_ID=0", "PMI_RANK=0", "PMI_SIZE=1",
						"OMPI_COMM_WORLD_RANK=0")
				.anyMatch(line -> line.matches("PMI_PORT=127\\.0\\.0\\.1:\\d+"));
	}

	@ParameterizedTest
	@CsvSource({ "pmix, 2", "pmi1, 8", "pmi2, 8", "none, 0" })
	void run_mpi_selectsTheVariables(String library, int count) {
		assertThat(variables(pmix4j.run("--mpi", library, "-n", 1, "env").finish().requireExit(0))).hasSize(count);
	}

	@Test
	void run_mpiNone_eachProcessIsAlone() {
		assertThat(pmix4j.run("--mpi", "none", "-n", 2, Peers.mpich("mpi_ring")).finish().requireExit(0).lines())
				.filteredOn(line -> line.contains("mpi_ring 0/1 ok")).hasSize(2);
	}

	@Test
	void run_choiceOfTheUser_isKept() {
		assertThat(variables(pmix4j.run("-n", 1, "env").with("MPIR_CVAR_PMI_VERSION", "x").finish().requireExit(0)))
				.contains("MPIR_CVAR_PMI_VERSION=x");
	}

	/** Each launcher hands its own variables on, and none of those of the other. */
	@Test
	void run_underHydraAndHydraUnderPmix4j_innerLauncherCounts() throws Exception {
		String hydra = Peers.installed("mpiexec.hydra").toString();
		Path ring = Peers.mpich("mpi_ring");

		pmix4j.run("-n", 1, hydra, "-n", 2, ring).finish().requirePeers("mpi_ring", 2);
		Outcome inside = pmix4j.run("-n", 2, ring).inside(List.of(hydra, "-n", "1")).finish();
		inside.requirePeers("mpi_ring", 2);
	}

	private static JobSpec service(Path program, String mode) {
		return JobSpec.of(1, program.toString(), mode, "ocean-service", "tag#0$port");
	}

	/** Publishes a name by a program of one library and finds it by one of the other. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void names_ofOneLibrary_areFoundByTheOther(boolean mpichPublishes, @TempDir Path scratch) throws Exception {
		Path mpich = Peers.mpich("mpi_service");
		Path openMpi = Peers.c("mpi_service");
		Pipe input = Pipe.open();
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			Lines published = new Lines();
			Lines found = new Lines();
			LocalJob publisher = host.launch(service(mpichPublishes ? mpich : openMpi, "publish").withSink(published)
					.withStdin(StdinSpec.toRankZero(InputSource.of(input.source()))), JobListener.NONE);
			Await.until("the name is published", MOMENT, () -> published.text().contains("published"));

			LocalJob reader = host.launch(service(mpichPublishes ? openMpi : mpich, "find").withSink(found), JobListener.NONE);

			assertThat(Await.result(reader.ended()).isSuccess()).as(found.text()).isTrue();
			input.sink().close();
			assertThat(Await.result(publisher.ended()).isSuccess()).as(published.text()).isTrue();
		}
	}

	private static String spawn(String execname, String... more) {
		List<String> lines = Stream.of(List.of("mcmd=spawn", "nprocs=2", "execname=" + execname, "totspawns=1", "spawnssofar=1", "preput_num=1",
				"preput_key_0=where", "preput_val_0=here"), List.of(more), List.of("endcmd")).flatMap(List::stream).toList();
		return String.join("\n", lines);
	}

	/** MPICH 4.0.2 of Debian refuses MPI_Comm_spawn by its network module, under its own launcher, too. */
	@Test
	void spawn_overPmi1_startsJobWithValuesOfSpawner(@TempDir Path scratch) {
		Path peer = Peers.c("pmix_pmi1");
		String request = spawn(peer.toString(), "argcnt=4", "arg1=env PMI_SPAWNED", "arg2=cmd=get kvsname=KVS key=where", "arg3=pwd",
				"arg4=cmd=finalize", "info_num=2", "info_key_0=wdir", "info_val_0=" + scratch, "info_key_1=soft", "info_val_1=1");

		Outcome outcome = pmix4j.run("-n", 1, peer, request, "cmd=finalize").finish().requireExit(0);

		assertThat(outcome.lines()).contains("0: cmd=spawn_result rc=0", "0: PMI_SPAWNED=1", "1: PMI_SPAWNED=1",
				"0: cmd=get_result rc=0 msg=success value=here", "1: cmd=get_result rc=0 msg=success value=here", "1: in " + scratch);
		assertThat(outcome.errors()).contains("spawn by rank 0: the info key 'soft' has no effect");
	}

	@Test
	void spawn_ofMissingProgram_isRefusedAndSpawnerGoesOn() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_pmi1"), spawn("/no/such/program", "argcnt=0", "info_num=0"), "cmd=finalize").finish();

		assertThat(outcome.lines()).anyMatch(line -> line.startsWith("0: cmd=spawn_result rc=-1 msg=")).contains("0: cmd=finalize_ack");
	}

	@Test
	void connection_ofRankThatNamesAnother_isRefused() {
		String script = "[ $PMI_RANK = 1 ] || exec \"$0\" wait; PMI_ID=0 \"$0\" cmd=finalize; sleep 1000";

		var run = pmix4j.run("-n", 2, "sh", "-c", script, Peers.c("pmix_pmi1")).start();

		run.awaitErrors("(pmix_pmi1), which connects as rank 0 (pid ").awaitErrors(", belongs to rank 1").signal("INT").end();
	}

	@Test
	void connection_ofAnotherUser_isClosedUnreadAndTheRankIsServed() {
		String stranger = String.join(" ", OtherUsers.as(OtherUsers.NOBODY))
				+ " bash -c 'exec 3<>/dev/tcp/127.0.0.1/${PMI_PORT#*:}; echo cmd=initack pmiid=0 >&3; cat <&3' 2>&1; ";

		Outcome outcome = pmix4j.run("-n", 1, "sh", "-c", stranger + "exec \"$0\" cmd=finalize", Peers.c("pmix_pmi1")).finish().requireExit(0);

		assertThat(outcome.lines()).noneMatch(line -> line.startsWith("cmd=")).contains("0: cmd=finalize_ack");
		assertThat(outcome.errorLines()).anyMatch(line -> line.endsWith(" was refused: its process belongs to user 65534"));
	}

	@Test
	void connection_unknownCommand_isClosedAndNamed() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_pmi1"), "cmd=getbyidx kvsname=x idx=0").finish().requireExit(3);

		assertThat(outcome.errors()).contains("the PMI connection of rank 0 was closed: ")
				.contains("the command 'getbyidx' of PMI-1 is not known");
	}
}
