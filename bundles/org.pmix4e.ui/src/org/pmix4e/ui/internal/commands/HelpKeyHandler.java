// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

/**
 * Shows the help of the control with the focus when F1 is pressed, in dialogs as well as in the window. GTK sends no help event for F1, as
 * other systems do, and the platform's command for it has no effect in dialogs.
 */
public final class HelpKeyHandler extends AbstractHandler {
	/** For the workbench. */
	public HelpKeyHandler() {
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) {
		for (Control control = Display.getCurrent().getFocusControl(); control != null; control = control.getParent()) {
			if (control.isListening(SWT.Help)) {
				control.notifyListeners(SWT.Help, new Event());
				return null;
			}
		}
		PlatformUI.getWorkbench().getHelpSystem().displayDynamicHelp();
		return null;
	}
}
