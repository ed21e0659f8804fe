// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.Objects;
import java.util.stream.Stream;

import org.eclipse.e4.ui.model.application.ui.basic.MPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;

/**
 * The name of the current rank in the header of an editor, behind its title. Used on the thread of the user interface; the editor need not
 * be open any longer.
 *
 * @param editor that shows where the rank is stopped
 * @param rank   its name
 */
record RankHeader(IWorkbenchPart editor, String rank) {

	/** Shows titles alone in all windows. To be called before the workbench saves the headers for its next start. */
	static void hideAll() {
		Stream.of(PlatformUI.getWorkbench().getWorkbenchWindows()).map(IWorkbenchWindow::getPages).flatMap(Stream::of)
				.map(IWorkbenchPage::getEditorReferences).flatMap(Stream::of).map(reference -> reference.getEditor(false))
				.filter(Objects::nonNull).forEach(editor -> label(editor, editor.getTitle()));
	}

	/** Shows the name until the editor is hidden or gets another title. */
	void show() {
		label(editor, editor.getTitle() + " (" + rank + ")");
	}

	/** Shows the title alone. */
	void hide() {
		label(editor, editor.getTitle());
	}

	/** Sets the text in the model of the workbench, because the title itself belongs to the editor. */
	private static void label(IWorkbenchPart editor, String text) {
		MPart header = editor.getSite().getService(MPart.class);
		if (header != null) {
			header.setLabel(text);
		}
	}
}
