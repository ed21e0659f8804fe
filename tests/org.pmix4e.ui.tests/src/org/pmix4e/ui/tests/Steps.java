// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.swt.widgets.Shell;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.dap.NativePreferences;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/**
 * The C program pmix_steps in a workspace project, to be debugged.
 *
 * @param programs the project
 * @param source   the source file
 * @param line     the line for a breakpoint
 */
record Steps(Programs programs, IFile source, int line) {
	static Steps create() throws Exception {
		Workbench.closeEditors();
		Peers.installed("lldb-vscode-14");
		Programs programs = Programs.create();
		IFile source = programs.project().getFile("pmix_steps.c");
		source.createLink(Peers.source("pmix_steps").toUri(), 0, null);
		List<String> lines = Files.readAllLines(Peers.source("pmix_steps"));
		int line = 1 + lines.indexOf(lines.stream().filter(text -> text.contains("// breakpoint")).findFirst().orElseThrow());
		return new Steps(programs, source, line);
	}

	/** Debugs with an adapter from now on, until {@link #delete}. */
	static void use(Debuggers debugger) {
		InstanceScope.INSTANCE.getNode(NativePreferences.NODE).put(NativePreferences.ADAPTER, String.join(" ", debugger.command()));
	}

	/** Forgets the chosen adapter. */
	static void useAny() {
		InstanceScope.INSTANCE.getNode(NativePreferences.NODE).remove(NativePreferences.ADAPTER);
	}

	/** Launches the program in debug mode. */
	static ILaunch debug(int ranks, String chosen) throws Exception {
		ILaunchConfiguration saved = configuration(ranks, chosen);
		return Jobs.launch(() -> DebugUITools.launch(saved, ILaunchManager.DEBUG_MODE));
	}

	/** Launches although no debugger is found, which a message says. */
	static ILaunch debugAnyway(int ranks) throws Exception {
		ILaunchConfiguration saved = configuration(ranks, "");
		Ui.start(() -> DebugUITools.launch(saved, ILaunchManager.DEBUG_MODE));
		Shell message = Ui.awaitShell("steps Was Not Launched");
		Ui.start(() -> Ui.press(Widgets.button(message, "Debug Anyway")));
		Ui.await("a launch", () -> Workbench.launches().getLaunches()[0].getProcesses().length > 0);
		return Workbench.launches().getLaunches()[0];
	}

	private static ILaunchConfiguration configuration(int ranks, String chosen) throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("steps", ranks, Peers.c("pmix_steps"), "").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, chosen);
		return copy.doSave();
	}

	static List<IThread> atBreakpoint(ILaunch launch) {
		return Stream.of(launch.getDebugTargets()).flatMap(target -> Stream.of(threads(target)))
				.filter(thread -> thread.isSuspended() && thread.getBreakpoints().length > 0).toList();
	}

	private static IThread[] threads(IDebugTarget target) {
		try {
			return target.getThreads();
		} catch (DebugException e) {
			return new IThread[0]; // the target starts or has ended
		}
	}

	/** Ends all launches, deletes all breakpoints and the project, and forgets the chosen adapter. */
	void delete() throws Exception {
		useAny();
		endDebugging();
		programs.delete();
	}

	static void endDebugging() throws Exception {
		for (ILaunch launch : Workbench.launches().getLaunches()) {
			launch.terminate();
			if (launch.getProcesses().length > 0) { // the launch of a core file has none
				Jobs.awaitEnd(launch);
			}
		}
		for (IBreakpoint breakpoint : DebugPlugin.getDefault().getBreakpointManager().getBreakpoints()) {
			breakpoint.delete();
		}
	}
}
