// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.PlatformUI;
import org.pmix4e.core.launch.DebuggerAttachments;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;

/** Opens the core files of ranks that a signal has ended. Stateless; on the thread of the user interface. */
public final class OpenCore {
	private OpenCore() {
	}

	/**
	 * @param rank a rank
	 * @return whether a signal has ended it for which the kernel writes cores, and its launch says where
	 */
	public static boolean isPossible(RankElement rank) {
		return DebugAgain.isFault(rank) && service().canOpenCore(rank);
	}

	private static DebuggerAttachments service() {
		return PlatformUI.getWorkbench().getService(DebuggerAttachments.class);
	}

	/**
	 * Opens the core file of a rank in the Debug view, in the background. If that is not possible, a dialog says why, and offers to debug
	 * again.
	 *
	 * @param rank for which {@link #isPossible} holds
	 */
	public static void open(RankElement rank) {
		DebuggerAttachments debuggers = service();
		Display display = PlatformUI.getWorkbench().getDisplay();
		Job job = Job.create(NLS.bind(Messages.openCore_job, rank.name()), (ICoreRunnable) monitor -> {
			try {
				debuggers.openCore(rank);
			} catch (CoreException e) {
				display.asyncExec(() -> explain(rank, e.getStatus().getMessage()));
			}
		});
		job.setUser(true);
		job.schedule();
	}

	private static void explain(RankElement rank, String reason) {
		String[] buttons = DebugAgain.isPossible(rank) ? new String[] { Messages.openCore_again, IDialogConstants.CLOSE_LABEL }
				: new String[] { IDialogConstants.CLOSE_LABEL };
		int answer = MessageDialog.open(MessageDialog.ERROR, null, Messages.openCore_title, reason, SWT.NONE, buttons);
		if (answer == 0 && buttons.length > 1) {
			DebugAgain.launch(List.of(rank));
		}
	}
}
