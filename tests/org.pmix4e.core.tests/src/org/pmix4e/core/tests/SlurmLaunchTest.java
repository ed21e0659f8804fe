// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.jdt.debug.core.IJavaStackFrame;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.connection.ConnectionTest;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.HeadGateway;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.PretendNodes;

/**
 * Launches and debugs jobs in allocations of Slurm on three nodes that this machine plays, through PRRTE 3.0.8. Each test leaves the queue
 * empty.
 */
class SlurmLaunchTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);
	private static final String TOKEN = "token += ";

	@TempDir
	private static Path shared;
	private static PretendNodes nodes;
	private static HeadGateway head;

	@RegisterExtension
	final Jobs jobs = new Jobs();

	@BeforeAll
	static void startNodes() throws Exception {
		nodes = PretendNodes.startWithSlurmBesideMachine(Files.createDirectory(shared.resolve("nodes")), 3);
		head = HeadGateway.open(nodes);
		head.useOpenSsh();
	}

	@AfterAll
	static void endNodes() throws Exception {
		head.close();
		nodes.close();
	}

	@AfterEach
	void requireEmptyQueue() throws Exception {
		Debugged.endAll();
		NativeJobs.preferNone();
		for (ILaunch launch : Jobs.manager().getLaunches()) {
			launch.terminate();
			Launched.of(launch).awaitEnd();
		}
		assertThat(Await.untilEmpty(MOMENT, SlurmLaunchTest::queue)).isEmpty();
	}

	private static List<String> queue() {
		List<String> words = new ArrayList<>(nodes.here("node0"));
		words.addAll(List.of("squeue", "-h"));
		try {
			return Await.output(new ProcessBuilder(words).redirectErrorStream(true).start()).lines().toList();
		} catch (Exception e) {
			throw new IllegalStateException(e);
		}
	}

	private ILaunchConfigurationWorkingCopy script(String script) throws CoreException {
		return inSlurm(jobs.script(6, "sleep 0.3; " + script));
	}

	private static ILaunchConfigurationWorkingCopy inSlurm(ILaunchConfigurationWorkingCopy copy) {
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, head.environment());
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, nodes.folder().toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, PmixLaunchConstants.ENGINE_SLURM);
		copy.setAttribute(PmixLaunchConstants.ATTR_SLURM, "partition=all,nodes=3");
		return copy;
	}

	@Test
	void launch_inAnAllocationOfItsOwn_runsOnItsNodesAndReleasesIt() throws Exception {
		Launched launched = Launched.launch(script("echo on $(hostname)")).awaitEnd();

		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] on node1", "[1] on node1", "[2] on node2", "[3] on node2",
				"[4] on node3", "[5] on node3");
		assertThat(launched.namespace().session().server().name()).matches("a DVM of PRRTE in the allocation \\d+ of Slurm");
	}

	@Test
	void debug_nativeRanksInAnAllocation_stopAtABreakpointOnTheirNodes() throws Exception {
		int line = NativeJobs.line(Peers.source("mpi_ring"), TOKEN);
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("mpi_ring"), line);
		NativeJobs.prefer(Debuggers.GDB);
		ILaunchConfigurationWorkingCopy copy = inSlurm(jobs.program(6, Peers.trixie("mpi_ring").toString()));
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "1");
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "0,5");

		Launched launched = Debugged.launch(copy);

		for (String rank : List.of("0", "5")) {
			Debugged.await(() -> !Debugged.atBreakpoint(launched).isEmpty());
			IThread thread = Debugged.atBreakpoint(launched).get(0);
			IProcess process = thread.getDebugTarget().getProcess();
			assertThat(process.getAttribute(PmixLaunchConstants.PROCESS_RANK)).isEqualTo(rank);
			assertThat(process.getAttribute(PmixLaunchConstants.PROCESS_NODE)).isEqualTo(rank.equals("0") ? "node1" : "node3");
			assertThat(NativeJobs.top(thread).getLineNumber()).isEqualTo(line);
			thread.resume();
		}
		launched.awaitEnd();
		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
	}

	/** Debugs Java ranks of two nodes, and returns what the user is told. */
	private String debugJavaRanks() throws Exception {
		WhereProject where = WhereProject.create();
		try {
			where.setBreakpoint();
			ILaunchConfigurationWorkingCopy copy = inSlurm(where.program(jobs));
			copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, 2);
			copy.setAttribute(PmixLaunchConstants.ATTR_SLURM, "partition=all,nodes=2,ntasks-per-node=1");
			Launched launched = Debugged.launch(copy);
			Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

			for (IThread thread : Debugged.atBreakpoint(launched)) {
				assertThat(((IJavaStackFrame) thread.getTopStackFrame()).getLineNumber()).isEqualTo(WhereProject.BREAKPOINT_LINE);
				thread.getDebugTarget().resume();
			}
			launched.awaitEnd();
			assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
			assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] is 0 on node1", "[1] is 1 on node2");
			return launched.process().output().text(chunk -> true);
		} finally {
			where.project().delete();
		}
	}

	@Test
	void debug_javaRanksInAnAllocation_connectToThisMachine() throws Exception {
		assertThat(debugJavaRanks()).contains("the debugged ranks connect to this machine at " + nodes.machine());
	}

	@Test
	void debug_javaRanksInAnAllocationWithClosedPorts_connectByPortsThatSshForwards() throws Exception {
		List<String> separated = List.of("node0", "node1", "node2");
		for (String node : separated) {
			nodes.separateFromMachine(node);
		}
		try {
			assertThat(debugJavaRanks()).contains("the debugged ranks of node0, node1, node2 connect by ports that ssh forwards, because they"
					+ " cannot connect to this machine at " + nodes.machine());
			for (String node : List.of("node1", "node2")) {
				assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes(node, "sshd"))).isEmpty();
			}
		} finally {
			for (String node : separated) {
				nodes.rejoinMachine(node);
			}
		}
	}

	@Test
	void test_ofSlurm_listsPartitionsAndRequestsNothing() throws Exception {
		List<String> lines = ConnectionTest.run(script("true"), new NullProgressMonitor());

		assertThat(lines).anyMatch(line -> line.startsWith("partition all")).anyMatch(line -> line.contains("has requested none"));
		assertThat(queue()).isEmpty();
	}

	/** Cancels itself when it shows why the allocation waits. */
	private static final class Canceling extends NullProgressMonitor {
		private final List<String> shown = new ArrayList<>();

		@Override
		public void subTask(String name) {
			if (name.contains("Resources") || name.contains("Priority")) {
				shown.add(name);
				setCanceled(true);
			}
		}
	}

	@Test
	void launch_waitsInTheQueue_showsTheReasonAndCanBeCanceled() throws Exception {
		Launched running = Launched.launch(script("echo ready; exec sleep 1000"));
		running.awaitOutput("ready");
		Canceling monitor = new Canceling();

		ILaunch waiting = script("true").launch(ILaunchManager.RUN_MODE, monitor);

		assertThat(monitor.shown).isNotEmpty();
		assertThat(waiting.getProcesses()).isEmpty();
		Await.until("the end of the request", MOMENT, () -> queue().size() == 1);
		running.process().terminate();
		running.awaitEnd();
	}
}
