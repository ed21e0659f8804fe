// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.jspecify.annotations.Nullable;

/**
 * Suspends all debugged ranks of a launch when one of them reaches a breakpoint or is suspended by the user, but not at the end of a
 * step. A rank that starts while another is suspended is suspended, too. Owned by the launch; called on the platform's thread of debug
 * events.
 */
final class SuspendTogether implements IDebugEventSetListener, AutoCloseable {
	private volatile @Nullable ILaunch launch;
	/** The ranks that were resumed for the first time, at their start. */
	private final Set<IDebugTarget> started = new HashSet<>();

	/** Begins to watch the ranks of a launch. */
	void start(ILaunch watched) {
		launch = watched;
		DebugPlugin.getDefault().addDebugEventListener(this);
	}

	@Override
	public void handleDebugEvents(DebugEvent[] events) {
		for (DebugEvent event : events) {
			if (event.getSource() instanceof IDebugElement element && element.getLaunch() == launch) {
				if (event.getKind() == DebugEvent.SUSPEND) {
					suspended(element.getDebugTarget(), event.getDetail());
				} else if (event.getKind() == DebugEvent.RESUME && event.getSource() instanceof IDebugTarget target) {
					resumed(target);
				}
			}
		}
	}

	/** A virtual machine is suspended when it starts, which looks like a request of the user but is none. */
	private void suspended(IDebugTarget target, int detail) {
		if (started.contains(target) && (detail == DebugEvent.BREAKPOINT || detail == DebugEvent.CLIENT_REQUEST)) {
			started.stream().filter(other -> other != target).forEach(SuspendTogether::suspend);
		}
	}

	private void resumed(IDebugTarget target) {
		boolean others = isAnySuspended();
		if (started.add(target) && others) {
			suspend(target);
		}
	}

	private boolean isAnySuspended() {
		return started.stream().anyMatch(SuspendTogether::isSuspended);
	}

	private static boolean isSuspended(IDebugTarget target) {
		try {
			return target.isSuspended() || Arrays.stream(target.getThreads()).anyMatch(IThread::isSuspended);
		} catch (DebugException e) {
			return false; // it starts or has ended
		}
	}

	private static void suspend(IDebugTarget target) {
		try {
			if (target.canSuspend()) {
				target.suspend();
			}
		} catch (DebugException e) {
			ILog.of(SuspendTogether.class).log(e.getStatus());
		}
	}

	@Override
	public void close() {
		DebugPlugin debug = DebugPlugin.getDefault();
		if (debug != null) {
			debug.removeDebugEventListener(this);
		}
	}
}
