// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.parts;

import java.util.Optional;
import java.util.function.Consumer;

import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.JobRankProcess;

/**
 * Selects the place where a rank was suspended in the Debug view if the platform has not done so after a second: now and then it drops the
 * news of a stop, and shows the row of the rank collapsed. A place that the user looks at stays. Stateless; called on the platform's thread
 * of debug events.
 */
public final class MissedStops implements IDebugEventSetListener {
	private static final int WAIT_MILLIS = 1000;

	/** Begins to serve all windows. To be called once. */
	public static void install() {
		DebugPlugin.getDefault().addDebugEventListener(new MissedStops());
	}

	@Override
	public void handleDebugEvents(DebugEvent[] events) {
		for (DebugEvent event : events) {
			if (event.getKind() == DebugEvent.SUSPEND && !event.isEvaluation() && event.getSource() instanceof IThread thread
					&& thread.getDebugTarget().getProcess() instanceof JobRankProcess) {
				inUi(window -> Display.getCurrent().timerExec(WAIT_MILLIS, () -> find(thread)));
			}
		}
	}

	/** Does something on the thread of the user interface with the window that the user looks at, if there is one. */
	private static void inUi(Consumer<IWorkbenchWindow> action) {
		if (PlatformUI.isWorkbenchRunning()) {
			PlatformUI.getWorkbench().getDisplay().asyncExec(() -> window().ifPresent(action));
		}
	}

	private static Optional<IWorkbenchWindow> window() {
		if (!PlatformUI.isWorkbenchRunning()) {
			return Optional.empty();
		}
		IWorkbenchWindow active = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
		IWorkbenchWindow[] all = PlatformUI.getWorkbench().getWorkbenchWindows();
		return active == null && all.length > 0 ? Optional.of(all[0]) : Optional.ofNullable(active);
	}

	private static void find(IThread thread) {
		if (window().filter(window -> isMissed(window, thread)).isPresent()) {
			// may wait for the debugger
			Thread.ofVirtual().name("pmix4e-missed-stop").start(() -> top(thread).ifPresent(frame -> inUi(window -> {
				if (isMissed(window, thread) && window.getActivePage() != null) {
					DebugSelection.show(window.getActivePage(), frame);
				}
			})));
		}
	}

	private static boolean isMissed(IWorkbenchWindow window, IThread thread) {
		return thread.isSuspended() && !isStopped(DebugUITools.getDebugContextManager().getContextService(window).getActiveContext());
	}

	private static boolean isStopped(@Nullable ISelection context) {
		Object chosen = context instanceof IStructuredSelection selection ? selection.getFirstElement() : null;
		return chosen instanceof IStackFrame frame && frame.isSuspended() || chosen instanceof IThread thread && thread.isSuspended();
	}

	private static Optional<IStackFrame> top(IThread thread) {
		try {
			return Optional.ofNullable(thread.getTopStackFrame());
		} catch (DebugException e) {
			return Optional.empty(); // it has gone on or ended
		}
	}
}
