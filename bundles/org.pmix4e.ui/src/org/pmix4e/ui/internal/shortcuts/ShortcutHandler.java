// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.IExecutableExtension;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

/**
 * The keys of Run As and Debug As > PMIx Job, and the steps of cheat sheets. If nothing is selected in the active part, such as a cheat
 * sheet or the Welcome page, it runs what is selected in an explorer, or else what the active editor shows. The extension names the mode
 * after a colon.
 */
public final class ShortcutHandler extends AbstractHandler implements IExecutableExtension {
	private static final List<String> EXPLORERS = List.of("org.eclipse.ui.navigator.ProjectExplorer", "org.eclipse.jdt.ui.PackageExplorer");

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
			launch(shortcut, HandlerUtil.getCurrentSelection(event), HandlerUtil.getActiveWorkbenchWindow(event));
		}
		return null;
	}

	private void launch(JobShortcut shortcut, @Nullable ISelection current, @Nullable IWorkbenchWindow window) {
		Optional<IStructuredSelection> selected = structured(current);
		if (selected.isEmpty() && window != null) {
			selected = EXPLORERS.stream().flatMap(view -> structured(window.getSelectionService().getSelection(view)).stream()).findFirst();
			IEditorPart editor = window.getActivePage() == null ? null : window.getActivePage().getActiveEditor();
			if (selected.isEmpty() && editor != null) {
				shortcut.launch(editor, mode);
				return;
			}
		}
		shortcut.launch(selected.orElse(StructuredSelection.EMPTY), mode);
	}

	private static Optional<IStructuredSelection> structured(@Nullable ISelection selection) {
		return selection instanceof IStructuredSelection structured && !structured.isEmpty() ? Optional.of(structured) : Optional.empty();
	}
}
