// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.Arrays;

import org.eclipse.jface.text.ITextSelection;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.texteditor.ITextEditor;

/** Page object of the text editors. */
final class EditorTester {
	private EditorTester() {
	}

	/** Waits until the header of the active editor has a text. */
	static void awaitHeader(String text) {
		Ui.await(() -> text + " instead of " + header(), () -> header().equals(text));
	}

	private static String header() {
		return Ui.get(() -> {
			StyledText text = (StyledText) Workbench.page().getActiveEditor().getAdapter(Control.class);
			return Widgets.find(Workbench.window().getShell(), CTabFolder.class,
					folder -> Widgets.all(folder, StyledText.class).contains(text)).getSelection().getText();
		});
	}

	/** Waits until a line is selected in the editor of a file. */
	static void awaitLine(String name, int line) {
		Ui.await("line " + line + " of " + name + " in an editor",
				() -> Arrays.stream(Workbench.page().getEditorReferences()).map(reference -> reference.getEditor(false))
						.anyMatch(editor -> editor instanceof ITextEditor text && text.getTitle().equals(name)
								&& text.getSelectionProvider().getSelection() instanceof ITextSelection selection
								&& selection.getStartLine() == line - 1));
	}
}
