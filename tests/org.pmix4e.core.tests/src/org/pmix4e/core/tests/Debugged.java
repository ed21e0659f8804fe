// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IThread;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4j.testkit.Await;

/** Launches jobs in debug mode, waits for what happens to their ranks, and ends them. */
final class Debugged {
	private Debugged() {
	}

	static Launched launch(ILaunchConfigurationWorkingCopy copy) throws Exception {
		return Launched.of(copy.launch(ILaunchManager.DEBUG_MODE, new NullProgressMonitor()));
	}

	/** Waits until the condition holds; checks it at each debug event. */
	static void await(BooleanSupplier condition) throws Exception {
		CompletableFuture<Void> met = new CompletableFuture<>();
		IDebugEventSetListener listener = events -> {
			if (condition.getAsBoolean()) {
				met.complete(null);
			}
		};
		DebugPlugin.getDefault().addDebugEventListener(listener);
		try {
			if (!condition.getAsBoolean()) {
				Await.result(met);
			}
		} catch (TimeoutException e) {
			throw new AssertionError(e.getMessage() + ": " + states(), e);
		} finally {
			DebugPlugin.getDefault().removeDebugEventListener(listener);
		}
	}

	/** Returns what is seen of each launch. */
	private static String states() {
		StringBuilder states = new StringBuilder();
		for (ILaunch launch : Jobs.manager().getLaunches()) {
			for (IProcess process : launch.getProcesses()) {
				states.append('\n').append(process.getLabel()).append(process.isTerminated() ? ": ended" : ": runs");
				if (process instanceof JobProcess job) {
					states.append(", output:\n").append(job.getStreamsProxy().getOutputStreamMonitor().getContents())
							.append(job.getStreamsProxy().getErrorStreamMonitor().getContents());
				}
			}
			for (IDebugTarget target : launch.getDebugTargets()) {
				states.append('\n').append(target).append(target.isTerminated() ? ": ended" : target.isSuspended() ? ": suspended" : ": runs");
				threads(target).forEach(thread -> states.append("\n  ").append(thread).append(thread.isSuspended() ? ": suspended" : ""));
			}
		}
		return states.toString();
	}

	static List<IThread> atBreakpoint(Launched launched) {
		return Arrays.stream(launched.launch().getDebugTargets()).flatMap(target -> threads(target).stream())
				.filter(thread -> thread.isSuspended() && thread.getBreakpoints().length > 0).toList();
	}

	static List<IThread> threads(IDebugTarget target) {
		try {
			return List.of(target.getThreads());
		} catch (DebugException e) {
			return List.of(); // the target is starting or has ended
		}
	}

	/** Terminates all launches and deletes all breakpoints. */
	static void endAll() throws Exception {
		for (ILaunch launch : Jobs.manager().getLaunches()) {
			launch.terminate();
			if (launch.getProcesses().length > 0) { // the launch of a core file has none
				Launched.of(launch).awaitEnd();
			}
			await(launch::isTerminated);
		}
		for (IBreakpoint breakpoint : DebugPlugin.getDefault().getBreakpointManager().getBreakpoints()) {
			breakpoint.delete();
		}
	}
}
