// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests debugging programs that were built with the compilers of Open MPI, which call PMIx_Init in MPI_Init. */
class MpiDebugTest extends NativeDebugging {
	@ParameterizedTest
	@EnumSource
	void debug_chosenRanksOfC_stopWhenTheTokenArrives(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		Path source = Peers.source("mpi_ring");
		int line = breakpoint(source, "token += ");
		ILaunchConfigurationWorkingCopy copy = jobs.program(3, Peers.c("mpi_ring").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "1");
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "1-2");
		Launched launched = Debugged.launch(copy);

		Debugged.await(() -> isAt(launched, "1"));
		assertThat(Debugged.atBreakpoint(launched)).as("rank 2 waits for rank 1").hasSize(1);
		resumeWithToken(launched, line, "1");
		Debugged.await(() -> isAt(launched, "2"));
		resumeWithToken(launched, line, "3");
		launched.awaitEnd();
		assertThat(launched.launch().getDebugTargets()).hasSize(2);
		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
	}

	private static void resumeWithToken(Launched launched, int line, String token) throws Exception {
		IThread thread = Debugged.atBreakpoint(launched).get(0);
		IStackFrame top = NativeJobs.top(thread);
		assertThat(top.getLineNumber()).isEqualTo(line);
		assertThat(NativeJobs.variable(top.getVariables(), "token").getValue().getValueString()).isEqualTo(token);
		thread.resume();
	}

	@ParameterizedTest
	@EnumSource
	void debug_chosenRankOfFortran_stopsAtBreakpoint(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		Path source = Peers.fortranSource("mpi_doubles");
		int line = breakpoint(source, "! breakpoint");
		ILaunchConfigurationWorkingCopy copy = jobs.program(3, Peers.fortran("mpi_doubles").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "2");
		Launched launched = Debugged.launch(copy);

		Debugged.await(() -> isAt(launched, "2"));
		IThread thread = Debugged.atBreakpoint(launched).get(0);
		IStackFrame top = NativeJobs.top(thread);
		assertThat(top.getLineNumber()).isEqualTo(line);
		assertThat(top.getName()).contains("twice").endsWith("mpi_doubles.f90:" + line);
		if (debugger == Debuggers.GDB) {
			// LLDB knows no types of Fortran
			assertThat(NativeJobs.variable(top.getVariables(), "copy").getValue().getValueString()).isEqualTo("2");
		}
		thread.resume();
		launched.awaitEnd();
		assertThat(launched.out()).contains("sum is 6");
	}

	/** Sets a breakpoint on the line with a text; returns its number. */
	private static int breakpoint(Path source, String text) throws Exception {
		int line = NativeJobs.line(source, text);
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), source, line);
		return line;
	}

	private static boolean isAt(Launched launched, String rank) {
		return Debugged.atBreakpoint(launched).stream()
				.anyMatch(thread -> rank.equals(thread.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK)));
	}
}
