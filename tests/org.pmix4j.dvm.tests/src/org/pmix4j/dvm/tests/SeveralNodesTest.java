// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.PretendNodes;

/**
 * Runs jobs on three nodes that this machine plays, through PRRTE 3.0.8. Ranks live 0.3 seconds at least: PRRTE loses the ends of some
 * that are shorter.
 */
class SeveralNodesTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);
	private static final String HOSTS = "node1:2,node2:2,node3:2";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private static Path shared;

	private Path folder;
	private PretendNodes nodes;

	@BeforeEach
	void startNodes() throws IOException {
		folder = Files.createTempDirectory(shared, "nodes");
		nodes = PretendNodes.start(folder, 3);
	}

	@AfterEach
	void endNodes() throws Exception {
		nodes.close();
	}

	/** Returns a command on the head. */
	private Launcher command(Object... words) {
		return pmix4j.command(Arrays.stream(words).map(String::valueOf).toList()).inside(nodes.on("node0")).with("TMPDIR", "/tmp").in(folder);
	}

	/** Returns a job of six ranks in a DVM of its own. */
	private Launcher run(Object... words) {
		return command(Stream.concat(Stream.of("run", "--host", HOSTS, "-n", 6), Arrays.stream(words)).toArray());
	}

	private Launcher shell(String script, Object... options) {
		return run(Stream.concat(Arrays.stream(options), Stream.of("sh", "-c", "sleep 0.3; " + script)).toArray());
	}

	/** Waits until no process of PRRTE, and of its jobs, is left on any node. */
	private void requireNothingLeft(String... names) throws Exception {
		for (String node : names) {
			List<String> left = new ArrayList<>();
			Await.until("the end of all processes of " + node, MOMENT, () -> {
				left.clear();
				try {
					left.addAll(nodes.processes(node).stream().filter(line -> line.contains("prte") || line.contains("sleep")).toList());
				} catch (Exception e) {
					throw new IllegalStateException(e);
				}
				return left.isEmpty();
			});
		}
	}

	@Test
	void run_hostsAreNamed_ranksRunThere() throws Exception {
		Outcome outcome = shell("echo $PMIX_RANK $(hostname)", "--verbose").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("0 node1", "1 node1", "2 node2", "3 node2", "4 node3", "5 node3");
		assertThat(outcome.errorLines()).singleElement().asString().contains("DVM of PRRTE of its own", "node1");
		requireNothingLeft("node1", "node2", "node3");
	}

	@Test
	void run_hostfile_ranksRunThere() throws Exception {
		Files.writeString(folder.resolve("hosts"), "node2 slots=2\nnode3 slots=1\n");

		Outcome outcome = command("run", "--hostfile", "hosts", "sh", "-c", "sleep 0.3; hostname").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("node2", "node2", "node3");
	}

	@Test
	void server_onHosts_takesJobsAndEndsWithStop() throws Exception {
		LauncherRun server = command("server", "--engine", "prrte", "--host", HOSTS).start()
				.awaitOutput("pmix4j server ready, a DVM of PRRTE on " + HOSTS + ", namespace prte-node0-");

		assertThat(command("submit", "-n", 6, "sh", "-c", "sleep 0.3; hostname").finish().requireExit(0).lines())
				.containsExactlyInAnyOrder("node1", "node1", "node2", "node2", "node3", "node3");
		command("stop").finish().requireExit(0);

		server.end().requireExit(0);
		requireNothingLeft("node1", "node2", "node3");
	}

	@Test
	void server_killed_endsItsDvm() throws Exception {
		LauncherRun server = command("server", "--engine", "prrte", "--host", HOSTS).start().awaitOutput("pmix4j server ready");

		server.kill();

		requireNothingLeft("node1", "node2", "node3");
	}

	@Test
	void run_mapByNode_changesThePlaces() throws Exception {
		Outcome outcome = shell("echo $PMIX_RANK $(hostname)", "--map-by", "node").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("0 node1", "1 node2", "2 node3", "3 node1", "4 node2", "5 node3");
	}

	@Test
	void run_programOfOpenMpi_communicatesAcrossNodes() throws Exception {
		run(Peers.trixie("mpi_ring")).finish().requireExit(0).requirePeers("mpi_ring", 6);
	}

	/** The parent fails, as it expects its children on its own node. */
	@Test
	void run_rankSpawnsAJob_showsItsOutputOnce() throws Exception {
		Outcome outcome = command("run", "--host", "node1:2,node2:2", "--tag", "-n", 1, Peers.trixie("pmix_spawn"), 2).finish();

		assertThat(outcome.lines()).filteredOn(line -> line.endsWith(" ok child")).map(line -> line.replaceFirst("^\\[\\d+,", "["))
				.containsExactlyInAnyOrder("[0]<stdout>: pmix_spawn 0/2 ok child", "[1]<stdout>: pmix_spawn 1/2 ok child");
	}

	/** A job was killed if none of its ranks ran on the head, and none was seen there for six seconds. */
	@Test
	void run_jobThatLastsEightSeconds_endsByItself() throws Exception {
		shell("sleep 8; echo done").finish().requireExit(0);
	}

	/** PRRTE loses the ends of some jobs that are as short as these; such a job ended never. */
	@Test
	void run_manyShortJobs_eachEndsWithItsCodeOrSaysThatItIsLost() throws Exception {
		boolean isLost = false;
		for (int i = 0; i < 12 && !isLost; i++) {
			Outcome outcome = run("true").finish();

			isLost = outcome.errors().contains("the server does not report its end; its exit code is unknown");
			outcome.requireExit(isLost ? 70 : 0);
		}
		requireNothingLeft("node1", "node2", "node3");
	}

	/** The last rank waits until its node has been searched for it, and then longer than a job lasts whose processes are gone. */
	@Test
	void run_oneRankGoesOnAlone_isFoundAndNotKilled() throws Exception {
		String searched = "grep -qs 'task/[*]/children' /proc/[0-9]*/cmdline";

		Outcome outcome = shell("[ $PMIX_RANK = 5 ] || exit 0; until " + searched + "; do sleep 0.1; done; while " + searched
				+ "; do sleep 0.1; done; sleep 3; echo done").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("done");
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_tags_nameRankAndStream() throws Exception {
		Outcome outcome = shell("echo out; echo err >&2", "--tag=rank").finish().requireExit(0);

		assertThat(outcome.lines()).hasSize(6).contains("[5]<stdout>: out").allMatch(line -> line.matches("\\[[0-5]]<stdout>: out"));
		assertThat(outcome.errorLines()).hasSize(6).contains("[4]<stderr>: err");
	}

	@Test
	void run_outputDirectory_hasAFileOfEachRankOnTheHead() throws Exception {
		shell("echo out $PMIX_RANK", "--output", "dir=" + folder.resolve("out")).finish().requireExit(0);

		try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
			assertThat(files.filter(file -> file.endsWith("stdout")).map(SeveralNodesTest::read))
					.containsExactlyInAnyOrder("out 0\n", "out 1\n", "out 2\n", "out 3\n", "out 4\n", "out 5\n");
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
	}

	@Test
	void run_muchOutput_isExactInWholeLines() throws Exception {
		String line = "x".repeat(60);

		Outcome outcome = shell("i=0; while [ $i -lt 5000 ]; do echo $PMIX_RANK " + line + "; i=$((i+1)); done").finish().requireExit(0);

		assertThat(outcome.lines()).hasSize(30_000).allMatch(each -> each.length() == 62 && each.endsWith(" " + line));
		for (int rank = 0; rank < 6; rank++) {
			String prefix = rank + " ";
			assertThat(outcome.lines().stream().filter(each -> each.startsWith(prefix))).hasSize(5000);
		}
	}

	@Test
	void run_muchInputToTheLastNode_isExact() throws Exception {
		byte[] bytes = new byte[5_000_000];
		new Random(1).nextBytes(bytes);
		Path input = Files.write(folder.resolve("input"), bytes);

		shell("if [ $PMIX_RANK = 5 ]; then cat >" + folder.resolve("got") + "; fi", "--stdin", 5).input(input).finish().requireExit(0);

		assertThat(Files.readAllBytes(folder.resolve("got"))).isEqualTo(bytes);
	}

	@Test
	void run_rankFails_exitsWithItsCodeAndNamesIt() throws Exception {
		Outcome outcome = shell("[ $PMIX_RANK != 3 ] || exit 5; sleep 1000").finish().requireExit(5);

		assertThat(outcome.errors()).contains(",3]", "Exit code:    5");
	}

	@Test
	void run_rankDiesOfASignal_namesBoth() throws Exception {
		Outcome outcome = shell("[ $PMIX_RANK != 3 ] || kill -SEGV $$; sleep 1000").finish().requireExit(139);

		// the place is known if the process table was read in time
		assertThat(outcome.errors()).containsPattern("rank 3 (on node2 \\(pid \\d+\\) )?died of SIGSEGV");
	}

	@Test
	void run_programIsMissing_saysWhere() throws Exception {
		assertThat(run("nowhere-at-all").finish().requireExit(127).errors()).containsPattern("Node: +node[123]")
				.contains("nowhere-at-all");
	}

	@Test
	void run_directoryIsMissing_isRefused() throws Exception {
		Outcome outcome = run("--wdir", "/nowhere/missing", "pwd").finish().requireExit(126);

		assertThat(outcome.text()).isEmpty();
		assertThat(outcome.errorLines()).singleElement().asString().matches("pmix4j: the working directory /nowhere/missing does not exist or"
				+ " cannot be entered on node[123] \\(PRRTE reports that as an exceeded limit of open files\\)");
	}

	/** They crash the daemons of PRRTE. */
	@ParameterizedTest
	@ValueSource(strings = { "--set-cwd-to-session-dir", "--preload-binary" })
	void run_optionThatCrashesTheDaemons_isRefusedByName(String option) throws Exception {
		assertThat(run(option, "true").finish().requireExit(1).errors()).contains("does not honor option " + option, "ends PRRTE's daemons");
	}

	@Test
	void run_moreRanksThanSlots_saysSo() throws Exception {
		Outcome outcome = command("run", "--host", HOSTS, "-n", 60, "true").finish().requireExit(1);

		assertThat(outcome.errors()).contains("not enough slots").doesNotContain("x00", "-----");
	}

	@Test
	void run_hostIsUnreachable_isNamed() throws Exception {
		assertThat(command("run", "--host", "node1,node9", "-n", 2, "true").finish().requireExit(1).errors())
				.contains("cannot reach the node node9 by ssh");
	}

	@Test
	void run_nodeHasNoDaemon_saysWhatToInstall() throws Exception {
		nodes.spoil("node2", "bare");

		assertThat(run("true").finish().requireExit(1).errors()).contains("prted of PRRTE is not found", "install the same release");
		requireNothingLeft("node1", "node3");
	}

	@Test
	void run_hostfileIsWrong_namesTheLine() throws Exception {
		Files.writeString(folder.resolve("hosts"), "node1 slots=2\nnode2 slots=two\n");

		assertThat(command("run", "--engine", "prrte", "--hostfile", "hosts", "-n", 2, "true").finish().requireExit(1).errors())
				.contains("hosts, line 2", "'two'");
	}

	@Test
	void run_engineDoesNotExist_isRefused() throws Exception {
		assertThat(command("run", "--engine", "cloud", "-n", 1, "true").finish().requireExit(2).errors()).contains("prrte:WHERE", "'cloud'");
	}

	@Test
	void run_optionOfTheLocalServer_isRefusedByName() throws Exception {
		assertThat(command("run", "--engine", "prrte", "--tmpdir", "/tmp", "-n", 1, "true").finish().requireExit(2).errors())
				.contains("does not honor --tmpdir");
	}

	@Test
	void run_launcherIsKilled_leavesNothing() throws Exception {
		LauncherRun run = shell("echo ready; sleep 1000").start().awaitOutput("ready");

		run.kill();

		requireNothingLeft("node1", "node2", "node3");
	}

	@Test
	void run_interrupted_endsTheJobInOrder() throws Exception {
		LauncherRun run = shell("echo ready; sleep 1000").start().awaitOutput("ready");

		run.signal("INT").end().requireExit(130);

		requireNothingLeft("node1", "node2", "node3");
	}

	@Test
	void run_nodeIsLost_saysSoAndLeavesNothing() throws Exception {
		LauncherRun run = shell("echo ready; sleep 1000").start().awaitOutput("ready");

		nodes.lose("node3");

		assertThat(run.end().requireExit(70).errors()).contains("lost communication", "the server has ended before the job");
		requireNothingLeft("node1", "node2");
	}

	@Test
	void run_timeLimit_endsTheJobWithTheCodeOfMpirun() throws Exception {
		assertThat(shell("sleep 1000", "--timeout", 2).finish().requireExit(110).errors()).contains("time limit of 2 s");
	}

	@Test
	void engines_onTheHead_listsPrrteWithItsRelease() throws Exception {
		assertThat(command("engines").finish().requireExit(0).text()).containsPattern("local +ready").containsPattern(
				"prrte +ready +PRRTE 3\\.0\\.8, /usr/bin/prte");
	}

	/** Starts a DVM that stays, and waits until it is ready. */
	private Process startDvm(Path uri) throws IOException {
		List<String> prte = new ArrayList<>(nodes.on("node0"));
		prte.addAll(List.of("prte", "--allow-run-as-root", "--host", HOSTS, "--report-uri", uri.toString()));
		Process dvm = new ProcessBuilder(prte).redirectErrorStream(true).redirectOutput(folder.resolve("said").toFile()).start();
		Await.until("the DVM", MOMENT, () -> read(folder.resolve("said")).contains("DVM ready"));
		return dvm;
	}

	@Test
	void run_dvmThatIsNamed_runsTheJobThereAndStays() throws Exception {
		Path uri = folder.resolve("uri");
		Process dvm = startDvm(uri);
		try {
			for (int i = 0; i < 2; i++) {
				Outcome outcome = command("run", "--engine", "prrte:file:" + uri, "-n", 6, "sh", "-c", "sleep 0.3; hostname").finish()
						.requireExit(0);
				assertThat(outcome.lines()).containsOnly("node1", "node2", "node3");
			}
			assertThat(dvm.isAlive()).isTrue();
			assertThat(command("engines").finish().requireExit(0).text()).containsPattern("prrte:prte-node0-\\d+@0 +running");
			assertThat(command("run", "--engine", "local:file:" + uri, "-n", 1, "true").finish().requireExit(2).errors())
					.contains("use --engine prrte:file:");

			command("stop").finish().requireExit(0);
			Await.exit(dvm);
			requireNothingLeft("node1", "node2", "node3");
		} finally {
			dvm.destroy();
			Await.exit(dvm);
		}
	}

	/** A prun announces itself as a server, and leaves that behind if it is killed. */
	@Test
	void commands_whilePrunRunsAndAfterItWasKilled_useTheDvm() throws Exception {
		Path uri = folder.resolve("uri");
		Process dvm = startDvm(uri);
		List<String> words = new ArrayList<>(nodes.on("node0"));
		words.addAll(List.of("prun", "--allow-run-as-root", "--dvm-uri", "file:" + uri, "-n", "2", "sh", "-c", "echo ready; sleep 1000"));
		Process prun = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(folder.resolve("prun").toFile()).start();
		try {
			Await.until("the job of prun", MOMENT, () -> read(folder.resolve("prun")).contains("ready"));
			requireOneServer();
			prun.destroyForcibly();
			Await.exit(prun);
			requireOneServer();
		} finally {
			prun.destroyForcibly();
			dvm.destroy();
			Await.exit(dvm);
		}
	}

	/** Requires that the commands use the DVM, in which the job of prun runs, and see no other server. */
	private void requireOneServer() {
		assertThat(command("ps").finish().requireExit(0).lines()).hasSize(2).last().asString().contains("running", "sleep 1000");
		assertThat(command("engines").finish().requireExit(0).lines()).filteredOn(row -> row.contains(" running ")).singleElement().asString()
				.startsWith("prrte:prte-node0");
		assertThat(command("submit", "-n", 1, "sh", "-c", "sleep 0.3; echo $PMIX_RANK").finish().requireExit(0).lines()).containsExactly("0");
	}
}
