// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.Arrays;

import org.eclipse.jface.text.ITextSelection;
import org.eclipse.ui.texteditor.ITextEditor;

/** Page object of the text editors. */
final class EditorTester {
	private EditorTester() {
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
