// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ServerRun;

/** Tests {@code pmix4j stacks} with hanging jobs of several launchers. Other jobs may run on the machine, so each test names its own. */
class StacksCommandTest {
	private static final String HANG = "mpi_hang";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;
	private final List<Process> launchers = new ArrayList<>();

	@AfterEach
	void end() throws InterruptedException {
		for (Process launcher : launchers) {
			launcher.destroy();
			launcher.waitFor();
		}
	}

	/** Starts a launcher other than ours, and waits until all of its ranks run. */
	private long launch(int ranks, List<String> command) throws IOException {
		Peers.installed("gdb");
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("TMPDIR", Files.createTempDirectory(scratch, "tmp").toString());
		Process launcher = builder.start();
		launchers.add(launcher);
		Set<String> ready = new TreeSet<>();
		BufferedReader reader = launcher.inputReader();
		for (String line = reader.readLine(); line != null && ready.size() < ranks; line = ready.size() < ranks ? reader.readLine() : line) {
			if (line.startsWith("ready ")) {
				ready.add(line);
			}
		}
		assertThat(ready).hasSize(ranks);
		return launcher.pid();
	}

	private long openMpi(int ranks) throws IOException {
		return launch(ranks, List.of(Peers.installed("mpirun.openmpi").toString(), "--allow-run-as-root", "--oversubscribe", "-n",
				String.valueOf(ranks), Peers.c(HANG).toString()));
	}

	/** Gives the debuggers more time than usual, as the ranks poll on a busy machine. */
	private Outcome stacks(Object... words) {
		List<Object> all = new ArrayList<>(List.of("--timeout", 300));
		all.addAll(List.of(words));
		return ServerRun.command(pmix4j, "stacks", all.toArray()).limit(Duration.ofMinutes(10)).finish();
	}

	@Test
	void mpirunThatHangs_showsWhichRankIsElsewhere() throws IOException {
		long mpirun = openMpi(4);

		List<String> lines = stacks(mpirun).requireExit(0).lines();

		assertThat(lines.get(0)).matches("job \\d+ of mpirun\\S* \\(pid " + mpirun + "\\), ranks 0-3 on this machine: .*/mpi_hang");
		// the ranks are at different lines of the function that calls MPI
		assertThat(lines).filteredOn(line -> !line.contains(" main (")).satisfiesExactly(first -> assertThat(first).startsWith("job "),
				all -> assertThat(all).isEqualTo("ranks 0-3"), group -> assertThat(group).isEqualTo("    ranks 0-2"),
				exchange -> assertThat(exchange).matches("      exchange \\(.*\\) at .*mpi_hang.c:14"),
				receive -> assertThat(receive).matches("      P?MPI_Recv \\(.*"), last -> assertThat(last).isEqualTo("    rank 3"),
				exchange -> assertThat(exchange).matches("      exchange \\(.*\\) at .*mpi_hang.c:12"),
				barrier -> assertThat(barrier).matches("      P?MPI_Barrier \\(.*"));
	}

	@Test
	void mpiexecOfMpich_isNamedByItsProcess() throws IOException {
		long hydra = launch(2, List.of(Peers.installed("mpiexec.hydra").toString(), "-n", "2", Peers.mpich(HANG).toString()));

		List<String> lines = stacks(hydra).requireExit(0).lines();

		assertThat(lines.get(0)).startsWith("job " + hydra + " of mpiexec");
		assertThat(lines).containsSubsequence("ranks 0-1", "    rank 0", "    rank 1").anyMatch(line -> line.matches("      P?MPI_Recv \\(.*"))
				.anyMatch(line -> line.matches("      P?MPI_Barrier \\(.*"));
	}

	@Test
	void prterunOfDebian13_showsItsRanks() throws IOException {
		long prterun = launch(2, Peers.trixie(List.of("prterun", "--allow-run-as-root", "--map-by", ":OVERSUBSCRIBE", "-n", "2",
				Peers.trixie(HANG).resolveSibling(HANG).toString())));
		String child = String.valueOf(ProcessHandle.of(prterun).orElseThrow().descendants()
				.filter(process -> process.info().command().orElse("").endsWith(HANG)).findFirst().orElseThrow().pid());

		List<String> lines = stacks(child).requireExit(0).lines();

		assertThat(lines.get(0)).matches("job prterun-\\S+@1 of prte\\S* \\(pid \\d+\\), ranks 0-1 on this machine: .*/mpi_hang");
		// GDB of Debian 12 reads the libraries of the other root directory; the compiler has inlined exchange
		assertThat(lines).contains("    rank 0", "    rank 1").anyMatch(line -> line.matches("      P?MPI_Recv \\(.*"))
				.noneMatch(line -> line.contains("event_base_loop"));
	}

