// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStreamsProxy2;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.connection.ConnectionTest;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.ServerElement;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.HeadGateway;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.PretendNodes;

/**
 * Launches jobs on three nodes that this machine plays, through PRRTE 3.0.8. Ranks live 0.3 seconds at least: PRRTE loses the ends of some
 * that are shorter.
 */
class SeveralNodesTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);
	private static final String HOSTS = "node1:2,node2:2,node3:2";

	@TempDir
	private static Path shared;
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private PretendNodes nodes;
	private HeadGateway head;

	@BeforeEach
	void startNodes() throws IOException {
		nodes = PretendNodes.start(Files.createTempDirectory(shared, "nodes"), 3);
		head = HeadGateway.open(nodes);
	}

	@AfterEach
	void endNodes() throws Exception {
		for (ILaunch launch : Jobs.manager().getLaunches()) {
			launch.terminate();
			Launched.of(launch).awaitEnd();
		}
		requireNothingLeft();
		head.close();
		nodes.close();
	}

	/** Waits until no process of PRRTE, and of its jobs, is left on any node. */
	private void requireNothingLeft() {
		for (String node : List.of("node1", "node2", "node3")) {
			if (Files.exists(nodes.folder().resolve(node).resolve("pid"))) {
				assertThat(Await.untilEmpty(MOMENT, () -> {
					try {
						return nodes.processes(node).stream().filter(line -> line.contains("prte") || line.contains("sleep")).toList();
					} catch (Exception e) {
						throw new IllegalStateException(e);
					}
				})).as(node).isEmpty();
			}
		}
	}

	/** Returns a job of six ranks whose commands of PRRTE are those of the head. */
	private ILaunchConfigurationWorkingCopy script(String script) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = jobs.script(6, "sleep 0.3; " + script);
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, head.environment());
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, nodes.folder().toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, HOSTS);
		return copy;
	}

	private Launched launch(String script) throws Exception {
		return Launched.launch(script(script));
	}

	@Test
	void launch_hostsAreNamed_showsRanksWithNodesAndOutput_andTerminates() throws Exception {
		Launched launched = launch("echo on $(hostname); exec sleep 1000");
		NamespaceElement job = launched.namespace();
		for (int rank = 0; rank < 6; rank++) {
			launched.awaitOutput("on node" + (rank / 2 + 1));
		}
		jobs.await(() -> job.ranks().stream().allMatch(rank -> rank.state() == ElementState.RUNNING));

		assertThat(job.state()).isEqualTo(ElementState.RUNNING);
		assertThat(job.ranks()).extracting(rank -> rank.node().orElse("")).containsExactly("node1", "node1", "node2", "node2", "node3", "node3");
		assertThat(job.ranks()).allMatch(rank -> rank.pid().isPresent());
		assertThat(job.hasLocalProcesses()).isFalse();
		assertThat(launched.process().canAttachDebugger()).isTrue();
		assertThat(launched.process().ranks().get(5).getAttribute(PmixLaunchConstants.PROCESS_NODE)).isEqualTo("node3");
		assertThat(launched.process().ranks().get(5).getAttribute(IProcess.ATTR_PROCESS_ID)).matches("[1-9]\\d*");
		ServerElement server = job.session().server();
		assertThat(server.name()).isEqualTo("a DVM of PRRTE on " + HOSTS);
		assertThat(server.isAttached()).isFalse();
		jobs.await(() -> job.session().nodes().containsAll(List.of("node1", "node2", "node3")));
		assertThatThrownBy(() -> Await.result(job.keyValues(10))).hasMessageContaining("does not list stored values");
		Await.until("the console", MOMENT, () -> launched.out().lines().toList().containsAll(List.of("[0] on node1", "[5] on node3")));

		launched.process().terminate();
		launched.awaitEnd();

		assertThat(job.state()).isEqualTo(ElementState.KILLED);
		requireNothingLeft();
		Jobs.manager().removeLaunch(launched.launch());
		jobs.await(() -> !jobs.model().servers().contains(server));
	}

	@Test
	void launch_rankSpawnsAJob_showsItsOutputWithTheNumberOfTheJob() throws Exception {
		ILaunchConfigurationWorkingCopy copy = script("exec " + Peers.trixie("pmix_spawn") + " 2");
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, 1);
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "node1:2,node2:2");

		Launched launched = Launched.launch(copy).awaitEnd();

		assertThat(launched.out().lines().filter(line -> line.endsWith(" ok child")).map(line -> line.replaceFirst("^\\[\\d+,", "[")))
				.containsExactlyInAnyOrder("[0] pmix_spawn 0/2 ok child", "[1] pmix_spawn 1/2 ok child");
	}

	@Test
	void launch_rankFails_hasItsExitCodeAndNamesIt() throws Exception {
		Launched launched = launch("[ $PMIX_RANK != 3 ] || exit 5; exec sleep 1000").awaitEnd();

		assertThat(launched.process().getExitValue()).isEqualTo(5);
		assertThat(launched.namespace().state()).isEqualTo(ElementState.FAILED);
		assertThat(launched.namespace().firstFailure().orElseThrow().rank().rank()).isEqualTo(3);
	}

	@Test
	void launch_input_reachesARankOfAnotherNode() throws Exception {
		ILaunchConfigurationWorkingCopy copy = script("[ $PMIX_RANK != 5 ] || { read line; echo got $line on $(hostname); }");
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, "5");
		Launched launched = Launched.launch(copy);
		((IStreamsProxy2) launched.process().getStreamsProxy()).write("a line\n");

		launched.awaitOutput("got a line on node3");
		launched.awaitEnd();
		assertThat(launched.process().getExitValue()).isZero();
	}

	@Test
	void launch_optionThatPrrteLacks_isRefusedByNameBeforeTheStart() throws Exception {
		ILaunchConfigurationWorkingCopy copy = script("true");
		copy.setAttribute(PmixLaunchConstants.ATTR_MAX_RESTARTS, 2);

		assertRefused(copy, "The engine prrte does not honor option --max-restarts: PRRTE has no such option.");
		copy.removeAttribute(PmixLaunchConstants.ATTR_MAX_RESTARTS);
		copy.setAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, "/tmp");
		assertRefused(copy, "The engine prrte does not honor --tmpdir, which is for the engine local");
	}

	private void assertRefused(ILaunchConfigurationWorkingCopy copy, String reason) {
		assertThatThrownBy(() -> copy.launch(ILaunchManager.RUN_MODE, new NullProgressMonitor())).isInstanceOf(CoreException.class)
				.hasMessageContaining(reason);
		assertThat(jobs.model().namespaces()).isEmpty();
	}

	@Test
	void launch_hostIsUnreachable_isNamed() throws Exception {
		ILaunchConfigurationWorkingCopy copy = script("true");
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "node1,node9");

		assertRefused(copy, "annot reach the node node9 by ssh");
		assertThatThrownBy(() -> ConnectionTest.run(copy, new NullProgressMonitor())).hasMessageContaining("node9 by ssh");
	}

	@Test
	void launch_nodeLacksTheDirectory_isRefused() throws Exception {
		ILaunchConfigurationWorkingCopy copy = script("pwd");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, Files.createTempDirectory(Path.of("/tmp"), "here-only").toString());

		assertRefused(copy, "does not exist or cannot be entered on node");
		jobs.await(() -> jobs.model().servers().stream().noneMatch(server -> server.name().contains("PRRTE")));
	}

	/** Cancels itself when it shows that the nodes are being connected. */
	private static final class Canceling extends NullProgressMonitor {
		private final CompletableFuture<String> shown = new CompletableFuture<>();

		@Override
		public void subTask(String name) {
			if (name.contains("DVM of PRRTE")) {
				shown.complete(name);
				setCanceled(true);
			}
		}
	}

	@Test
	void launch_isCanceledWhileANodeDoesNotAnswer_leavesNothing() throws Exception {
		nodes.spoil("node2", "hangs");
		Canceling monitor = new Canceling();

		ILaunch launch = script("true").launch(ILaunchManager.RUN_MODE, monitor);

		assertThat(monitor.shown).isDone();
		assertThat(launch.getProcesses()).isEmpty();
		requireNothingLeft();
		IProgressMonitor second = new Canceling();
		assertThatThrownBy(() -> ConnectionTest.run(script("true"), second)).isInstanceOf(OperationCanceledException.class);
	}

	@Test
	void test_nodesAreNamed_listsThoseThatAnswer() throws Exception {
		List<String> lines = ConnectionTest.run(script("true"), new NullProgressMonitor());

		assertThat(lines).hasSize(3);
		assertThat(lines.get(0)).contains("in a DVM of PRRTE of its own, as the machine node1 is named");
		assertThat(lines.get(1)).contains("PRRTE 3.0.8", head.bin().resolve("prte").toString());
		assertThat(lines.get(2)).contains("node1, node2, node3");
		assertThat(jobs.model().namespaces()).isEmpty();
	}

	/** Starts a DVM that stays, and returns when it is ready. */
	private Process startDvm(Path uri) throws IOException {
		Path said = nodes.folder().resolve("said");
		List<String> prte = new ArrayList<>(List.of(head.bin().resolve("prte").toString(), "--allow-run-as-root", "--host", HOSTS, "--report-uri",
				"-"));
		ProcessBuilder builder = new ProcessBuilder(prte).redirectErrorStream(true).redirectOutput(said.toFile());
		builder.environment().put("TMPDIR", "/tmp");
		Process dvm = builder.start();
		Await.until("the DVM", MOMENT, () -> read(said).contains("DVM ready"));
		Files.writeString(uri, read(said).lines().filter(line -> line.contains(";tcp4:")).findFirst().orElseThrow() + "\n");
		return dvm;
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
	}

	@Test
	void launch_dvmThatRuns_runsTheJobThereAndStays_untilItHasGone() throws Exception {
		Path uri = nodes.folder().resolve("uri");
		Process dvm = startDvm(uri);
		ILaunchConfigurationWorkingCopy copy = script("echo on $(hostname)");
		copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, "prrte:file:" + uri);
		try {
			assertThat(ConnectionTest.run(copy, new NullProgressMonitor()).getLast()).contains("node1, node2, node3");
			for (int i = 0; i < 2; i++) {
				Launched launched = Launched.launch(copy).awaitEnd();
				assertThat(launched.out().lines()).contains("[0] on node1", "[5] on node3").hasSize(6);
				assertThat(launched.process().getExitValue()).isZero();
			}
			assertThat(dvm.isAlive()).isTrue();
			copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, "local:file:" + uri);
			assertThatThrownBy(() -> copy.launch(ILaunchManager.RUN_MODE, new NullProgressMonitor()))
					.hasMessageContaining("use --engine prrte:file:");

			copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, "prrte:file:" + uri);
			copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, DebugPlugin.renderArguments(new String[] { "-c", "exec sleep 1000" }, null));
			Launched lost = Launched.launch(copy);
			dvm.descendants().forEach(ProcessHandle::destroyForcibly);
			Await.exit(dvm);
			lost.awaitEnd();
			assertThat(lost.process().getExitValue()).isEqualTo(70);
			assertThat(lost.err()).contains("the server has ended before the job");
		} finally {
			dvm.descendants().forEach(ProcessHandle::destroyForcibly);
			dvm.destroyForcibly();
		}
		Jobs.manager().removeLaunches(Jobs.manager().getLaunches());
		jobs.await(() -> jobs.model().namespaces().isEmpty());
		assertRefused(copy, "127.0.0.1");
	}

	@Test
	void launch_nodeIsLost_endsTheJobWithTheReason() throws Exception {
		Launched launched = launch("exec sleep 1000");

		nodes.lose("node3");

		launched.awaitEnd();
		assertThat(launched.process().getExitValue()).isEqualTo(70);
		assertThat(launched.err()).contains("lost communication", "the server has ended before the job");
		assertThat(launched.namespace().ranks()).extracting(RankElement::state).doesNotContain(ElementState.RUNNING);
	}
}
