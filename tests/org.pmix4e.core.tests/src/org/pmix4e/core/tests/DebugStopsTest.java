// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests what the model shows of ranks that a debugger has suspended, and their end under a debugger. */
class DebugStopsTest extends NativeDebugging {
	private Launched debug(Debuggers debugger, String steps) throws Exception {
		NativeJobs.prefer(debugger);
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, Peers.c("pmix_exit").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, steps);
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of("PEER_LIMIT", "600"));
		return Debugged.launch(copy);
	}

	private static RankElement rank(Launched launched) {
		return launched.namespace().ranks().get(0);
	}

	@ParameterizedTest
	@EnumSource
	void rankAtBreakpoint_isSuspendedWithItsPlace_untilItGoesOn(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		int line = NativeJobs.line(Peers.source("pmix_steps"), "// breakpoint");
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("pmix_steps"), line);
		Launched launched = Debugged.launch(jobs.program(1, Peers.c("pmix_steps").toString()));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);

		jobs.await(() -> rank(launched).debugStop().filter(stop -> stop.equals("breakpoint in twice at pmix_steps.c:" + line)).isPresent());
		assertThat(rank(launched).state()).isEqualTo(ElementState.SUSPENDED);
		assertThat(rank(launched).stop()).as("by a signal").isEmpty();
		assertThat(launched.namespace().connectedRanks()).isEqualTo(1);
		Debugged.atBreakpoint(launched).get(0).resume();
		launched.awaitEnd();
		assertThat(rank(launched).debugStop()).isEmpty();
		assertThat(rank(launched).state()).isEqualTo(ElementState.FINISHED);
	}

	@ParameterizedTest
	@EnumSource
	void rankThatCrashes_isSuspendedByTheNamedSignal(Debuggers debugger) throws Exception {
		Launched launched = debug(debugger, "init,crash");
		Debugged.await(() -> Arrays.stream(launched.launch().getDebugTargets()).anyMatch(IDebugTarget::isSuspended));

		jobs.await(() -> rank(launched).debugStop().filter(stop -> stop.matches("SIGSEGV.* in do_step at pmix_exit\\.c:\\d+")).isPresent());
		IThread thread = Debugged.threads(launched.launch().getDebugTargets()[0]).get(0);
		assertThat(thread.getName()).matches("Thread \\d+ \\[.*], SIGSEGV.*");
		launched.launch().getDebugTargets()[0].resume();
		launched.awaitEnd();
		assertThat(rank(launched).reason()).hasValueSatisfying(reason -> assertThat(reason).startsWith("died of SIGSEGV"));
	}

	@ParameterizedTest
	@EnumSource
	void terminate_ofRunningRank_endsItWithoutAStop(Debuggers debugger) throws Exception {
		List<DebugEvent> stops = new CopyOnWriteArrayList<>();
		IDebugEventSetListener listener = events -> Arrays.stream(events).filter(event -> event.getKind() == DebugEvent.SUSPEND)
				.forEach(stops::add);
		Launched launched = debug(debugger, "init,ready,wait");
		launched.awaitOutput("ready");
		DebugPlugin.getDefault().addDebugEventListener(listener);
		try {
			launched.launch().terminate();
			launched.awaitEnd();
		} finally {
			DebugPlugin.getDefault().removeDebugEventListener(listener);
		}
		assertThat(stops).isEmpty();
		assertThat(rank(launched).state()).isEqualTo(ElementState.KILLED);
		assertThat(rank(launched).reason()).as("more than its state says").isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void terminate_ofSuspendedRank_letsItEnd(Debuggers debugger) throws Exception {
		Launched launched = debug(debugger, "init,ready,wait");
		launched.awaitOutput("ready");
		IDebugTarget target = launched.launch().getDebugTargets()[0];
		target.suspend();
		Debugged.await(target::isSuspended);
		jobs.await(() -> rank(launched).debugStop().filter(stop -> stop.startsWith("suspended by the user in ")).isPresent());

		terminate(target);
		launched.awaitEnd();
		assertThat(rank(launched).reason()).contains("terminated on request: died of SIGTERM");
	}

	private static void terminate(IDebugTarget target) throws DebugException {
		assertThat(target.canTerminate()).isTrue();
		target.terminate();
	}
}
