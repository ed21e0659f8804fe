// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.core.model.IVariable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.stack.StackReader;
import org.pmix4e.core.stack.StackTree;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests debugging the ranks of a C program with the adapter that the preferences name. */
class NativeJobTest extends NativeDebugging {
	private static int line(String part) throws Exception {
		return NativeJobs.line(Peers.source("pmix_steps"), part);
	}

	/** Launches one rank, and waits until it has stopped at the line with a text. */
	private Launched stopped(Debuggers debugger, String part) throws Exception {
		NativeJobs.prefer(debugger);
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("pmix_steps"), line(part));
		Launched launched = Debugged.launch(jobs.program(1, Peers.c("pmix_steps").toString()));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);
		return launched;
	}

	@ParameterizedTest
	@EnumSource
	void debug_twoRanks_areStoppedMergedChangedAndResumed(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		int line = line("// breakpoint");
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("pmix_steps"), line);
		Launched launched = Debugged.launch(jobs.program(2, Peers.c("pmix_steps").toString()));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		StackTree stacks = StackReader.read(launched.launch(), false, () -> false);
		assertThat(stacks.roots()).singleElement().satisfies(root -> assertThat(root.ranks().cardinality()).isEqualTo(2));
		for (IThread thread : Debugged.atBreakpoint(launched)) {
			assertThat(NativeJobs.top(thread).getLineNumber()).isEqualTo(line);
			IVariable number = NativeJobs.variable(NativeJobs.top(thread).getVariables(), "number");
			assertThat(number.getValue().getValueString())
					.isEqualTo(thread.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK));
			change(thread);
		}
		for (IThread thread : Debugged.atBreakpoint(launched)) {
			thread.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).contains("[0] twice 0 is 40", "[1] twice 1 is 41");
	}

	@ParameterizedTest
	@EnumSource
	void step_overAssignments_marksTheVariablesThatChange(Debuggers debugger) throws Exception {
		Launched launched = stopped(debugger, "twice(rank)");
		IThread thread = Debugged.atBreakpoint(launched).get(0);
		assertThat(changed(NativeJobs.top(thread).getVariables())).as("at the first stop").isEmpty();

		IVariable rank = NativeJobs.variable(NativeJobs.top(thread).getVariables(), "rank");
		rank.setValue("5");
		assertThat(rank.hasValueChanged()).as("by the user").isTrue();
		assertThat(changed(NativeJobs.top(thread).getVariables())).containsExactly("rank");

		step(thread);
		assertThat(changed(NativeJobs.top(thread).getVariables())).containsExactly("result");
		step(thread);
		assertThat(changed(NativeJobs.top(thread).getVariables())).as("after a line that changes nothing").isEmpty();
		thread.resume();
		launched.awaitEnd();
		assertThat(launched.out().lines()).contains("[0] twice 5 is 10");
	}

	@ParameterizedTest
	@EnumSource
	void secondStop_inLoop_marksTheMemberThatChanges(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("pmix_steps"), line("sum.y++"));
		ILaunchConfigurationWorkingCopy copy = jobs.program(3, Peers.c("pmix_steps").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "2");
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);
		IThread thread = Debugged.atBreakpoint(launched).get(0);
		assertThat(changed(NativeJobs.variable(NativeJobs.top(thread).getVariables(), "sum").getValue().getVariables())).isEmpty();
		IStackFrame first = NativeJobs.top(thread);
		thread.resume();
		Debugged.await(() -> thread.isSuspended() && isOther(first, thread));

		IVariable sum = NativeJobs.variable(NativeJobs.top(thread).getVariables(), "sum");
		assertThat(changed(sum.getValue().getVariables())).containsExactly("y");
		assertThat(changed(NativeJobs.top(thread).getVariables())).containsExactly("i");
	}

	private static boolean isOther(IStackFrame frame, IThread thread) {
		try {
			return thread.getTopStackFrame() != null && thread.getTopStackFrame() != frame;
		} catch (DebugException e) {
			throw new AssertionError(e);
		}
	}

	private static void step(IThread thread) throws Exception {
		thread.stepOver();
		Debugged.await(() -> thread.isSuspended() && !thread.isStepping());
	}

	private static List<String> changed(IVariable[] variables) throws DebugException {
		List<String> changed = new ArrayList<>();
		for (IVariable variable : variables) {
			if (variable.hasValueChanged()) {
				changed.add(variable.getName());
			}
		}
		return changed;
	}

	@ParameterizedTest
	@EnumSource
	void debug_withBreakpointsOfCdt_takesConditionsAndIgnoredHitsAndNoTracepoints(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		Path source = Peers.source("pmix_steps");
		CdtBreakpoint.create(CdtBreakpoint.LINE, source, line("sum.y++"), "", 1);
		CdtBreakpoint.create(CdtBreakpoint.LINE, source, line("// breakpoint"), "number == 1", 0);
		CdtBreakpoint.create(CdtBreakpoint.TRACEPOINT, source, line("return result;"), "", 0);
		Launched launched = Debugged.launch(jobs.program(3, Peers.c("pmix_steps").toString()));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		for (IThread thread : Debugged.atBreakpoint(launched)) {
			boolean isFirst = "1".equals(thread.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK));
			assertThat(NativeJobs.top(thread).getLineNumber()).isEqualTo(line(isFirst ? "// breakpoint" : "sum.y++"));
			IVariable sum = NativeJobs.variable(NativeJobs.top(thread).getVariables(), "sum");
			assertThat(NativeJobs.variable(sum.getValue().getVariables(), "y").getValue().getValueString()).isEqualTo("1");
			thread.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).contains("[0] twice 0 is 0", "[1] twice 1 is 2", "[2] twice 2 is 4");
	}

	@ParameterizedTest
	@EnumSource
	void attach_toRankThatRuns_stopsItAtBreakpoint(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		int line = line("// breakpoint");
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("pmix_steps"), line);
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, Peers.c("pmix_steps").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "--fed");
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_ALL);
		Launched launched = Launched.launch(copy);
		jobs.await(() -> launched.namespace().connectedRanks() == 2);
		assertThat(launched.process().canAttachDebugger()).isTrue();

		launched.process().attachDebugger(List.of(1));
		Debugged.await(() -> launched.launch().getDebugTargets().length == 1);
		Objects.requireNonNull(launched.process().getStreamsProxy()).write("go\n");
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);

		launched.awaitOutput("twice 0 is 0");
		IThread thread = Debugged.atBreakpoint(launched).get(0);
		assertThat(NativeJobs.top(thread).getLineNumber()).isEqualTo(line);
		assertThat(NativeJobs.variable(NativeJobs.top(thread).getVariables(), "number").getValue().getValueString()).isEqualTo("1");
		thread.resume();
		launched.awaitEnd();
		assertThat(launched.out().lines()).contains("[1] twice 1 is 2");
		assertThat(launched.process().canAttachDebugger()).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void terminate_debuggerIsKilledMeanwhile_endsTheJob(Debuggers debugger) throws Exception {
		Launched launched = stopped(debugger, "// breakpoint");
		IDebugTarget target = launched.launch().getDebugTargets()[0];
		String program = debugger.name().toLowerCase(Locale.ROOT);
		List<ProcessHandle> adapters = ProcessHandle.current().descendants()
				.filter(process -> process.info().command().filter(command -> command.contains(program)).isPresent()).toList();
		assertThat(adapters).isNotEmpty();

		adapters.forEach(ProcessHandle::destroyForcibly);
		target.terminate();

		launched.awaitEnd();
		Debugged.await(target::isTerminated);
	}

	@Test
	void attach_withoutAdapter_namesTheCommand() throws Exception {
		NativeJobs.prefer("/nonexistent/gdb");
		Launched launched = Launched.launch(jobs.script(2, "exec sleep 1000"));
		jobs.await(() -> launched.namespace().startedRanks() == 2);
		launched.process().attachDebugger(List.of(1));

		launched.awaitOutput("there is no debug adapter /nonexistent/gdb: change Preferences");
		launched.awaitOutput("run: gdb -p " + launched.process().ranks().get(1).element().orElseThrow().pid().getAsInt());
		assertThat(launched.out()).doesNotContain("Release");
	}

	@Test
	void attach_toJobThatHasEnded_isRefusedWithTheReason() throws Exception {
		Launched launched = Launched.launch(jobs.program(1, "/bin/echo")).awaitEnd();

		assertThat(launched.process().canAttachDebugger()).isFalse();
		assertThatThrownBy(() -> launched.process().attachDebugger(List.of(0))).isInstanceOf(CoreException.class)
				.hasMessageContaining("None of the chosen ranks of echo runs");
	}

	/** Sets sum.x to 40, in a member of a variable, and checks that nonsense is refused. */
	private static void change(IThread thread) throws DebugException {
		IVariable x = NativeJobs.variable(NativeJobs.variable(NativeJobs.top(thread).getVariables(), "sum").getValue().getVariables(), "x");
		assertThat(x.supportsValueModification()).isTrue();
		assertThat(x.verifyValue("40")).isTrue();
		x.setValue("40");
		assertThat(x.getValue().getValueString()).isEqualTo("40");
		assertThatThrownBy(() -> x.setValue("no such variable")).isInstanceOf(DebugException.class).hasMessageContaining("setVariable");
	}

	@Test
	void debug_adapterThatDoesNotExist_saysWhatToDoAndReleases() throws Exception {
		NativeJobs.prefer("/nonexistent/gdb");
		Launched launched = Debugged.launch(jobs.program(2, Peers.c("pmix_steps").toString()));
		launched.awaitOutput("all ranks wait for a debugger");
		JobRankProcess first = launched.process().ranks().get(0);
		launched.awaitOutput("there is no debug adapter /nonexistent/gdb: change Preferences");
		launched.awaitOutput("run: gdb -p " + first.element().orElseThrow().pid().getAsInt());
		assertThat(launched.namespace().canRelease()).isTrue();
		launched.namespace().release();
		launched.awaitEnd();
		assertThat(launched.process().getExitValue()).isZero();
		assertThat(launched.out()).contains("[1] twice 1 is 2");
	}

	@Test
	void debug_programThatNeverCallsInit_isToldWhileItRuns() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "/bin/sleep");
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "600");
		Launched launched = Debugged.launch(copy);
		launched.awaitOutput("rank 0 has not called PMIx_Init: the debugger attaches there");
		launched.launch().terminate();
		launched.awaitEnd();
		assertThat(launched.err()).doesNotContain("ended without a call");
	}

	@Test
	void release_whileARankNeverCallsInit_letsTheOthersContinue() throws Exception {
		NativeJobs.prefer("/nonexistent/gdb");
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, Peers.c("pmix_exit").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "init,finalize sleep:600000");
		Launched launched = Debugged.launch(copy);
		launched.awaitOutput("rank 1 has not called PMIx_Init: the debugger attaches there");
		assertThat(launched.namespace().isHeld()).isFalse();
		assertThat(launched.namespace().canRelease()).isTrue();

		launched.namespace().release();
		Debugged.await(() -> launched.namespace().ranks().get(0).state().isEnded());
		assertThat(launched.namespace().canRelease()).isFalse();
		launched.launch().terminate();
		launched.awaitEnd();
	}

	@Test
	void debug_programThatEndsWithoutInit_isToldAtItsEnd() throws Exception {
		Launched launched = Debugged.launch(jobs.program(2, "/bin/true")).awaitEnd();
		assertThat(launched.err()).contains("pmix4j: ranks 0-1 ended without calling PMIx_Init, where the debugger attaches: "
				+ "no breakpoint could stop them");
	}

	@Test
	void debug_programThatCallsInit_isToldNothing() throws Exception {
		Launched launched = Debugged.launch(jobs.program(2, Peers.c("pmix_steps").toString())).awaitEnd();
		assertThat(launched.err()).doesNotContain("without a call").doesNotContain("not called");
	}
}
