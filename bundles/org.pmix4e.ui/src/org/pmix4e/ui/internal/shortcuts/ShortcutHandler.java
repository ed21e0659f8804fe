// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.IExecutableExtension;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

/** The keys of Run As and Debug As > PMIx Job. The extension names the mode after a colon. */
public final class ShortcutHandler extends AbstractHandler implements IExecutableExtension {
	private String mode = "";

	/** For the workbench. */
	public ShortcutHandler() {
	}

	@Override
	public void setInitializationData(IConfigurationElement element, String property, @Nullable Object data) {
		mode = String.valueOf(data);
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) {
		JobShortcut shortcut = new JobShortcut();
		if (HandlerUtil.getActivePart(event) instanceof IEditorPart editor) {
			shortcut.launch(editor, mode);
		} else {
			shortcut.launch(HandlerUtil.getCurrentSelection(event) instanceof IStructuredSelection selection ? selection
					: StructuredSelection.EMPTY, mode);
		}
		return null;
	}
}
