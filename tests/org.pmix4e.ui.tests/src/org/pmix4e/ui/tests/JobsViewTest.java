// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests the PMIx Jobs view: its places, its rows, and its commands. */
class JobsViewTest extends UserTest {
	private static final String JAVA_PERSPECTIVE = "org.eclipse.jdt.ui.JavaPerspective";

	@Test
	void perspectives_debugAndJava_includeView() {
		assertThat(hasView()).isTrue();
		Workbench.open(JAVA_PERSPECTIVE);
		assertThat(hasView()).isTrue();
	}

	private static boolean hasView() {
		return Ui.get(() -> Stream.of(Workbench.page().getViewReferences()).anyMatch(view -> view.getId().equals(PmixUi.VIEW_JOBS)));
	}

	@Test
	void properties_ofRank_showItsData() throws Exception {
		JobsViewTester jobs = endedJob();
		jobs.select("Rank 1");
		PropertiesTester properties = PropertiesTester.show();
		properties.awaitRow("Rank | 1");
		assertThat(properties.rows()).anyMatch(row -> row.matches("Process id \\| \\d+"))
				.contains("State | finished", "Exit code | 0", "Kind | rank");
		Pictures.screen("properties-light");
	}

	@Test
	void copy_ofSelectedRow_containsItsColumns() throws Exception {
		JobsViewTester jobs = endedJob();
		jobs.select("Rank 1");
		Workbench.command("org.eclipse.ui.edit.copy");
		String text = Ui.get(() -> {
			Clipboard clipboard = new Clipboard(Ui.display());
			try {
				return String.valueOf(clipboard.getContents(TextTransfer.getInstance()));
			} finally {
				clipboard.dispose();
			}
		});
		assertThat(text).matches("Rank 1\tfinished\t\\d+\t0\t.*\t");
	}

	@Test
	void removeEnded_withRunningJob_keepsRunningJob() throws Exception {
		ILaunch running = Jobs.launch(Jobs.configuration("running", 2, Peers.c("pmix_exit"), "init,fence,wait"));
		JobsViewTester jobs = endedJob();
		jobs.awaitRows(3, "| connected |");
		Ui.await("the command to be enabled by the ended job", () -> Workbench.isEnabled(PmixUi.COMMAND_REMOVE_ENDED));
		Workbench.command(PmixUi.COMMAND_REMOVE_ENDED);
		Ui.await(() -> "only the running job in " + jobs.rows(), () -> jobs.rows().stream().noneMatch(row -> row.contains("ended")));
		assertThat(jobs.rows()).anyMatch(row -> row.startsWith("running  2 ranks"));
		assertThat(running.isTerminated()).isFalse();
	}

	@Test
	void release_ofJobStoppedInInit_letsItsRanksContinue() throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("held", 2, Peers.c("pmix_exit"), "init,fence,finalize").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STOP_IN_INIT, true);
		ILaunch held = Jobs.launch(copy.doSave());
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(1, "held  2 ranks");
		jobs.select("held  2 ranks");
		Ui.await("the stop of the ranks", () -> Workbench.isEnabled(PmixUi.COMMAND_RELEASE));
		assertThat(held.isTerminated()).isFalse();
		Workbench.command(PmixUi.COMMAND_RELEASE);
		Jobs.awaitEnd(held);
		assertThat(Jobs.job(held).getExitValue()).isZero();
		Ui.await("the end of the job in the view", () -> !Workbench.isEnabled(PmixUi.COMMAND_RELEASE));
	}

	@Test
	void commands_ofPmix4e_haveNamesForQuickAccess() {
		List<String> names = Ui.get(() -> Stream.of(PlatformUI.getWorkbench().getService(ICommandService.class).getDefinedCommands())
				.filter(command -> command.getId().startsWith("org.pmix4e.")).map(command -> {
					try {
						return command.getName();
					} catch (org.eclipse.core.commands.common.NotDefinedException e) {
						throw new IllegalStateException(e);
					}
				}).toList());
		assertThat(names).hasSizeGreaterThan(5).allMatch(name -> name.startsWith("PMIx: "));
	}

	private static JobsViewTester endedJob() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("ended", 2, Peers.c("pmix_exit"), "init,fence,finalize")));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| finished |");
		return jobs;
	}
}
