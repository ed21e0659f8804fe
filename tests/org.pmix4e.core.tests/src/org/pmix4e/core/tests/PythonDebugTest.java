// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.core.model.IVariable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests debugging ranks that run Python programs, by debugpy. */
class PythonDebugTest extends NativeDebugging {
	private static final int LINE = 5;
	private static final String STEPS = """
			import os, sys
			def twice(number):
				copy = number
				result = copy + number
				return result
			rank = int(os.environ["PMIX_RANK"])
			print("twice", rank, "is", twice(rank), sys.argv[1:], flush=True)
			""";

	@TempDir
	private Path scratch;

	private Path script(String text) throws Exception {
		return Files.writeString(scratch.resolve("steps.py"), text);
	}

	/** Runs the Python of Debian, for which the package is. */
	private static String python() {
		return Peers.pythonWith("debugpy").toString();
	}

	private ILaunchConfigurationWorkingCopy python(int ranks, String... words) throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(ranks, python());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, DebugPlugin.renderArguments(words, null));
		return copy;
	}

	private static void breakpoint(Path script, int line) throws Exception {
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), script, line);
	}

	private static String value(IThread thread, String name) throws DebugException {
		IVariable[] variables = NativeJobs.top(thread).getVariables();
		return NativeJobs.variable(variables, name).getValue().getValueString();
	}

	private static String rank(IThread thread) {
		return String.valueOf(thread.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK));
	}

	@Test
	void debug_threeRanks_stopAtBreakpointStepAndGoOn() throws Exception {
		Path script = script(STEPS);
		breakpoint(script, LINE);
		Launched launched = Debugged.launch(python(3, "-u", script.toString(), "one", "two words"));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 3);

		assertThat(launched.namespace().children().get(0).arguments()).containsExactly("-u", script.toString(), "one", "two words");
		for (IThread thread : Debugged.atBreakpoint(launched)) {
			IStackFrame top = NativeJobs.top(thread);
			assertThat(top.getLineNumber()).isEqualTo(LINE);
			assertThat(top.getName()).isEqualTo("twice at steps.py:" + LINE);
			assertThat(value(thread, "number")).isEqualTo(rank(thread));
			assertThat(thread.getDebugTarget().getName()).matches("rank " + rank(thread) + " \\(.+, \\d+\\)");
			assertThat(launched.launch().getSourceLocator().getSourceElement(top)).hasToString(script.toString());
			IVariable result = NativeJobs.variable(top.getVariables(), "result");
			assertThat(result.supportsValueModification()).isTrue();
			result.setValue("40");
			thread.stepReturn();
		}
		Debugged.await(() -> List.of(launched.launch().getDebugTargets()).stream().flatMap(target -> Debugged.threads(target).stream())
				.filter(thread -> thread.isSuspended() && !thread.isStepping()).count() >= 3);
		jobs.await(() -> launched.namespace().ranks().stream().allMatch(rank -> rank.state() == ElementState.SUSPENDED));
		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] twice 0 is 40 ['one', 'two words']",
				"[1] twice 1 is 40 ['one', 'two words']", "[2] twice 2 is 40 ['one', 'two words']");
		assertThat(launched.err()).isEmpty();
		assertThat(launched.process().getExitValue()).isZero();
	}

	@Test
	void debug_chosenRankOfAScriptWithItsOwnInterpreter_letsOthersRun() throws Exception {
		Path script = script("#!/usr/bin/env -S " + python() + " -u\n" + STEPS);
		assertThat(script.toFile().setExecutable(true)).isTrue();
		breakpoint(script, LINE + 1);
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, script.toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "1");
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1 && launched.process().ranks().get(0).isTerminated());

		assertThat(rank(Debugged.atBreakpoint(launched).get(0))).isEqualTo("1");
		launched.launch().terminate();
		launched.awaitEnd();
		Debugged.await(launched.launch()::isTerminated);
		assertThat(launched.namespace().state()).isEqualTo(ElementState.KILLED);
	}

	@Test
	void debug_uncaughtException_stopsThere_andTheTraceFollows() throws Exception {
		Path script = script(STEPS + "print(1 // rank)\n");
		Launched launched = Debugged.launch(python(2, script.toString()));
		Debugged.await(() -> List.of(launched.launch().getDebugTargets()).stream().flatMap(target -> Debugged.threads(target).stream())
				.anyMatch(IThread::isSuspended));

		IThread thread = List.of(launched.launch().getDebugTargets()).stream().flatMap(target -> Debugged.threads(target).stream())
				.filter(IThread::isSuspended).findFirst().orElseThrow();
		assertThat(rank(thread)).isEqualTo("0");
		assertThat(NativeJobs.top(thread).getLineNumber()).isEqualTo(LINE + 3);
		assertThat(thread.getName()).isEqualTo("Thread 1 [MainThread], ZeroDivisionError: integer division or modulo by zero");
		thread.resume();
		launched.awaitEnd();
		assertThat(launched.err()).contains("ZeroDivisionError: integer division or modulo by zero");
		assertThat(launched.process().getExitValue()).isEqualTo(1);
	}

	@Test
	void debug_ranksOfMpi4py_stopAtBreakpoint() throws Exception {
		String mpi4py = Peers.pythonWith("mpi4py").toString();
		Path script = script("""
				from mpi4py import MPI
				rank = MPI.COMM_WORLD.Get_rank()
				total = MPI.COMM_WORLD.allreduce(rank)
				print("sum", total, flush=True)
				""");
		breakpoint(script, 4);
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, mpi4py);
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "-m mpi4py " + script);
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		for (IThread thread : Debugged.atBreakpoint(launched)) {
			assertThat(value(thread, "rank")).isEqualTo(rank(thread));
			assertThat(value(thread, "total")).isEqualTo("1");
			thread.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] sum 1", "[1] sum 1");
	}

	@Test
	void debug_besideRanksOfC_eachAtItsBreakpoint() throws Exception {
		NativeJobs.prefer(Debuggers.GDB);
		Path script = script(STEPS);
		breakpoint(script, LINE);
		int line = NativeJobs.line(Peers.source("pmix_steps"), "// breakpoint");
		breakpoint(Peers.source("pmix_steps"), line);
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, Peers.c("pmix_steps").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("2 " + python() + " " + script));
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, true); // a rank that ends without PMIx_Finalize fails
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 3);

		for (IThread thread : Debugged.atBreakpoint(launched)) {
			assertThat(NativeJobs.top(thread).getLineNumber()).isEqualTo(rank(thread).equals("0") ? line : LINE);
			thread.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out()).contains("[0] twice 0 is 0", "[1] twice 1 is 2", "[2] twice 2 is 4");
	}

	@Test
	void debug_withoutDebugpy_namesThePackage() throws Exception {
		Path script = script(STEPS);
		Path empty = Files.createDirectories(scratch.resolve("empty/debugpy"));
		Files.writeString(empty.resolve("__init__.py"), "raise ImportError");
		ILaunchConfigurationWorkingCopy copy = python(2, script.toString());
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of("PYTHONPATH", empty.getParent().toString()));
		assertThatThrownBy(() -> Debugged.launch(copy)).isInstanceOf(CoreException.class)
				.hasMessageContaining("python3 cannot be debugged from here: ")
				.hasMessageContaining("has no module debugpy; install it (Debian: apt-get install python3-debugpy; others: ");

		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("1 " + Peers.c("pmix_steps")));
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, true);
		NativeJobs.prefer(Debuggers.GDB);
		Launched launched = Debugged.launch(copy);
		launched.awaitOutput("pmix4j: ranks 0-1 run python3 without a debugger: ");
		launched.awaitEnd();
		assertThat(launched.out()).contains("[2] twice 2 is 4");
	}
}
