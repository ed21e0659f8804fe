// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.jdt.debug.core.IJavaStackFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.HeadGateway;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.PretendNodes;

/** Debugs ranks that PRRTE 3.0.8 starts on nodes that this machine plays; this machine is in their network. */
class NodesDebugTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);
	private static final String TOKEN = "token += ";
	private static final int PYTHON_LINE = 4;
	private static final String PLACE = """
			import socket, time
			def place():
				node = socket.gethostname()
				return "is on " + node
			print(place(), flush=True)
			time.sleep(0.3)
			""";

	@TempDir
	private static Path shared;
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private PretendNodes nodes;
	private HeadGateway head;
	private WhereProject where;

	@BeforeEach
	void startNodes() throws Exception {
		nodes = PretendNodes.startBesideMachine(Files.createTempDirectory(shared, "nodes"), 2);
		head = HeadGateway.open(nodes);
		where = WhereProject.create();
	}

	@AfterEach
	void endNodes() throws Exception {
		Debugged.endAll();
		NativeJobs.preferNone();
		where.project().delete();
		head.close();
		nodes.close();
	}

	private ILaunchConfigurationWorkingCopy onNodes(ILaunchConfigurationWorkingCopy copy) {
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, 2);
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "node1,node2");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, nodes.folder().toString());
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, head.environment());
		return copy;
	}

	private ILaunchConfigurationWorkingCopy java() throws Exception {
		return onNodes(where.program(jobs));
	}

	@Test
	void debug_javaRanksOfTwoNodes_stopAtABreakpointAndGoOn() throws Exception {
		where.setBreakpoint();
		Launched launched = Debugged.launch(java());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		for (IThread thread : Debugged.atBreakpoint(launched)) {
			IJavaStackFrame frame = (IJavaStackFrame) thread.getTopStackFrame();
			assertThat(frame.getDeclaringTypeName() + "." + frame.getMethodName()).isEqualTo("Where.main");
			assertThat(frame.getLineNumber()).isEqualTo(WhereProject.BREAKPOINT_LINE);
			JobRankProcess rank = (JobRankProcess) thread.getDebugTarget().getProcess();
			assertThat(frame.findVariable("place").getValue().getValueString()).isEqualTo(rank.rank() + " on node" + (rank.rank() + 1));
			assertThat(rank.getAttribute(PmixLaunchConstants.PROCESS_NODE)).isEqualTo("node" + (rank.rank() + 1));
			assertThat(launched.launch().getSourceLocator().getSourceElement(frame)).isEqualTo(where.file());
		}
		assertThat(said(launched)).contains("the debugged ranks connect to this machine at ");
		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] is 0 on node1", "[1] is 1 on node2");
		assertThat(launched.process().getExitValue()).isZero();
	}

	@Test
	void debug_chosenRank_letsTheOthersRun() throws Exception {
		where.setBreakpoint();
		ILaunchConfigurationWorkingCopy copy = java();
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "1");
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);
		launched.awaitOutput("is 0 on node1");

		assertThat(launched.launch().getDebugTargets()).hasSize(1);
		assertThat(((JobRankProcess) Debugged.atBreakpoint(launched).get(0).getDebugTarget().getProcess()).rank()).isEqualTo(1);
	}

	@Test
	void terminate_rankOfAnotherNode_endsItByItsDebugger() throws Exception {
		where.setBreakpoint();
		Launched launched = Debugged.launch(java());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		launched.launch().getDebugTargets()[0].terminate();
		launched.awaitEnd();

		assertThat(launched.process().getExitValue()).isNotZero();
		assertThat(launched.out()).isEmpty();
	}

	/** Returns the whole output, with the messages to the user. */
	private static String said(Launched launched) {
		return launched.process().output().text(chunk -> true);
	}

	/** Closes all ports between the nodes and this machine. */
	private void closePorts() throws Exception {
		for (String node : List.of("node0", "node1", "node2")) {
			nodes.separateFromMachine(node);
		}
	}

	@Test
	void debug_javaRanksWithClosedPorts_connectByPortsThatSshForwards() throws Exception {
		head.useOpenSsh();
		closePorts();
		where.setBreakpoint();

		Launched launched = Debugged.launch(java());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		for (IThread thread : Debugged.atBreakpoint(launched)) {
			IJavaStackFrame frame = (IJavaStackFrame) thread.getTopStackFrame();
			JobRankProcess rank = (JobRankProcess) thread.getDebugTarget().getProcess();
			assertThat(frame.getLineNumber()).isEqualTo(WhereProject.BREAKPOINT_LINE);
			assertThat(frame.findVariable("place").getValue().getValueString()).isEqualTo(rank.rank() + " on node" + (rank.rank() + 1));
			assertThat(nodes.processes("node" + (rank.rank() + 1), "sshd")).isNotEmpty();
		}
		assertThat(said(launched)).contains("the debugged ranks of node0, node1, node2 connect by ports that ssh"
				+ " forwards, because they cannot connect to this machine at " + nodes.machine());
		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] is 0 on node1", "[1] is 1 on node2");
		assertThat(launched.process().getExitValue()).isZero();
		for (String node : List.of("node1", "node2")) {
			assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes(node, "sshd"))).isEmpty();
		}
	}

	@Test
	void debug_pythonRanksWithClosedPorts_connectByPortsThatSshForwards() throws Exception {
		head.useOpenSsh();
		closePorts();
		Launched launched = Debugged.launch(python());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] is on node1", "[1] is on node2");
		assertThat(launched.process().getExitValue()).isZero();
	}

	@Test
	void debug_oneNodeWithClosedPorts_usesBothWays() throws Exception {
		head.useOpenSsh();
		nodes.separateFromMachine("node2");
		where.setBreakpoint();

		Launched launched = Debugged.launch(java());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		assertThat(said(launched)).contains("the debugged ranks connect to this machine at " + nodes.machine(),
				"the debugged ranks of node2 connect by ports that ssh forwards");
		assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes("node1", "sshd"))).isEmpty();
		assertThat(nodes.processes("node2", "sshd")).isNotEmpty();
		launched.process().terminate();
		launched.awaitEnd();
	}

	@Test
	void debug_sshDoesNotForwardAndPortsAreClosed_isRefusedWithTheReason() throws Exception {
		head.useOpenSsh("AllowTcpForwarding no");
		closePorts();

		assertThatThrownBy(() -> java().launch(ILaunchManager.DEBUG_MODE, new NullProgressMonitor())).hasMessageContaining(
				"Where cannot be debugged from here: node0, node1, node2 cannot connect to this machine at " + nodes.machine()
						+ ", and ssh does not forward a port (Warning: remote port forwarding failed");
		assertThat(Jobs.manager().getLaunches()).isEmpty();
		for (String node : List.of("node1", "node2")) {
			assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes(node, "sshd"))).isEmpty();
		}
	}

	@Test
	void debug_noWayFromOneNode_letsItsRanksRunWithTheReason() throws Exception {
		head.useOpenSsh("AllowTcpForwarding no");
		nodes.separateFromMachine("node2");
		where.setBreakpoint();

		Launched launched = Debugged.launch(java());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);
		launched.awaitOutput("is 1 on node2");

		assertThat(said(launched)).contains("ranks of node2 run without a debugger: node2 cannot connect to");
		assertThat(launched.launch().getDebugTargets()).hasSize(1);
		launched.process().terminate();
		launched.awaitEnd();
	}

	@Test
	void debug_sshFails_saysSoAndLetsRanksConnect() throws Exception {
		head.useOpenSsh("AuthorizedKeysFile none", "DenyUsers *");
		where.setBreakpoint();

		Launched launched = Debugged.launch(java());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		assertThat(said(launched)).contains("cannot ask node0, node1, node2 by ssh whether ranks there can connect",
				"Permission denied", "the debugged ranks connect to this machine at " + nodes.machine());
		launched.process().terminate();
		launched.awaitEnd();
	}

	private ILaunchConfigurationWorkingCopy ring() throws Exception {
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("mpi_ring"),
				NativeJobs.line(Peers.source("mpi_ring"), TOKEN));
		return compiledRing();
	}

	private ILaunchConfigurationWorkingCopy compiledRing() throws Exception {
		NativeJobs.prefer(Debuggers.GDB);
		ILaunchConfigurationWorkingCopy copy = onNodes(jobs.program(2, Peers.trixie("mpi_ring").toString()));
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "1");
		return copy;
	}

	@Test
	void debug_nativeRanksOfTwoNodes_stopAtABreakpointAndGoOn() throws Exception {
		Launched launched = Debugged.launch(ring());
		for (int rank = 0; rank < 2; rank++) {
			String number = Integer.toString(rank);
			Debugged.await(() -> Debugged.atBreakpoint(launched).stream()
					.anyMatch(each -> number.equals(each.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK))));
			IThread thread = Debugged.atBreakpoint(launched).get(0);
			JobRankProcess process = (JobRankProcess) thread.getDebugTarget().getProcess();
			assertThat(process.getAttribute(PmixLaunchConstants.PROCESS_NODE)).isEqualTo("node" + (rank + 1));
			IStackFrame frame = NativeJobs.top(thread);
			assertThat(frame.getLineNumber()).isEqualTo(NativeJobs.line(Peers.source("mpi_ring"), TOKEN));
			assertThat(NativeJobs.variable(frame.getVariables(), "token").getValue().getValueString()).isEqualTo(number);
			assertThat(nodes.processes("node" + (rank + 1))).anyMatch(line -> line.contains("gdb"));
			thread.resume();
		}
		launched.awaitEnd();

		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
		for (String node : List.of("node1", "node2")) {
			assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes(node, "gdb"))).isEmpty();
		}
	}

	@Test
	void terminate_nativeRankThatIsSuspended_endsTheJobAndLeavesNoDebugger() throws Exception {
		Launched launched = Debugged.launch(ring());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);

		launched.process().terminate();
		launched.awaitEnd();

		for (String node : List.of("node1", "node2")) {
			assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes(node, "gdb"))).isEmpty();
			assertThat(nodes.processes(node, "mpi_ring")).isEmpty();
		}
	}

	@Test
	void attach_toNativeRanksThatRunOnTwoNodes_suspendsThemAndDetaches() throws Exception {
		NativeJobs.prefer(Debuggers.GDB);
		Launched launched = Launched.launch(onNodes(jobs.program(2, Peers.trixie("pmix_stored").toString())));
		jobs.await(() -> launched.namespace().startedRanks() == 2);

		launched.process().attachDebugger(List.of(0, 1));
		Debugged.await(() -> launched.launch().getDebugTargets().length == 2);

		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.suspend();
			Debugged.await(target::isSuspended);
			String node = String.valueOf(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_NODE));
			assertThat(nodes.processes(node, "gdb")).isNotEmpty();
			assertThat(target.getThreads()).isNotEmpty();
			assertThat(NativeJobs.top(target.getThreads()[0]).getName()).isNotBlank();
			target.disconnect();
			assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes(node, "gdb"))).isEmpty();
			assertThat(nodes.processes(node, "pmix_stored")).isNotEmpty();
		}
		launched.process().terminate();
		launched.awaitEnd();
	}

	private Launched waiting(String options) throws Exception {
		ILaunchConfigurationWorkingCopy copy = java();
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "wait");
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_VM_ARGUMENTS, options);
		Launched launched = Launched.launch(copy);
		launched.awaitOutput("is 0 on node1");
		launched.awaitOutput("is 1 on node2");
		jobs.await(() -> launched.namespace().startedRanks() == 2);
		return launched;
	}

	@Test
	void attach_toJavaRanksWithoutAgentOnTwoNodes_saysWhatToDo() throws Exception {
		Launched launched = waiting("");

		launched.process().attachDebugger(List.of(0, 1));

		for (int rank = 0; rank < 2; rank++) {
			launched.awaitOutput("rank " + rank + " (node" + (rank + 1) + ", ");
		}
		Debugged.await(() -> said(launched).split("runs without a debugger: its Java virtual machine was started without").length == 3);
		assertThat(launched.launch().getDebugTargets()).isEmpty();
		launched.process().terminate();
		launched.awaitEnd();
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost:0", "*:0" })
	void attach_toJavaRanksWithAgentOnTwoNodes_suspendsThemAndDetaches(String address) throws Exception {
		head.useOpenSsh();
		closePorts();
		Launched launched = waiting("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=" + address);

		launched.process().attachDebugger(List.of(0, 1));
		Debugged.await(() -> launched.launch().getDebugTargets().length == 2);

		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.suspend();
			Debugged.await(target::isSuspended);
			List<String> frames = new ArrayList<>();
			for (IThread thread : target.getThreads()) {
				for (IStackFrame frame : thread.getStackFrames()) {
					frames.add(((IJavaStackFrame) frame).getDeclaringTypeName() + "." + ((IJavaStackFrame) frame).getMethodName());
				}
			}
			assertThat(frames).contains("Where.main");
			String node = String.valueOf(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_NODE));
			target.disconnect();
			assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes(node, "sshd"))).isEmpty();
			assertThat(nodes.processes(node, "Where")).isNotEmpty();
		}
		launched.process().terminate();
		launched.awaitEnd();
	}

	@Test
	void attach_sshDoesNotForward_saysSo() throws Exception {
		head.useOpenSsh("AllowTcpForwarding no");
		Launched launched = waiting("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:0");

		launched.process().attachDebugger(List.of(0));

		launched.awaitOutput("administratively prohibited");
		assertThat(said(launched)).contains("rank 0 (node1, ", "runs without a debugger: ");
		assertThat(launched.launch().getDebugTargets()).isEmpty();
		launched.process().terminate();
		launched.awaitEnd();
	}

	@Test
	void debug_debuggerIsMissingOnTheNodes_saysSoForEachRankAndTheRanksRun() throws Exception {
		ILaunchConfigurationWorkingCopy copy = ring();
		NativeJobs.prefer(Debuggers.LLDB);

		Launched launched = Debugged.launch(copy).awaitEnd();

		assertThat(said(launched)).contains("rank 0 (node1, ", "rank 1 (node2, ", "lldb-vscode-14: not found");
		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
	}

	private Launched pythonThatWaits(Path interpreter) throws Exception {
		Files.writeString(script(), PLACE + "here = place()\nwhile True:\n    time.sleep(0.1)\n");
		ILaunchConfigurationWorkingCopy copy = onNodes(jobs.program(2, interpreter.toString()));
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "-u " + script());
		Launched launched = Launched.launch(copy);
		launched.awaitOutput("is on node1");
		launched.awaitOutput("is on node2");
		jobs.await(() -> launched.namespace().startedRanks() == 2);
		return launched;
	}

	@Test
	void attach_toPythonRanksOnTwoNodes_suspendsThemAndDetaches() throws Exception {
		Launched launched = pythonThatWaits(Peers.pythonWith("debugpy"));

		launched.process().attachDebugger(List.of(0, 1));
		Debugged.await(() -> launched.launch().getDebugTargets().length == 2);

		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.suspend();
			Debugged.await(target::isSuspended);
			IStackFrame frame = NativeJobs.top(target.getThreads()[0]);
			String node = String.valueOf(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_NODE));
			assertThat(NativeJobs.variable(frame.getVariables(), "here").getValue().getValueString()).isEqualTo("'is on " + node + "'");
			assertThat(launched.launch().getSourceLocator().getSourceElement(frame)).hasToString(script().toString());
			target.disconnect();
			assertThat(Await.untilEmpty(MOMENT, () -> nodes.processes(node, "debugpy.adapter"))).isEmpty();
			assertThat(nodes.processes(node, script().toString())).isNotEmpty();
		}
		launched.process().terminate();
		launched.awaitEnd();
	}

	@Test
	void attach_nodeHasNoDebugpy_saysWhatToInstall() throws Exception {
		List<String> hide = new ArrayList<>(nodes.on("node2"));
		hide.addAll(List.of("mount", "-t", "tmpfs", "none", "/usr/lib/python3/dist-packages/debugpy"));
		assertThat(Await.output(new ProcessBuilder(hide).redirectErrorStream(true).start())).isEmpty();
		Launched launched = pythonThatWaits(Peers.pythonWith("debugpy"));

		launched.process().attachDebugger(List.of(1));

		launched.awaitOutput("has no module debugpy; install it");
		assertThat(said(launched)).contains("rank 1 (node2, ", "/usr/bin/python3.13 has no module debugpy");
		assertThat(launched.launch().getDebugTargets()).isEmpty();
		launched.process().terminate();
		launched.awaitEnd();
	}

	private Path script() {
		return nodes.folder().resolve("place.py");
	}

	private ILaunchConfigurationWorkingCopy python() throws Exception {
		Files.writeString(script(), PLACE);
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), script(), PYTHON_LINE);
		ILaunchConfigurationWorkingCopy copy = onNodes(jobs.program(2, Peers.pythonWith("debugpy").toString()));
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, script().toString());
		return copy;
	}

	@Test
	void debug_pythonRanksOfTwoNodes_stopAtABreakpointAndGoOn() throws Exception {
		Launched launched = Debugged.launch(python());
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		for (IThread thread : Debugged.atBreakpoint(launched)) {
			JobRankProcess rank = (JobRankProcess) thread.getDebugTarget().getProcess();
			IStackFrame frame = NativeJobs.top(thread);
			assertThat(frame.getLineNumber()).isEqualTo(PYTHON_LINE);
			assertThat(NativeJobs.variable(frame.getVariables(), "node").getValue().getValueString()).isEqualTo("'node" + (rank.rank() + 1) + "'");
			assertThat(launched.launch().getSourceLocator().getSourceElement(frame)).hasToString(script().toString());
		}
		assertThat(said(launched)).contains("the debugged ranks connect to this machine at ");
		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] is on node1", "[1] is on node2");
		assertThat(launched.process().getExitValue()).isZero();
	}

	@Test
	void debug_pythonProgramInAnotherFolderOfTheNodes_opensTheFileOfTheWorkspace() throws Exception {
		IFile source = where.project().write("place.py", PLACE);
		for (String node : List.of("node1", "node2")) {
			Path folder = Files.createDirectories(nodes.folder().resolve(node + "/tmp/elsewhere/app"));
			Files.writeString(folder.resolve("place.py"), PLACE);
		}
		NativeLineBreakpoint.create(source, source.getLocation().toPath(), PYTHON_LINE);
		ILaunchConfigurationWorkingCopy copy = onNodes(jobs.program(2, Peers.pythonWith("debugpy").toString()));
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "/tmp/elsewhere/app/place.py");
		copy.setAttribute(PmixLaunchConstants.ATTR_SOURCE_PATHS, "${workspace_loc:/nodes/src}=/tmp/elsewhere/app");

		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		for (IThread thread : Debugged.atBreakpoint(launched)) {
			IStackFrame frame = NativeJobs.top(thread);
			assertThat(frame.getLineNumber()).isEqualTo(PYTHON_LINE);
			assertThat(launched.launch().getSourceLocator().getSourceElement(frame)).isEqualTo(source);
			assertThat(thread.getBreakpoints()).hasSize(1);
		}
		launched.process().terminate();
		launched.awaitEnd();
	}

	@Test
	void debug_nativeProgramCompiledInAnotherFolder_opensTheFileOfTheWorkspace() throws Exception {
		Path compiled = Peers.source("mpi_ring");
		IFile source = where.project().write("mpi_ring.c", Files.readString(compiled));
		ILaunchConfigurationWorkingCopy copy = compiledRing();
		NativeLineBreakpoint.create(source, source.getLocation().toPath(), NativeJobs.line(compiled, TOKEN));
		copy.setAttribute(PmixLaunchConstants.ATTR_SOURCE_PATHS, "${workspace_loc:/nodes/src}=" + compiled.getParent());

		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);

		IStackFrame frame = NativeJobs.top(Debugged.atBreakpoint(launched).get(0));
		assertThat(frame.getLineNumber()).isEqualTo(NativeJobs.line(compiled, TOKEN));
		assertThat(launched.launch().getSourceLocator().getSourceElement(frame)).isEqualTo(source);
		launched.process().terminate();
		launched.awaitEnd();
	}

	@Test
	void debug_programOfAnotherKind_isRefusedWithTheReason() throws Exception {
		Path script = Files.writeString(nodes.folder().resolve("idle.pl"), "#!/usr/bin/perl\nsleep 1;\n");
		assertThat(script.toFile().setExecutable(true)).isTrue();
		ILaunchConfigurationWorkingCopy copy = onNodes(jobs.program(2, script.toString()));

		assertThatThrownBy(() -> copy.launch(ILaunchManager.DEBUG_MODE, new NullProgressMonitor()))
				.hasMessageContaining("idle.pl cannot be debugged from here: there is no debugger for perl programs");
		assertThat(Jobs.manager().getLaunches()).isEmpty();
		jobs.await(() -> jobs.model().servers().stream().noneMatch(server -> server.name().contains("PRRTE")));
		assertThat(nodes.processes("node1", "prted")).isEmpty();
	}
}