	@Test
	void ourJobOfNativeAndJavaRanks_hasBothAndTheWaitsOfPmix() throws IOException {
		Peers.installed("gdb");
		Path source = Files.writeString(scratch.resolve("Main.java"), """
				public class Main {
					public static void main(String[] arguments) throws Exception {
						System.out.println("java runs");
						Thread.currentThread().join();
					}
				}
				""");
		Path peer = Peers.c("pmix_exit");
		LauncherRun run = pmix4j.run("-n", 1, peer, "init,ready,fence", ":", "-n", 1, peer, "init,ready,wait", ":", "-n", 1,
				 Path.of(System.getProperty("java.home"), "bin", "java"), source).start().awaitOutput("java runs");
		// the fence begins after the line of its rank
		Await.until("the wait of the fence", Duration.ofMinutes(1),
				() -> ServerRun.command(pmix4j, "dump", "--pid", run.pid()).finish().requireExit(0).text().contains("fence of "));

		List<String> lines = stacks(run.pid()).requireExit(0).lines();

		assertThat(lines.get(0)).matches("job \\S+ of pmix4j \\(pid " + run.pid() + "\\), ranks 0-2 on this machine: .*");
		assertThat(lines).anyMatch(line -> line.matches("fence of (\\S+) waits for ranks 1, 2 of \\1 since [\\d.]+ s"))
				.contains("ranks 0-1", "    rank 0", "    rank 1", "rank 2").anyMatch(line -> line.matches("      PMIx_Fence \\(.*"))
				.anyMatch(line -> line.matches(" +Main\\.main\\(Main\\.java:4\\)"))
				.anyMatch(line -> line.matches(" +java\\.lang\\.Object\\.wait0?\\(Native Method\\), waiting for a java\\.lang\\.Thread"));
		run.signal("TERM");
		run.end();
	}

	@Test
	void severalJobs_areListedAndOneHasToBeNamed() throws IOException {
		long one = openMpi(2);
		long two = openMpi(3);

		Outcome outcome = stacks().requireExit(2);

		assertThat(outcome.text()).isEmpty();
		assertThat(outcome.errorLines().get(0)).startsWith("pmix4j: several jobs run; name one, as in: pmix4j stacks ");
		assertThat(outcome.errorLines()).anyMatch(line -> line.matches("pmix4j: +\\d+ +0-1 +mpirun\\S* +" + one + " +.*/mpi_hang"))
				.anyMatch(line -> line.matches("pmix4j: +\\d+ +0-2 +mpirun\\S* +" + two + " +.*/mpi_hang"));
		assertThat(stacks("other").requireExit(69).errors()).contains("no job on this machine is called other; these run:", "mpi_hang");
	}

	@Test
	void chosenRanks_asJson() throws IOException {
		long mpirun = openMpi(3);

		assertThat(stacks("--json", "--ranks", "0-1", mpirun).requireExit(0).text()).matches("\\{\"job\":\"\\d+\",\"launcher\":\"mpirun\\S*\","
				+ "\"pid\":" + mpirun + ",\"ranks\":\\[\\{\"rank\":0,\"pid\":\\d+,\"command\":\".*mpi_hang\"},\\{\"rank\":1,.*}],\"waits\":\\[],"
				+ "\"stacks\":\\[\\{\"ranks\":\"0-1\",\"frame\":\".*\"calls\":\\[\\{.*MPI_Recv.*\"calls\":\\[]}]}.*],\"missing\":\\[]}\n");
		assertThat(stacks("--ranks", "7", mpirun).requireExit(69).errors()).contains("has no rank 7 on this machine; its ranks here are 0-2");
	}

	@Test
	void full_showsThreadsOfLibrariesAndTheInsideOfCalls() throws IOException {
		long mpirun = openMpi(2);
		List<String> usual = stacks(mpirun).requireExit(0).lines();

		List<String> full = stacks("--full", mpirun).requireExit(0).lines();

		assertThat(usual).noneMatch(line -> line.contains("event_base_loop"));
		assertThat(full).anyMatch(line -> line.contains("event_base_loop")).anyMatch(line -> line.startsWith("  thread "));
	}

	@Test
	void rankThatADebuggerHolds_isMissingWithTheReason() throws IOException {
		long mpirun = openMpi(2);
		long rank = ProcessHandle.of(mpirun).orElseThrow().children().filter(child -> child.info().command().orElse("").endsWith(HANG))
				.findFirst().orElseThrow().pid();
		Process gdb = new ProcessBuilder("gdb", "--batch", "-nx", "-p", String.valueOf(rank), "-ex", "shell echo attached", "-ex",
				"shell sleep 1000").redirectErrorStream(true).start();
		try {
			BufferedReader reader = gdb.inputReader();
			String line = reader.readLine();
			while (line != null && !line.equals("attached")) {
				line = reader.readLine();
			}
			assertThat(line).isEqualTo("attached");

			Outcome outcome = stacks(mpirun).requireExit(1);

			assertThat(outcome.errors()).matches("(?s)pmix4j: no stack of rank [01]: process " + gdb.pid()
					+ " \\(gdb\\) traces it already; only one debugger can\n");
			assertThat(outcome.lines()).anyMatch(each -> each.matches("rank [01]"));
		} finally {
			gdb.descendants().forEach(ProcessHandle::destroyForcibly);
			gdb.destroyForcibly();
		}
	}
}
