// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jface.viewers.StructuredSelection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.ui.internal.shortcuts.JobShortcut;

/** Tests the way from a failed rank to the line of its source, by keys. */
class SourceLinksTest extends UserTest {
	private static final int LINE = 6;
	private static final String SOURCE = """
			package parallel;

			public class Fails {
				public static void main(String[] args) {
					if (System.getenv("PMIX_RANK").equals("1")) {
						throw new IllegalStateException("no luck");
					}
				}
			}
			""";

	private JavaPrograms programs;
	private ICompilationUnit unit;

	@BeforeEach
	void createProject() throws Exception {
		PmixPreferences.rememberRanks(2);
		programs = JavaPrograms.create();
		unit = programs.add("Fails.java", SOURCE);
	}

	@AfterEach
	void deleteProject() throws Exception {
		PmixPreferences.rememberRanks(4);
		Workbench.closeEditors();
		programs.delete();
	}

	@Test
	void traceOfFailedRank_inItsConsole_leadsToTheSource() throws Exception {
		failed();
		ConsoleTester.awaitLink("2 ranks of parallel.Fails", "Fails.java:" + LINE);
		ConsoleTester.awaitQuiet();
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(2, "| failed |");
		Keys.press("F");
		Ui.await(() -> "the failed rank instead of " + jobs.selected(), () -> jobs.selected().startsWith("Rank 1"));
		Keys.press("CR");
		ConsoleTester.awaitShown("Rank 1 of parallel.Fails");
		ConsoleTester.awaitLinks("Rank 1 of parallel.Fails", List.of("Fails.java:" + LINE));
		assertThat(ConsoleTester.takesInput()).as("the console of a rank that is not the target of input").isFalse();
		Pictures.screen("rank-console-links-light");
		ConsoleTester.placeCaret("Fails.java");
		Keys.press("CR");
		EditorTester.awaitLine("Fails.java", LINE);
	}

	@Test
	void enter_onLinesOfPmixOutput_opensTheSourceOrSelectsTheRank() throws Exception {
		failed();
		ConsoleTester.awaitQuiet();
		JobsViewTester jobs = JobsViewTester.show();
		OutputTester output = OutputTester.show();
		String trace = "\tat parallel.Fails.main(Fails.java:" + LINE + ")";
		output.awaitLine(trace);
		output.placeCaret("java.lang.IllegalStateException: no luck");
		Keys.press("CR");
		Ui.await(() -> "the rank of the line instead of " + jobs.selected(), () -> jobs.selected().startsWith("Rank 1"));
		output.placeCaret(trace);
		Keys.press("CR");
		EditorTester.awaitLine("Fails.java", LINE);
	}

	private void failed() {
		Jobs.awaitEnd(Jobs.launch(() -> new JobShortcut().launch(new StructuredSelection(unit), ILaunchManager.RUN_MODE)));
	}
}
