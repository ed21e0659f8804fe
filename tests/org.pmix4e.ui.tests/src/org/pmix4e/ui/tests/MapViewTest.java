// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.SWT;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests the view Process Map: what it shows, its keys, and the selection that it shares. */
class MapViewTest extends UserTest {
	@Test
	void map_ofFailedJob_showsStatesInPictureAndTable() throws Exception {
		MapTester map = MapTester.show();
		failed();
		MapTester.show();
		map.awaitRows(3, "| terminated |");
		map.awaitRows(1, "3 | failed |");
		assertThat(map.legend()).isEqualTo("States: T terminated, F failed");
		Pictures.screen("map-light");
		map.tab(1);
		Pictures.screen("map-table-light");
		map.tab(0);
	}

	@Test
	void ranksThatWaitForADebugger_haveTheirOwnMark() throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("held", 2, Peers.c("pmix_exit"), "init,finalize").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STOP_IN_INIT, true);
		Jobs.launch(copy.doSave());
		MapTester map = MapTester.show();
		map.awaitRows(2, "| waiting for debugger |");
		Ui.await(() -> "the legend instead of " + map.legend(), () -> map.legend().equals("States: W waiting for debugger"));
		Pictures.screen("map-waiting-light");
	}

	@ParameterizedTest
	@ValueSource(ints = { 300, 450, 900 })
	void table_ofEachWidth_clipsNoText(int width) throws Exception {
		Workbench.open(Workbench.JAVA_PERSPECTIVE);
		failed();
		MapTester map = MapTester.show();
		map.awaitRows(1, "3 | failed |");
		map.tab(1);
		map.resize(width);
		for (int column = 0; column < 5; column++) {
			assertThat(map.clipped(column)).isEmpty();
		}
		Pictures.screen("map-table-" + width + "-light");
		map.tab(0);
	}

	@Test
	void keys_walkAndGoToRanks() throws Exception {
		failed();
		MapTester map = MapTester.show();
		map.awaitRows(1, "3 | failed |");

		map.key('2', '2');
		assertThat(map.selected()).containsExactly("2");
		map.key('f', 'f');
		assertThat(map.selected()).containsExactly("3");
		map.key('0', '0');
		map.key('1', '1');
		assertThat(map.selected()).containsExactly("1");
		map.key('0', '0');
		map.key(SWT.ARROW_RIGHT, '\0');
		assertThat(map.selected()).doesNotContain("0");
	}

	@Test
	void enter_onRank_showsItsOutput() throws Exception {
		failed();
		OutputTester.show(); // the Console is behind it
		MapTester map = MapTester.show();
		map.awaitRows(1, "3 | failed |");
		map.key('1', '1');
		map.key(SWT.CR, '\r');
		ConsoleTester.awaitShown("Rank 1 of");
	}

	@Test
	void selection_isSharedWithJobsAndDebugView() throws Exception {
		failed();
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(2, "| failed |");
		DebugViewTester debug = DebugViewTester.show();
		debug.awaitRow("rank 3");

		MapTester map = MapTester.show();
		map.awaitRows(1, "3 | failed |");
		map.key('2', '2');
		Ui.await("rank 2 in the view PMIx Jobs", () -> jobs.selected().startsWith("Rank 2"));
		Ui.await(() -> "rank 2 in the Debug view instead of " + debug.selected(), () -> debug.selected().contains("rank 2"));

		JobsViewTester.show();
		jobs.select("Rank 1");
		Ui.await(() -> "rank 1 on the map instead of " + map.selectedRows(), () -> map.selectedRows().contains("1"));

		DebugViewTester.show();
		debug.select(debug.rowOf("rank 0"));
		Ui.await(() -> "rank 0 on the map instead of " + map.selectedRows(), () -> map.selectedRows().contains("0"));
		Ui.await("rank 0 in the view PMIx Jobs", () -> jobs.selected().startsWith("Rank 0"));
	}

	@Test
	void table_selectedRow_isSelectedOnMap() throws Exception {
		failed();
		MapTester map = MapTester.show();
		map.awaitRows(1, "3 | failed |");
		map.selectRow(2);
		assertThat(map.selected()).containsExactly("2");
		Workbench.command(PmixUi.COMMAND_SHOW_OUTPUT);
		ConsoleTester.awaitShown("Rank 2 of");
	}

	private static ILaunch failed() throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration("mapped", 4, Peers.c("pmix_exit"), FailureTest.RANK_3_FAILS));
		Jobs.awaitEnd(launch);
		ConsoleTester.awaitText(Jobs.job(launch), "the other 3 ranks were ended");
		ConsoleTester.awaitQuiet();
		return launch;
	}
}
