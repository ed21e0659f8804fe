// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.closing;

import java.text.MessageFormat;

import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchListener;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.ui.internal.Messages;

/**
 * Asks before the workbench closes while jobs run, since closing ends them. One object serves the workbench, on the thread of the user
 * interface, from the first job until the end of the workbench.
 */
public final class CloseGuard implements IWorkbenchListener {
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

	@Override
	public void postShutdown(IWorkbench workbench) {
		// the server ends its jobs when its bundle stops
	}
}
