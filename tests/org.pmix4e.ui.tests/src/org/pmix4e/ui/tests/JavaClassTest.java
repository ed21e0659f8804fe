// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jface.viewers.StructuredSelection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.ui.internal.shortcuts.JobShortcut;

/** Tests Run As > PMIx Job on a Java class. */
class JavaClassTest extends UserTest {
	private static final String SOURCE = """
			package parallel;

			public class Hello {
				public static void main(String[] args) {
					System.out.println("hello of Java rank " + System.getenv("PMIX_RANK"));
				}
			}
			""";

	private JavaPrograms programs;
	private ICompilationUnit hello;
	private ICompilationUnit other;

	@BeforeEach
	void createProject() throws Exception {
		PmixPreferences.rememberRanks(4);
		programs = JavaPrograms.create();
		hello = programs.add("Hello.java", SOURCE);
		other = programs.add("Other.java", "package parallel;\n\nclass Other {\n}\n");
	}

	@AfterEach
	void deleteProject() throws Exception {
		programs.delete();
	}

	@Test
	void javaClass_byShortcut_runsAsFourRanks() throws Exception {
		ILaunch launch = Jobs.launch(() -> new JobShortcut().launch(new StructuredSelection(hello), ILaunchManager.RUN_MODE));
		Jobs.awaitEnd(launch);
		JobProcess job = Jobs.job(launch);
		assertThat(job.getExitValue()).as(ConsoleTester.text(job)).isZero();
		for (int rank = 0; rank < 4; rank++) {
			ConsoleTester.awaitText(job, "[" + rank + "] hello of Java rank " + rank);
		}
		assertThat(launch.getLaunchConfiguration().getAttribute(PmixLaunchConstants.ATTR_KIND, "")).isEqualTo(PmixLaunchConstants.KIND_JAVA);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(5, "| finished |");
		assertThat(jobs.rows()).anyMatch(row -> row.contains("Hello  4 ranks"));
		Pictures.screen("java-light");
	}

	@Test
	void javaClass_ofSavedConfiguration_isShownInDialog() throws Exception {
		Jobs.awaitEnd(Jobs.launch(() -> new JobShortcut().launch(new StructuredSelection(hello), ILaunchManager.RUN_MODE)));
		LaunchDialogTester dialog = LaunchDialogTester.open().choose("Hello");
		Ui.await("an enabled Run button", dialog::canRun);
		assertThat(dialog.field("Project:")).isEqualTo("parallel");
		assertThat(dialog.field("Main class:")).isEqualTo("parallel.Hello");
		Pictures.window(dialog.shell(), "dialog-java-light");
		Ui.start(() -> dialog.shell().close());
		Ui.await("the end of the dialog", () -> dialog.shell().isDisposed());
	}

	@Test
	void menu_onJavaClass_isOfferedForClassWithMain() {
		assertThat(RunAsMenu.offers(hello)).isTrue();
		assertThat(RunAsMenu.offers(other)).isFalse();
	}
}
