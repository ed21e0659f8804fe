// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.ActiveShellExpression;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.IHandlerActivation;
import org.eclipse.ui.handlers.IHandlerService;
import org.jspecify.annotations.Nullable;

/**
 * What a command of the workbench does while a control has the focus: a key that belongs to a command does not reach the control. Owned by
 * the control, on the thread of the user interface.
 */
public final class FocusCommand {
	private final IHandlerService handlers = PlatformUI.getWorkbench().getService(IHandlerService.class);
	private @Nullable IHandlerActivation active;

	private FocusCommand() {
	}

	/**
	 * Adds a command.
	 *
	 * @param control a table or another control without that command, in a dialog or in a part that does not handle it
	 * @param command its id
	 * @param work    what it does
	 */
	public static void add(Control control, String command, Runnable work) {
		FocusCommand added = new FocusCommand();
		control.addListener(SWT.FocusIn, event -> added.begin(control, command, work));
		control.addListener(SWT.FocusOut, event -> added.end());
		control.addListener(SWT.Dispose, event -> added.end());
	}

	private void begin(Control control, String command, Runnable work) {
		end();
		active = handlers.activateHandler(command, new AbstractHandler() {
			@Override
			public @Nullable Object execute(ExecutionEvent event) {
				work.run();
				return null;
			}
		}, new ActiveShellExpression(control.getShell()));
	}

	private void end() {
		IHandlerActivation ended = active;
		if (ended != null) {
			active = null;
			handlers.deactivateHandler(ended);
		}
	}
}
