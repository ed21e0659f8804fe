// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;

/**
 * Suspends all debugged ranks of a launch when one of them reaches a breakpoint, is stopped by a signal or is suspended by the user, but
 * not at the end of a step. A rank that starts while another is suspended is suspended, too. Owned by the launch; called on the platform's
 * thread of debug events, which never waits for a debugger.
 */
public final class SuspendTogether implements IDebugEventSetListener, AutoCloseable {
	private static final Set<Integer> REASONS = Set.of(DebugEvent.BREAKPOINT, DebugEvent.CLIENT_REQUEST, DebugEvent.UNSPECIFIED);

	private volatile @Nullable ILaunch launch;
	/** The ranks that were resumed for the first time, at their start. */
	private final Set<IDebugTarget> started = new HashSet<>();
	/**
	 * The ranks whose last event told that they were suspended. A rank that is suspended while its event is still on its way is not among
	 * them, so that it suspends the others once: at its event, and not again after the user has resumed one of them.
	 */
	private final Set<IDebugTarget> suspended = new HashSet<>();
	/** The ranks that are being suspended because of another one, so that they suspend no further ones. */
	private final Set<IDebugTarget> following = ConcurrentHashMap.newKeySet();

	/** @return one that the user has chosen for the launches of a configuration; empty if the ranks suspend on their own */
	public static Optional<SuspendTogether> of(ILaunchConfiguration configuration) throws CoreException {
		return configuration.getAttribute(PmixLaunchConstants.ATTR_SUSPEND_ALL, false) ? Optional.of(new SuspendTogether()) : Optional.empty();
	}

	/** Begins to watch the ranks of a launch, once. */
	public void start(ILaunch watched) {
		launch = watched;
		DebugPlugin.getDefault().addDebugEventListener(this);
	}

	@Override
	public void handleDebugEvents(DebugEvent[] events) {
		for (DebugEvent event : events) {
			if (event.getSource() instanceof IDebugElement element && element.getLaunch() == launch) {
				if (event.getKind() == DebugEvent.SUSPEND) {
					suspended(element.getDebugTarget(), event.getDetail());
				} else if (event.getKind() == DebugEvent.RESUME) {
					resumed(element);
				}
			}
		}
	}

	/** A virtual machine is suspended when it starts, which looks like a request of the user but is none. */
	private void suspended(IDebugTarget target, int detail) {
		boolean follows = following.remove(target) && detail != DebugEvent.BREAKPOINT;
		if (started.contains(target)) {
			suspended.add(target);
			if (!follows && REASONS.contains(detail)) {
				suspendOthers(target);
			}
		}
	}

	/** A thread of a virtual machine may go on while others stay suspended. */
	private void resumed(IDebugElement element) {
		IDebugTarget target = element.getDebugTarget();
		if (element == target || !isSuspended(target)) {
			suspended.remove(target);
		}
		if (element == target && started.add(target) && suspended.stream().anyMatch(SuspendTogether::isSuspended)) {
			suspend(target);
		}
	}

	private static boolean isSuspended(IDebugTarget target) {
		try {
			return target.isSuspended() || Arrays.stream(target.getThreads()).anyMatch(IThread::isSuspended);
		} catch (DebugException e) {
			return false; // it starts or has ended
		}
	}

	private void suspendOthers(IDebugTarget target) {
		started.stream().filter(other -> other != target).forEach(this::suspend);
	}

	/** Asks the debugger on a thread of its own, because each may take a while and all should stop soon. */
	private void suspend(IDebugTarget target) {
		if (target.canSuspend() && following.add(target)) {
			Thread.ofVirtual().name("pmix4e-suspend").start(() -> {
				try {
					target.suspend();
				} catch (DebugException e) {
					following.remove(target);
					if (!target.isTerminated() && !target.isDisconnected()) {
						ILog.of(SuspendTogether.class).log(e.getStatus());
					}
				}
			});
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
