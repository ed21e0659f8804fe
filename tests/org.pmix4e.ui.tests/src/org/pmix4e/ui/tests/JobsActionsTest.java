// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.bindings.Binding;
import org.eclipse.jface.bindings.keys.KeySequence;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.ui.keys.IBindingService;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests that actions and rows of the view PMIx Jobs follow the jobs without a click of the user. */
class JobsActionsTest extends UserTest {
	private static final String NEXT_FAILED = "Go to the Next Failed";
	private static final String REMOVE_ENDED = "Remove All Ended";
	private static final String TERMINATE = "Terminate ";

	@Test
	void buttons_afterFailure_areEnabledWithoutClick() throws Exception {
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await("the tool bar", () -> jobs.hasButton(REMOVE_ENDED));
		assertThat(jobs.isEnabled(NEXT_FAILED)).isFalse();
		assertThat(jobs.isEnabled(REMOVE_ENDED)).isFalse();

		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("fails", 4, Peers.c("pmix_exit"), FailureTest.RANK_3_FAILS)));

		Ui.await("Next Failed", () -> jobs.isEnabled(NEXT_FAILED));
		Ui.await("Remove All Ended", () -> jobs.isEnabled(REMOVE_ENDED));
		Workbench.command(PmixUi.COMMAND_REMOVE_ENDED);
		Ui.await("no Next Failed", () -> !jobs.isEnabled(NEXT_FAILED));
		Ui.await("no Remove All Ended", () -> !jobs.isEnabled(REMOVE_ENDED));
	}

	@Test
	void terminate_afterEndOfSelectedJob_isDisabled() throws Exception {
		ILaunch launch = waiting("stops", 2, false);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("stops");
		Ui.await("Terminate", () -> jobs.isEnabled(TERMINATE));

		launch.terminate();
		Jobs.awaitEnd(launch);

		Ui.await("no Terminate", () -> !jobs.isEnabled(TERMINATE));
	}

	@Test
	void toolTip_afterTheSelectionIsGone_doesNotNameIt() throws Exception {
		ILaunch launch = waiting("names", 2, false);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("Rank 1");
		jobs.awaitButton("Terminate rank 1 of names");
		launch.terminate();
		Jobs.awaitEnd(launch);
		Workbench.command(PmixUi.COMMAND_REMOVE_ENDED);
		jobs.awaitRows(0, "Rank");
		jobs.awaitButton("Terminate the Selection");
		jobs.awaitButton("Show Output of the Selection");
	}

	@Test
	void menu_showsKeysOfSeveralStrokes() throws Exception {
		waiting("keys", 2, false);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("Rank 1");
		jobs.awaitButton("Terminate rank 1 of keys");
		assertThat(jobs.menuWithKeys()).noneMatch(item -> item.matches(".*\t.* .*"))
				.contains("Terminate rank 1 of keys\tCtrl+F2", "Show Output of rank 1 of keys    Shift+Alt+P C");
		jobs.openMenu("Rank 0");
		Ui.await("the menu of rank 0 with all keys", () -> jobs.itemsOfOpenMenu().stream().noneMatch(item -> item.matches(".*\t.* .*")) && jobs
				.itemsOfOpenMenu().containsAll(List.of("Terminate rank 0 of keys\tCtrl+F2", "Send Signal to rank 0 of keys...    Shift+Alt+P G")));
		Pictures.screen("jobs-menu-light");
		Keys.press("ESC");
	}

	@Test
	void terminatedRank_isNoFailure() throws Exception {
		ILaunch launch = waiting("ends", 4, false);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(5, "| connected |");
		jobs.select("Rank 2");
		Workbench.command(PmixUi.COMMAND_TERMINATE);
		Jobs.awaitEnd(launch);

		jobs.awaitRows(5, "| terminated |");
		assertThat(jobs.rows()).anySatisfy(row -> assertThat(row).matches(" *Rank 2 .*terminated on request: .*"));
		assertThat(jobs.banner()).isEmpty();
	}

	@Test
	void rows_ofOneJob_areJobAndRanksWithCounts() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("counts", 4, Peers.c("pmix_exit"), FailureTest.RANK_3_FAILS)));
		JobsViewTester jobs = JobsViewTester.show();

		jobs.awaitRows(1, "counts  3 terminated, 1 failed");
		assertThat(jobs.rows()).hasSize(5);
	}

	@Test
	void rows_ofSpawnedJob_areBelowItsParent() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("parent", 2, Peers.c("pmix_spawn"), "")));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(1, "  pmix_spawn  2 ranks ");
		jobs.awaitRows(1, "parent  2 ranks");

		assertThat(jobs.rows()).filteredOn(row -> !row.startsWith(" ")).singleElement().asString().startsWith("parent  2 ranks");
	}

	@Test
	void failedRank_inJavaPerspective_isVisible() throws Exception {
		Workbench.open(Workbench.JAVA_PERSPECTIVE);
		JobsViewTester jobs = JobsViewTester.show();
		String ranks = "init,fence,ready,wait ".repeat(19);
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("tall", 20, Peers.c("pmix_exit"), ranks + "init,fence,ready,exit:3")));

		jobs.awaitRows(1, "Rank 19 ");
		Ui.await("the failed rank", () -> jobs.isVisible("Rank 19"));
		JobsViewTester.show();
		Pictures.screen("failure-java");
	}

	@Test
	void altEnter_onRank_showsItsProperties() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("properties", 2, Peers.c("pmix_exit"), "init,finalize")));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| finished |");
		jobs.select("Rank 1");
		Ui.start(() -> Workbench.command("org.eclipse.ui.file.properties"));
		Ui.await("the dialog", () -> dialog() != null);
		Shell dialog = Ui.get(JobsActionsTest::dialog);

		List<String> rows = Ui.get(() -> List.of(Widgets.all(dialog, Table.class).get(0).getItems())).stream()
				.map(JobsActionsTest::text).toList();
		assertThat(rows).contains("Rank = 1", "State = finished", "Exit code = 0");
		Pictures.window(dialog, "properties-dialog");
		Ui.run(dialog::close);
	}

	private static Shell dialog() {
		for (Shell shell : Ui.display().getShells()) {
			if (shell.isVisible() && shell.getText().startsWith("Properties")) {
				return shell;
			}
		}
		return null;
	}

	private static String text(TableItem row) {
		return Ui.get(() -> row.getText(0) + " = " + row.getText(1));
	}

	@Test
	void rank_selectedInDebugView_showsConsoleOfItsJob() throws Exception {
		waiting("first", 2, false);
		ILaunch second = waiting("second", 2, false);
		ConsoleTester.awaitShown("second");
		ConsoleTester.awaitText(Jobs.job(second), "[0] ready");
		ConsoleTester.awaitText(Jobs.job(second), "[1] ready");
		ConsoleTester.awaitNoneToCome();
		DebugViewTester debug = DebugViewTester.show();
		debug.awaitRows(2, "rank 1");

		debug.select("first", "rank 1");

		ConsoleTester.awaitShown("first");
		assertThat(ConsoleTester.comesToFront(Jobs.job(second))).isFalse();
	}

	@Test
	void lastWords_ofReplacedJob_stayBehindNewConsole() throws Exception {
		ConsoleTester.show();
		ILaunch old = waiting("old", 2, false);
		ConsoleTester.awaitShown("old");
		ILaunch latest = waiting("new", 2, false);
		ConsoleTester.awaitShown("new");

		old.terminate();
		Jobs.awaitEnd(old);

		ConsoleTester.awaitText(Jobs.job(old), "pmix4j: ");
		assertThat(ConsoleTester.shown()).contains("new");
		// the platform shows a console some time after the words, so what is shown now does not tell enough
		assertThat(ConsoleTester.comesToFront(Jobs.job(old))).isFalse();
		assertThat(ConsoleTester.comesToFront(Jobs.job(latest))).isTrue();
	}

	@Test
	void ctrlF2_inDebugView_terminatesSelectedRank() throws Exception {
		ILaunch launch = waiting("keys", 4, true);
		DebugViewTester debug = DebugViewTester.show();
		debug.awaitRow("rank 2");
		debug.select("rank 2");

		KeySequence key = KeySequence.getInstance("M1+F2");
		IBindingService bindings = Workbench.window().getService(IBindingService.class);
		Ui.await("a command for Ctrl+F2", () -> bindings.getPerfectMatch(key) != null);
		Binding binding = Ui.get(() -> bindings.getPerfectMatch(key));
		Workbench.command(binding.getParameterizedCommand().getId());

		Ui.await("the end of rank 2", () -> Jobs.job(launch).ranks().get(2).isTerminated());
		assertThat(Jobs.job(launch).ranks().get(1).isTerminated()).isFalse();
	}

	@Test
	void ctrlF2_inPmixJobs_terminatesTheSelectedRowAndNotTheJobOfTheDebugView() throws Exception {
		ILaunch kept = waiting("kept", 2, false);
		ILaunch ended = waiting("other", 2, false);
		ConsoleTester.awaitNoneToCome();
		DebugViewTester debug = DebugViewTester.show();
		debug.awaitRows(2, "rank 1");
		JobsViewTester jobs = JobsViewTester.show();
		jobs.select("other");
		DebugViewTester.show();
		debug.select("kept", "rank 1");
		jobs = JobsViewTester.show();
		jobs.select("other");

		Keys.press("M1+F2");
		Jobs.awaitEnd(ended);
		assertThat(kept.isTerminated()).isFalse();
	}

	@Test
	void actions_onSelection_sayWhatTheyActOn() throws Exception {
		waiting("names", 3, true);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(4, "| connected |");
		jobs.select("names");
		jobs.awaitButton("Terminate names (3 ranks)");
		jobs.select("Rank 0", "Rank 2");
		jobs.awaitButton("Terminate ranks 0, 2 of names");
		jobs.select("Rank 1");
		jobs.awaitButton("Terminate rank 1 of names");

		assertThat(jobs.menu()).contains("Terminate rank 1 of names", "Suspend rank 1 of names", "Send Signal to rank 1 of names...",
				"Show Output of rank 1 of names");
		Pictures.screen("actions-light");
	}

	@Test
	void terminateAndRelaunch_ofRank_namesTheJobThatIsRelaunched() throws Exception {
		waiting("again", 2, true);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("Rank 1");
		jobs.awaitButton("Terminate rank 1 of again");

		assertThat(jobs.menu()).contains("Terminate and Relaunch again (2 ranks)");
	}

	/** Launches a job whose ranks wait, and returns when all are connected. */
	private static ILaunch waiting(String name, int ranks, boolean continues) throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration(name, ranks, Peers.c("pmix_exit"), "init,fence,ready,wait")
				.getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, continues);
		ILaunch launch = Jobs.launch(copy.doSave());
		Ui.await("connected ranks", () -> Jobs.job(launch).element().map(job -> job.connectedRanks() == ranks).orElse(false));
		return launch;
	}
}
