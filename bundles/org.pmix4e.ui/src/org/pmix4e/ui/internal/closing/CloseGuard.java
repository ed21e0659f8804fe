// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.closing;

import java.text.MessageFormat;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchListener;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.ui.internal.Messages;

/**
 * Asks before the workbench closes while jobs run, since closing ends them, and leaves those of others alone. One object serves the
 * workbench, on the thread of the user interface, from the first job until the end of the workbench.
 */
public final class CloseGuard implements IWorkbenchListener {
	/** How long debuggers may take to take their breakpoints out of programs that go on. */
	private static final Duration DETACH_LIMIT = Duration.ofSeconds(5);
	private static final Duration LOOK = Duration.ofMillis(20);

	private static final CloseGuard INSTANCE = new CloseGuard();

	private CloseGuard() {
	}

	/** Begins to guard the workbench. Later calls have no effect. */
	public static void install() {
		PlatformUI.getWorkbench().addWorkbenchListener(INSTANCE);
	}

	/** Returns whether the workbench may close. Does not ask if it must close anyway. */
	@Override
	public boolean preShutdown(IWorkbench workbench, boolean forced) {
		long running = forced ? 0 : workbench.getService(JobModel.class).namespaces().stream()
				.filter(job -> !job.state().isEnded() && !job.session().server().isAttached()).count();
		return running == 0 || ask(workbench, running);
	}

	private static boolean ask(IWorkbench workbench, long running) {
		IWorkbenchWindow window = workbench.getActiveWorkbenchWindow();
		@Nullable Shell parent = window == null ? null : window.getShell();
		String question = running == 1 ? Messages.closing_job : MessageFormat.format(Messages.closing_jobs, running);
		return new MessageDialog(parent, Messages.closing, null, question, MessageDialog.QUESTION, 0, Messages.closing_end,
				Messages.closing_cancel).open() == Window.OK;
	}

	/** Detaches from the servers of others, whose ranks go on without their debuggers. The own server ends its jobs when its bundle stops. */
	@Override
	public void postShutdown(IWorkbench workbench) {
		List<JobProcess> debugged = Arrays.stream(DebugPlugin.getDefault().getLaunchManager().getProcesses())
				.filter(JobProcess.class::isInstance).map(JobProcess.class::cast)
				.filter(process -> process.element().filter(job -> job.session().server().isAttached()).isPresent()).toList();
		workbench.getService(JobModel.class).servers().stream().filter(ServerElement::isAttached).forEach(ServerElement::detach);
		long end = System.nanoTime() + DETACH_LIMIT.toNanos();
		while (!debugged.stream().allMatch(JobProcess::isTerminated) && System.nanoTime() < end) {
			LockSupport.parkNanos(LOOK.toNanos());
		}
	}
}
