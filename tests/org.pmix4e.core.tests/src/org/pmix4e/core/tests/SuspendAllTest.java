// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IDebugTarget;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.RankSet;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests that all debugged ranks of a C program suspend when one does, if the user wants that. */
class SuspendAllTest extends NativeDebugging {
	private static final RankSet FIRST = RankSet.parse("0").orElseThrow();

	/** Returns a configuration of ranks each of which waits for a line of input before it comes to the breakpoint. */
	private ILaunchConfigurationWorkingCopy fed(int ranks, Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		int line = NativeJobs.line(Peers.source("pmix_steps"), "// breakpoint");
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("pmix_steps"), line);
		ILaunchConfigurationWorkingCopy copy = jobs.program(ranks, Peers.c("pmix_steps").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "--fed");
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_ALL);
		copy.setAttribute(PmixLaunchConstants.ATTR_SUSPEND_ALL, true);
		return copy;
	}

	/** Launches a job in debug mode, and waits until its ranks run under their debuggers. */
	private Launched running(ILaunchConfigurationWorkingCopy copy, int ranks) throws Exception {
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> launched.launch().getDebugTargets().length == ranks);
		jobs.await(() -> !launched.namespace().isHeld());
		return launched;
	}

	private static boolean isSuspended(Launched launched, int ranks) {
		IDebugTarget[] targets = launched.launch().getDebugTargets();
		return targets.length == ranks && Arrays.stream(targets).allMatch(IDebugTarget::isSuspended);
	}

	@ParameterizedTest
	@EnumSource
	void breakpoint_ofOneRank_suspendsTheOthers(Debuggers debugger) throws Exception {
		Launched launched = Debugged.launch(fed(3, debugger));
		launched.process().input().write(FIRST, "go\n");
		Debugged.await(() -> isSuspended(launched, 3));

		assertThat(Debugged.atBreakpoint(launched)).hasSize(1);
		assertThat(launched.out()).doesNotContain("twice");
	}

	@ParameterizedTest
	@EnumSource
	void suspension_ofOneRankByTheUser_suspendsTheOthersUntilEachIsResumed(Debuggers debugger) throws Exception {
		Launched launched = running(fed(2, debugger), 2);
		IDebugTarget first = Arrays.stream(launched.launch().getDebugTargets())
				.filter(target -> "0".equals(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK))).findFirst().orElseThrow();
		IDebugTarget second = Arrays.stream(launched.launch().getDebugTargets()).filter(target -> target != first).findFirst().orElseThrow();
		second.suspend();
		Debugged.await(() -> isSuspended(launched, 2));
		assertThat(Debugged.atBreakpoint(launched)).isEmpty();

		first.resume();
		Debugged.await(() -> !first.isSuspended());
		launched.process().input().write(FIRST, "go\n");
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);
		assertThat(second.isSuspended()).isTrue();
	}

	/** Resumes and suspends as fast as a program can, which mixes the events of the ranks in many ways. */
	@ParameterizedTest
	@EnumSource
	void suspensions_rightAfterResumptions_suspendAllEachTime(Debuggers debugger) throws Exception {
		Launched launched = running(fed(3, debugger), 3);
		IDebugTarget[] targets = launched.launch().getDebugTargets();
		for (int round = 0; round < 12; round++) {
			targets[round % targets.length].suspend();
			Debugged.await(() -> isSuspended(launched, 3));
			for (IDebugTarget target : targets) {
				target.resume();
			}
		}
		launched.process().input().write(FIRST, "go\n");
		Debugged.await(() -> isSuspended(launched, 3));
		assertThat(Debugged.atBreakpoint(launched)).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void breakpoint_ofRankThatWasAttachedTo_suspendsTheOthers(Debuggers debugger) throws Exception {
		Launched launched = Launched.launch(fed(2, debugger));
		jobs.await(() -> launched.namespace().connectedRanks() == 2);
		launched.process().attachDebugger(List.of(0, 1));
		Debugged.await(() -> launched.launch().getDebugTargets().length == 2);
		launched.process().input().write(FIRST, "go\n");
		Debugged.await(() -> isSuspended(launched, 2));
	}
}
