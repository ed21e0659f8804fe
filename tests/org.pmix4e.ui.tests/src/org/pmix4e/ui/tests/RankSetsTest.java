// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.resources.IFile;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.ide.IDE;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests sets of ranks: selecting them by state, number and complement, and controlling them together. */
class RankSetsTest extends UserTest {
	private static final String SIGNAL = "org.pmix4e.ui.commands.signal";
	private static final String CHOOSE = "org.pmix4e.ui.commands.choose";

	@Test
	void failedAndOthers_areSelected() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("choice", 4, Peers.c("pmix_exit"), FailureTest.RANK_3_FAILS)));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(2, "| failed |");
		jobs.select("Rank 0");

		Workbench.command(PmixUi.COMMAND_CHOOSE_FAILED);
		assertThat(jobs.allSelected()).containsExactly("Rank 3");
		Workbench.command(PmixUi.COMMAND_CHOOSE_OTHERS);
		assertThat(jobs.allSelected()).containsExactly("Rank 0", "Rank 1", "Rank 2");
	}

	@Test
	void numbers_areCheckedAndSelectedOnMap() throws Exception {
		running("numbers", 6);
		MapTester map = MapTester.show();
		map.awaitRows(6, "| connected |");

		Ui.start(() -> Workbench.command(CHOOSE));
		Shell dialog = Ui.awaitShell("Select Ranks");
		Text field = Ui.get(() -> Widgets.all(dialog, Text.class).get(0));
		Ui.run(() -> field.setText("1-6"));
		assertThat(Ui.<Boolean>get(() -> Widgets.button(dialog, "OK").isEnabled())).isFalse();
		Ui.run(() -> field.setText("0-1,4"));
		Ui.start(() -> Ui.press(Widgets.button(dialog, "OK")));
		Ui.await("the end of the dialog", dialog::isDisposed);

		Ui.await(() -> "three ranks on the map instead of " + map.selectedRows(), () -> map.selectedRows().equals(List.of("0", "1", "4")));
	}

	@Test
	void set_isSuspendedAndResumed() throws Exception {
		List<RankElement> ranks = Jobs.job(running("held", 4)).element().orElseThrow().ranks();
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(5, "| connected |");
		jobs.select("Rank 1", "Rank 3");
		awaitStatus("ranks 1, 3 of 4, job held");

		Workbench.command(PmixUi.COMMAND_SUSPEND);
		jobs.awaitRows(2, "| suspended |");
		jobs.awaitRows(1, "held  2 connected, 2 suspended");
		Workbench.command("org.pmix4e.ui.commands.chooseSuspended");
		assertThat(jobs.allSelected()).containsExactly("Rank 1", "Rank 3");
		Pictures.screen("sets-light");
		Workbench.command(PmixUi.COMMAND_CHOOSE_OTHERS);
		Workbench.command(PmixUi.COMMAND_SUSPEND);
		jobs.awaitRows(5, "| suspended |");

		jobs.select("held");
		Workbench.command(PmixUi.COMMAND_RESUME);
		jobs.awaitRows(5, "| connected |");
		assertThat(ranks).allMatch(rank -> rank.state() == ElementState.CONNECTED);
	}

	@Test
	void signal_isFoundByAnyPartOfItsNameAndByItsNumber() throws Exception {
		running("signals", 2);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("Rank 1");
		Ui.await("Send Signal", () -> Workbench.isEnabled(SIGNAL));
		Ui.start(() -> Workbench.command(SIGNAL));
		Shell dialog = Ui.awaitShell("Send Signal");
		Map.of("usr1", "SIGUSR1 (10)", "SIGWIN", "SIGWINCH (28)", "19", "SIGSTOP (19)").forEach((typed, signal) -> {
			Ui.run(() -> Widgets.all(dialog, Text.class).get(0).setText(typed));
			Ui.await(signal, () -> Stream.of(Widgets.all(dialog, Table.class).get(0).getItems()).map(TableItem::getText).toList()
					.equals(List.of(signal)));
		});
		Pictures.window(dialog, "send-signal-light");
		Ui.run(() -> Ui.press(Widgets.button(dialog, "Cancel")));
	}

	@Test
	void currentRank_isInStatusLineOfEachView() throws Exception {
		RankElement rank = Jobs.job(running("current", 2)).element().orElseThrow().ranks().get(1);
		String text = "rank 1 of 2, job current, " + rank.node().orElseThrow() + ", pid " + rank.pid().getAsInt();
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("Rank 1");
		awaitStatus(text);

		Workbench.show(PmixUi.VIEW_OUTPUT);
		awaitStatus(text);

		Workbench.clean();
		for (String view : List.of(PmixUi.VIEW_MAP, PmixUi.VIEW_JOBS, PmixUi.VIEW_OUTPUT)) {
			Workbench.show(view);
			Ui.await("no rank of a removed job in the status line of " + view, () -> !isStatus(text));
		}
	}

	/** An editor that the platform shows for a frame comes to the top, but the view of the user stays active. */
	@Test
	void currentRank_staysInStatusLine_whenEditorsComeToTheTop() throws Exception {
		RankElement rank = Jobs.job(running("top", 2)).element().orElseThrow().ranks().get(1);
		String text = "rank 1 of 2, job top, " + rank.node().orElseThrow() + ", pid " + rank.pid().getAsInt();
		Workbench.closeEditors();
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("Rank 0");
		Programs programs = Programs.create();
		try {
			open(programs, "first.txt", true);
			Workbench.closeEditors();
			JobsViewTester.show().select("Rank 1");
			awaitStatus(text);
			open(programs, "second.txt", false);
			Ui.await(() -> "the rank of the view below the new editor instead of " + status(),
					() -> Workbench.page().getActiveEditor().getTitle().equals("second.txt") && isStatus(text));
			assertThat(Ui.<String>get(() -> Workbench.page().getActivePartReference().getId())).isEqualTo(PmixUi.VIEW_JOBS);
		} finally {
			Workbench.closeEditors();
			programs.delete();
		}
	}

	private static void open(Programs programs, String name, boolean activate) throws Exception {
		IFile file = programs.script(name, "text", false);
		Ui.get(() -> IDE.openEditor(Workbench.page(), file, "org.eclipse.ui.DefaultTextEditor", activate));
	}

	private static ILaunch running(String name, int ranks) throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration(name, ranks, Peers.c("pmix_exit"), "init,ready,wait"));
		Ui.await("running ranks", () -> Jobs.job(launch).element().filter(job -> job.connectedRanks() == ranks).isPresent());
		return launch;
	}

	private static void awaitStatus(String text) {
		Ui.await(text + " in the status line", () -> isStatus(text));
	}

	private static List<String> status() {
		return Widgets.all(Workbench.window().getShell(), CLabel.class).stream().map(CLabel::getText).toList();
	}

	private static boolean isStatus(String text) {
		return Widgets.all(Workbench.window().getShell(), CLabel.class).stream().anyMatch(label -> label.getText().equals(text));
	}
}
