// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchListener;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.jspecify.annotations.Nullable;

/**
 * Suspends all debugged ranks of a launch when one of them reaches a breakpoint or is suspended by the user, but not at the end of a
 * step. A rank that starts while another is suspended is suspended, too. Owned by the launch; called on the platform's thread of debug
 * events, and on those that add ranks to the launch.
 */
final class SuspendTogether implements IDebugEventSetListener, ILaunchListener, AutoCloseable {
	private volatile @Nullable ILaunch launch;
	/** The ranks that were resumed for the first time, at their start. */
	private final Set<IDebugTarget> started = ConcurrentHashMap.newKeySet();
	/** The ranks that were in the launch when it changed last. */
	private final Set<IDebugTarget> known = ConcurrentHashMap.newKeySet();

	/** Begins to watch the ranks of a launch. */
	void start(ILaunch watched) {
		launch = watched;
		DebugPlugin.getDefault().addDebugEventListener(this);
		DebugPlugin.getDefault().getLaunchManager().addLaunchListener(this);
	}

	@Override
	public void handleDebugEvents(DebugEvent[] events) {
		for (DebugEvent event : events) {
			boolean suspended = event.getKind() == DebugEvent.SUSPEND
					&& (event.getDetail() == DebugEvent.BREAKPOINT || event.getDetail() == DebugEvent.CLIENT_REQUEST);
			if (event.getSource() instanceof IDebugElement element && element.getLaunch() == launch) {
				if (suspended) {
					suspendOthers(element.getDebugTarget());
				} else if (event.getKind() == DebugEvent.RESUME && event.getSource() instanceof IDebugTarget target && started.add(target)
						&& isAnySuspended()) {
					suspend(target);
				}
			}
		}
	}

	/** A rank may run before the launch has it: a suspension of the others in between has passed it over. */
	@Override
	public void launchChanged(ILaunch changed) {
		if (changed == launch) {
			Arrays.stream(changed.getDebugTargets()).filter(known::add).filter(target -> isAnySuspended()).forEach(SuspendTogether::suspend);
		}
	}

	@Override
	public void launchAdded(ILaunch added) {
		// has no ranks yet
	}

	@Override
	public void launchRemoved(ILaunch removed) {
		// its ranks have ended
	}

	private boolean isAnySuspended() {
		ILaunch watched = launch;
		return watched != null && Arrays.stream(watched.getDebugTargets()).anyMatch(SuspendTogether::isSuspended);
	}

	private static boolean isSuspended(IDebugTarget target) {
		try {
			return target.isSuspended() || Arrays.stream(target.getThreads()).anyMatch(IThread::isSuspended);
		} catch (DebugException e) {
			return false; // it starts or has ended
		}
	}

	private void suspendOthers(IDebugTarget first) {
		for (IDebugTarget target : first.getLaunch().getDebugTargets()) {
			if (target != first) {
				suspend(target);
			}
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
			debug.getLaunchManager().removeLaunchListener(this);
		}
	}
}
