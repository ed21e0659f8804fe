// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.ui.internal.Messages;

/** Asks for a server that runs outside of this workbench, and attaches to it in the background. */
public final class AttachHandler extends AbstractHandler {
	/** For the workbench. */
	public AttachHandler() {
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) {
		Shell shell = HandlerUtil.getActiveShell(event);
		ServerAttachments attachments = PlatformUI.getWorkbench().getService(ServerAttachments.class);
		AttachDialog dialog = new AttachDialog(shell, attachments);
		if (dialog.open() == Window.OK) {
			String address = dialog.address();
			String server = dialog.server();
			new AttachJob(attachments, address, server, reason -> PlatformUI.getWorkbench().getDisplay()
					.asyncExec(() -> MessageDialog.openError(shell == null || shell.isDisposed() ? null : shell, Messages.attach_title,
							NLS.bind(Messages.attach_failed, server, reason))))
					.schedule();
		}
		return null;
	}
}
