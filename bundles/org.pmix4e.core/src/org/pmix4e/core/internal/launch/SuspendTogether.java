// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.core.model.IDebugTarget;
import org.jspecify.annotations.Nullable;

/**
 * Suspends all debugged ranks of a launch when one of them reaches a breakpoint or is suspended by the user, but not at the end of a
 * step. Owned by the launch; called on the platform's thread of debug events.
 */
final class SuspendTogether implements IDebugEventSetListener, AutoCloseable {
	private volatile @Nullable ILaunch launch;

	/** Begins to watch the ranks of a launch. */
	void start(ILaunch watched) {
		launch = watched;
		DebugPlugin.getDefault().addDebugEventListener(this);
	}

	@Override
	public void handleDebugEvents(DebugEvent[] events) {
		for (DebugEvent event : events) {
			boolean suspended = event.getKind() == DebugEvent.SUSPEND
					&& (event.getDetail() == DebugEvent.BREAKPOINT || event.getDetail() == DebugEvent.CLIENT_REQUEST);
			if (suspended && event.getSource() instanceof IDebugElement element && element.getLaunch() == launch) {
				suspendOthers(element.getDebugTarget());
			}
		}
	}

	private void suspendOthers(IDebugTarget first) {
		for (IDebugTarget target : first.getLaunch().getDebugTargets()) {
			try {
				if (target != first && target.canSuspend()) {
					target.suspend();
				}
			} catch (DebugException e) {
				ILog.of(SuspendTogether.class).log(e.getStatus());
			}
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
