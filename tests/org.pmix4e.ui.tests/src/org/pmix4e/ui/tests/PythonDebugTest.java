// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.core.resources.IFile;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.actions.IToggleBreakpointsTarget;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.TextSelection;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.texteditor.ITextEditor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Peers;

/** Tests Debug As > PMIx Job on a Python program. */
class PythonDebugTest extends UserTest {
	private static final int LINE = 4;
	private static final String SOURCE = """
			import os
			def twice(number):
				result = number + number
				return result
			print("twice is", twice(int(os.environ["PMIX_RANK"])))
			""";

	private Programs programs;

	@BeforeEach
	void createProject() throws Exception {
		programs = Programs.create();
	}

	@AfterEach
	void deleteProject() throws Exception {
		Steps.endDebugging();
		Workbench.closeEditors();
		programs.delete();
	}

	/** Toggles a breakpoint as the ruler of the text editor does. */
	private static void toggle(IFile file) {
		Ui.run(() -> {
			try {
				ITextEditor editor = (ITextEditor) IDE.openEditor(Workbench.page(), file);
				IDocument document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
				TextSelection selection = new TextSelection(document, document.getLineOffset(LINE - 1), 0);
				IToggleBreakpointsTarget target = DebugUITools.getToggleBreakpointsTargetManager().getToggleBreakpointsTarget(editor, selection);
				target.toggleLineBreakpoints(editor, selection);
			} catch (Exception e) {
				throw new AssertionError(e);
			}
		});
	}

	@Test
	void debug_ranks_stopAtTheBreakpointOfTheRuler() throws Exception {
		IFile script = programs.script("doubles.py", SOURCE, false);
		toggle(script);
		assertThat(DebugPlugin.getDefault().getBreakpointManager().getBreakpoints("org.pmix4e.dap")).hasSize(1);
		ILaunchConfiguration configuration = Jobs.configuration("doubles", 2, Peers.pythonWith("debugpy"),
				script.getLocation().toString());
		ILaunch launch = Jobs.launch(() -> DebugUITools.launch(configuration, ILaunchManager.DEBUG_MODE));
		Ui.await("two ranks at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 2);

		DebugViewTester.show().awaitRows(2, "twice at doubles.py:" + LINE);
		EditorTester.awaitLine("doubles.py", LINE);
		Pictures.screen("python-light");
		for (var thread : Steps.atBreakpoint(launch)) {
			thread.resume();
		}
		Jobs.awaitEnd(launch);
		assertThat(ConsoleTester.text(Jobs.job(launch))).contains("[0] twice is 0", "[1] twice is 2");
	}
}
