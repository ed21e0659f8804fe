// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.junit.jupiter.api.Test;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.events.EventsView;
import org.pmix4j.testkit.Peers;

/** Tests the view PMIx Events. */
class EventsViewTest extends UserTest {
	@Test
	void events_ofJob_showStatesAndFencesOfEachRank() throws Exception {
		EventsView view = (EventsView) Workbench.show(PmixUi.VIEW_EVENTS);
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("events", 3, Peers.c("pmix_exit"), "init,fence,finalize")));
		Workbench.show(PmixUi.VIEW_EVENTS);

		List<String> wanted = IntStream.range(0, 3).boxed().flatMap(rank -> Stream.of(rank + " connected", rank + " finished")).toList();
		Ui.await(() -> wanted + " in " + rows(view), () -> rows(view).containsAll(wanted));
		assertThat(rows(view)).anyMatch(row -> row.endsWith(" fence"));
		assertThat(Ui.get(view::json)).contains("\"name\":\"rank 2\"", "\"name\":\"connected\"");
		Ui.await(() -> "the states of the job in " + rows(view), () -> rows(view).containsAll(List.of("job starting", "job finished")));
		assertThat(rows(view)).as("stages of the engine").noneMatch(row -> row.contains("prep") || row.contains("map") || row.contains("notif"));
		Pictures.screen("events-light");
	}

	/** Nothing happens in a job that hangs. */
	@Test
	void state_ofRunningJobWithoutEvents_growsWithTheTime() throws Exception {
		EventsView view = (EventsView) Workbench.show(PmixUi.VIEW_EVENTS);
		Jobs.launch(Jobs.configuration("runs", 1, Path.of("/bin/sleep"), "1000"));
		Ui.await(() -> "a running rank in " + rows(view), () -> rows(view).contains("0 running"));
		double shown = milliseconds(view, "0 running");
		Ui.await(() -> "two seconds more than " + shown + " ms", () -> milliseconds(view, "0 running") > shown + 2000);
	}

	private static double milliseconds(EventsView view, String row) {
		return Ui.get(() -> Stream.of(((Table) view.parts().get(1)).getItems())
				.filter(each -> (each.getText(1) + " " + each.getText(2)).equals(row))
				.mapToDouble(each -> Double.parseDouble(each.getText(3))).findFirst().orElseThrow());
	}

	@Test
	void arrow_inLanes_selectsRankInOtherViews() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("events", 2, Peers.c("pmix_exit"), "init,finalize")));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| finished |");
		jobs.select("Rank 0");
		EventsView view = (EventsView) Workbench.show(PmixUi.VIEW_EVENTS);
		Ui.run(() -> {
			Control lanes = view.parts().get(0);
			Event down = new Event();
			down.type = SWT.KeyDown;
			down.widget = lanes;
			down.keyCode = SWT.ARROW_DOWN;
			lanes.notifyListeners(SWT.KeyDown, down);
		});
		Ui.await("rank 1 in the view PMIx Jobs", () -> jobs.selected().startsWith("Rank 1"));
	}

	/** Commands would act on what looks selected. */
	@Test
	void newJob_hasNoSelectedLane_afterARankOfAnotherJob() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("first", 2, Peers.c("pmix_exit"), "init,finalize")));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| finished |");
		EventsView view = (EventsView) Workbench.show(PmixUi.VIEW_EVENTS);
		JobsViewTester.show();
		jobs.select("Rank 1");
		Control lanes = view.parts().get(0);
		Ui.await("the lane of rank 1", () -> isSelected(lanes, 2));
		Jobs.launch(Jobs.configuration("second", 2, Path.of("/bin/sleep"), "1000"));
		Ui.await(() -> "the second job in " + rows(view), () -> rows(view).contains("1 running"));
		assertThat(Ui.<Boolean>get(() -> isSelected(lanes, 2))).isFalse();
	}

	/** Returns whether an item is selected, of which that of the job comes first. */
	private static boolean isSelected(Control lanes, int item) {
		return (ScreenReader.state(lanes, item) & ACC.STATE_SELECTED) != 0;
	}

	private static List<String> rows(EventsView view) {
		return Ui.get(() -> Stream.of(((Table) view.parts().get(1)).getItems()).map(row -> row.getText(1) + " " + row.getText(2)).toList());
	}
}
