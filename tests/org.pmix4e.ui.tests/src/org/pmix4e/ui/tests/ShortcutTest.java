// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.core.resources.IFile;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.ide.IDE;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.ui.internal.shortcuts.JobShortcut;
import org.pmix4j.testkit.Peers;

/** Tests Run As > PMIx Job. */
class ShortcutTest extends UserTest {
	private Programs programs;

	@BeforeEach
	void createProject() throws Exception {
		programs = Programs.create();
	}

	@AfterEach
	void deleteProject() throws Exception {
		programs.delete();
	}

	@Test
	void program_runTwice_hasOneConfigurationWithRememberedRanks() throws Exception {
		PmixPreferences.rememberRanks(3);
		IFile program = programs.copy(Peers.c("pmix_hello"), "hello");
		ILaunch first = run(program);
		ILaunch second = run(program);
		assertThat(Workbench.launches().getLaunchConfigurations()).hasSize(1);
		assertThat(second.getLaunchConfiguration().getAttribute(PmixLaunchConstants.ATTR_RANKS, 0)).isEqualTo(3);
		assertThat(Jobs.job(first).getExitValue()).isZero();
		ConsoleTester.awaitText(Jobs.job(second), "[2] pmix_hello 2/3 ok");
	}

	@Test
	void source_withProgramBeside_runsTheProgram() throws Exception {
		PmixPreferences.rememberRanks(2);
		programs.copy(Peers.c("pmix_hello"), "hello");
		IFile source = programs.script("hello.c", "int main() { return 0; }", false);
		assertThat(RunAsMenu.offers(source)).isTrue();
		assertThat(RunAsMenu.offers(programs.script("other.c", "int main() { return 0; }", false))).isFalse();
		ConsoleTester.awaitText(Jobs.job(run(source)), "[1] pmix_hello 1/2 ok");
		ConsoleTester.awaitText(Jobs.job(run(programs.script("Makefile", "hello: hello.c", false))), "[1] pmix_hello 1/2 ok");
		assertThat(Workbench.launches().getLaunchConfigurations()).hasSize(1);
	}

	@Test
	void pythonFile_thatIsNotExecutable_runsWithPythonAndUnbuffered() throws Exception {
		PmixPreferences.rememberRanks(2);
		IFile script = programs.script("pi.py", """
				import os, sys
				print("rank", os.environ["PMIX_RANK"], "writes through:", sys.stdout.write_through)
				""", false);
		assertThat(RunAsMenu.offers(script)).isTrue();
		ILaunch launch = run(script);
		ConsoleTester.awaitText(Jobs.job(launch), "[1] rank 1 writes through: True");
		assertThat(launch.getLaunchConfiguration().getAttribute(PmixLaunchConstants.ATTR_PROGRAM, "")).isEqualTo("python3");
	}

	@Test
	void program_inContextMenu_runs() throws Exception {
		PmixPreferences.rememberRanks(4);
		ProjectExplorerTester explorer = ProjectExplorerTester.show().select(programs.copy(Peers.c("pmix_hello"), "hello"));
		assertThat(explorer.runAs()).contains("PMIx Job");
		ILaunch launch = Jobs.launch(() -> explorer.runAs("PMIx Job"));
		Jobs.awaitEnd(launch);
		ConsoleTester.awaitText(Jobs.job(launch), "[3] pmix_hello 3/4 ok");
	}

	@Test
	void project_inContextMenu_runsItsOnlyProgram() throws Exception {
		PmixPreferences.rememberRanks(2);
		IFile program = programs.copy(Peers.c("pmix_hello"), "hello");
		assertThat(RunAsMenu.offers(program.getProject())).isTrue();
		ILaunch launch = Jobs.launch(() -> new JobShortcut().launch(new StructuredSelection(program.getProject()), ILaunchManager.RUN_MODE));
		Jobs.awaitEnd(launch);
		ConsoleTester.awaitText(Jobs.job(launch), "[1] pmix_hello 1/2 ok");
	}

	@Test
	void rank_runAgain_launchesItsConfiguration() throws Exception {
		PmixPreferences.rememberRanks(2);
		ILaunch first = run(programs.copy(Peers.c("pmix_hello"), "hello"));
		Object rank = Jobs.job(first).element().orElseThrow().ranks().get(1);
		ILaunch second = Jobs.launch(() -> new JobShortcut().launch(new StructuredSelection(rank), ILaunchManager.RUN_MODE));
		Jobs.awaitEnd(second);
		assertThat(second.getLaunchConfiguration()).isEqualTo(first.getLaunchConfiguration());
	}

	@Test
	void textFile_inContextMenu_cannotRun() throws Exception {
		assertThat(ProjectExplorerTester.show().select(programs.script("notes.txt", "not a program", false)).runAs()).doesNotContain("PMIx Job");
	}

	@Test
	void script_inEditor_runs() throws Exception {
		PmixPreferences.rememberRanks(2);
		IFile script = programs.script("greet.sh", "#!/bin/sh\necho greetings of $PMIX_RANK\n", true);
		IEditorPart editor = Ui.get(() -> IDE.openEditor(Workbench.page(), script, "org.eclipse.ui.DefaultTextEditor"));
		ILaunch launch = Jobs.launch(() -> new JobShortcut().launch(editor, ILaunchManager.RUN_MODE));
		Jobs.awaitEnd(launch);
		ConsoleTester.awaitText(Jobs.job(launch), "[1] greetings of 1");
	}

	@Test
	void key_withoutSelection_saysWhatToSelect() {
		ProjectExplorerTester.show().selectNothing();
		Keys.press("Alt+Shift+X I");
		Shell message = Ui.awaitShell("PMIx Job");
		assertThat(Ui.<List<String>>get(() -> Widgets.all(message, Label.class).stream().map(Label::getText).toList()))
				.anyMatch(text -> text.startsWith("Nothing is selected"));
		Keys.press("ESC");
		Ui.await("the end of the message", message::isDisposed);
	}

	@Test
	void command_inPartWithoutSelection_runsWhatTheExplorerSelects() throws Exception {
		PmixPreferences.rememberRanks(2);
		ProjectExplorerTester.show().select(programs.script("greet.sh", "#!/bin/sh\necho greetings of $PMIX_RANK\n", true));
		Workbench.show("org.eclipse.ui.cheatsheets.views.CheatSheetView");
		ILaunch launch = Jobs.launch(() -> Workbench.command("org.pmix4e.ui.shortcut.run"));
		Jobs.awaitEnd(launch);
		ConsoleTester.awaitText(Jobs.job(launch), "[1] greetings of 1");
		Ui.run(() -> Workbench.page().hideView(Workbench.page().findView("org.eclipse.ui.cheatsheets.views.CheatSheetView")));
	}

	@Test
	void menu_onFile_isOfferedForProgramsAndScriptsOnly() throws Exception {
		assertThat(RunAsMenu.offers(programs.copy(Peers.c("pmix_hello"), "hello"))).isTrue();
		assertThat(RunAsMenu.offers(programs.script("greet.sh", "#!/bin/sh\n", false))).isTrue();
		assertThat(RunAsMenu.offers(programs.script("README", "not a program", false))).isFalse();
		assertThat(RunAsMenu.offers(programs.script("notes.txt", "not a program", true))).isFalse();
	}

	private static ILaunch run(IFile program) {
		ILaunch launch = Jobs.launch(() -> new JobShortcut().launch(new StructuredSelection(program), ILaunchManager.RUN_MODE));
		Jobs.awaitEnd(launch);
		return launch;
	}
}
