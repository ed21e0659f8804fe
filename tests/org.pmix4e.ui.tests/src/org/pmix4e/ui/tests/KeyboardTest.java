// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.parts.CanvasPart;
import org.pmix4e.ui.internal.stacks.StacksView;
import org.pmix4j.testkit.Peers;

/** Tests what a user without a mouse needs in the views and dialogs: where the focus is, and what keys do there. */
class KeyboardTest extends QuietConsoleTest {
	@ParameterizedTest
	@CsvSource({ "R," + PmixUi.VIEW_JOBS, "U," + PmixUi.VIEW_OUTPUT, "E," + PmixUi.VIEW_EVENTS, "M," + PmixUi.VIEW_MAP,
			"I," + PmixUi.VIEW_STACKS })
	void keysOfView_showIt(String key, String view) {
		Workbench.show("org.eclipse.debug.ui.DebugView");
		Keys.press("Alt+Shift+Q " + key);
		Ui.await(view + " to be active", () -> Workbench.page().getActivePartReference().getId().equals(view));
	}

	@Test
	void stacks_whenTheyAreRead_haveTheFocus() throws Exception {
		Jobs.launch(Jobs.configuration("slow", 1, Path.of("/bin/sleep"), "1000"));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(2, "| running |");
		jobs.select("slow");
		Ui.await("Why Does It Hang?", () -> Workbench.isEnabled(PmixUi.COMMAND_WHY_HANG));
		Keys.press("Alt+Shift+P H");
		Ui.await("the view of stacks", () -> Workbench.page().getActivePartReference().getId().equals(PmixUi.VIEW_STACKS));
		StacksViewTester stacks = StacksViewTester.found();
		Ui.await(() -> "the stack instead of " + stacks.rows(), () -> stacks.rows().stream().anyMatch(row -> row.startsWith("Read at ")));
		Control tree = Ui.get(() -> ((StacksView) Workbench.page().findView(PmixUi.VIEW_STACKS)).tree());
		Ui.await(() -> "the focus in the stacks instead of " + Ui.display().getFocusControl(), tree::isFocusControl);
	}

	@Test
	void emptyStacks_haveTheFocus() {
		Workbench.show("org.eclipse.debug.ui.DebugView");
		StacksViewTester.show();
		Control tree = Ui.get(() -> ((StacksView) Workbench.page().findView(PmixUi.VIEW_STACKS)).tree());
		Ui.await(() -> "the focus in the view instead of " + Ui.display().getFocusControl(),
				() -> Ui.display().getFocusControl() == tree.getParent());
	}

	@Test
	void map_withKeys_selectsSeveralRanks() throws Exception {
		waiting(4);
		MapTester map = MapTester.show();
		map.awaitRows(4, "| connected |");
		Ui.await("the map to have the focus", () -> part(PmixUi.VIEW_MAP, 0).isFocusControl());
		Keys.press("HOME");
		Ui.await("the first rank", () -> map.selected().equals(List.of("0")));
		Keys.press("Shift+END");
		Ui.await("all ranks", () -> map.selected().equals(List.of("0", "1", "2", "3")));
		Keys.press("Shift+ARROW_LEFT");
		Ui.await(() -> "a rank less instead of " + map.selected(), () -> map.selected().equals(List.of("0", "1", "2")));
		Keys.press("Ctrl+C");
		Ui.await(() -> "three rows instead of " + Ui.clipboard(),
				() -> Ui.clipboard().lines().filter(row -> row.startsWith("Rank ")).count() == 3);
	}

	@Test
	void arrowKeyInTableOfMap_leavesTheRankThatIsSelectedElsewhere() throws Exception {
		waiting(4);
		MapTester map = MapTester.show();
		map.awaitRows(4, "| connected |");
		map.tab(1);
		try {
			JobsViewTester jobs = JobsViewTester.show();
			jobs.awaitRows(5, "| connected |");
			jobs.select("Rank 2");
			Ui.await("rank 2", () -> map.selectedRows().equals(List.of("2")));
			MapTester.show();
			Control table = part(PmixUi.VIEW_MAP, 1);
			Ui.await("the focus in the table", () -> table.isFocusControl() || table.forceFocus());
			Keys.press("ARROW_DOWN");
			Ui.await(() -> "rank 3 instead of " + map.selectedRows(), () -> map.selectedRows().equals(List.of("3")));
		} finally {
			map.tab(0);
		}
	}

	@Test
	void tableOfEvents_copiesTheSelectedRow() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("ended", 1, Peers.c("pmix_exit"), "init,finalize")));
		Workbench.show(PmixUi.VIEW_EVENTS);
		Table table = (Table) part(PmixUi.VIEW_EVENTS, 1);
		CTabFolder tabs = Ui.get(() -> (CTabFolder) table.getParent().getParent());
		Ui.run(() -> tabs.setSelection(1));
		try {
			Ui.await("rows", () -> table.getItemCount() > 1);
			Ui.await("the focus in the table", () -> table.isFocusControl() || table.forceFocus());
			Keys.press("HOME");
			Keys.press("Ctrl+C");
			Ui.await(() -> "the first row instead of " + Ui.clipboard(), () -> Ui.clipboard().matches("\\S+\t\\S+\t[^\t]+\t.*"));
		} finally {
			Ui.run(() -> tabs.setSelection(0));
		}
	}

	@Test
	void properties_copySelectedRows() throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration("ended", 1, Peers.c("pmix_exit"), "init,finalize"));
		Jobs.awaitEnd(launch);
		RankElement rank = Jobs.job(launch).element().orElseThrow().ranks().get(0);
		Ui.start(() -> PreferencesUtil.createPropertyDialogOn(Workbench.window().getShell(), rank, "org.pmix4e.ui.properties", null, null, 0)
				.open());
		Shell dialog = Ui.awaitShell("Properties for Rank 0");
		try {
			Table table = Ui.get(() -> Widgets.find(dialog, Table.class, found -> found.getColumnCount() == 2));
			Ui.await("the focus in the table", () -> table.isFocusControl() || table.forceFocus());
			Ui.run(() -> table.setSelection(0, 1));
			Keys.press("Ctrl+C");
			Ui.await(() -> "two rows instead of " + Ui.clipboard(),
					() -> Ui.clipboard().lines().map(row -> row.split("\t").length).toList().equals(List.of(2, 2)));
		} finally {
			Ui.run(dialog::close);
		}
	}

	@Test
	void failureBar_isClosedByEnter() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("fails", 1, Peers.c("pmix_exit"), "init,exit:3")));
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await("the bar", () -> !jobs.banner().isEmpty());
		jobs.focusCloseOfBanner();
		Keys.press("CR");
		Ui.await("the end of the bar", () -> jobs.banner().isEmpty());
	}

	@ParameterizedTest
	@ValueSource(strings = { PmixUi.VIEW_MAP, PmixUi.VIEW_EVENTS })
	void picture_withTheFocus_showsIt(String view) throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("ended", 2, Peers.c("pmix_exit"), "init,finalize")));
		Workbench.show(view);
		Canvas picture = (Canvas) part(view, 0);
		Ui.await("the picture to have the focus", picture::isFocusControl);
		byte[] focused = Ui.get(() -> pixels(picture));
		Workbench.show("org.eclipse.debug.ui.DebugView");
		Ui.await("the picture to lose the focus", () -> !picture.isFocusControl());
		Ui.await("the picture that does not change any more", () -> Arrays.equals(pixels(picture), pixels(picture)));
		assertThat(Ui.<byte[]>get(() -> pixels(picture))).isNotEqualTo(focused);
		Workbench.show(view);
		Ui.await("the picture as before", () -> Arrays.equals(pixels(picture), focused));
	}

	@ParameterizedTest
	@CsvSource({ PmixUi.VIEW_MAP + ",0", PmixUi.VIEW_MAP + ",1", PmixUi.VIEW_EVENTS + ",0", PmixUi.VIEW_EVENTS + ",1" })
	void menu_openedByKey_isAtTheSelectionAndActsOnIt(String view, int tab) throws Exception {
		waiting(2);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		IViewPart part = Workbench.show(view);
		jobs.select("Rank 1");
		Control control = part(view, tab);
		Event opened = Ui.get(() -> {
			Event event = new Event();
			event.detail = SWT.MENU_KEYBOARD;
			event.x = -1;
			event.y = -1;
			control.notifyListeners(SWT.MenuDetect, event);
			return event;
		});
		Rectangle seen = Ui.get(() -> Ui.display().map(control.getParent(), null, control.getParent().getClientArea()));
		assertThat(opened.x).isBetween(seen.x, seen.x + seen.width);
		assertThat(opened.y).isBetween(seen.y, seen.y + seen.height);
		assertThat(Ui.<Boolean>get(() -> {
			Menu menu = control.getMenu();
			menu.notifyListeners(SWT.Show, new Event());
			boolean acts = Stream.of(menu.getItems()).anyMatch(item -> item.getText().startsWith("&Terminate"));
			menu.notifyListeners(SWT.Hide, new Event());
			return acts;
		})).as(part.getTitle()).isTrue();
	}

	@Test
	void menuOfJobs_openedByKey_isBelowTheSelectedRow() throws Exception {
		waiting(2);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("Rank 1");
		Control tree = Ui.get(() -> Ui.display().getFocusControl());
		Point place = Ui.get(() -> {
			Event event = new Event();
			event.detail = SWT.MENU_KEYBOARD;
			tree.notifyListeners(SWT.MenuDetect, event);
			Point inside = tree.toControl(event.x, event.y);
			return new Point(inside.x, inside.y);
		});
		Point size = Ui.get(tree::getSize);
		assertThat(place.x).isBetween(0, size.x);
		assertThat(place.y).isBetween(1, size.y);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ESC", "CR", "ARROW_DOWN" })
	void filterOfOutput_isLeftByKey_andKept(String key) throws Exception {
		waiting(2);
		OutputTester output = OutputTester.show();
		Text field = Ui.get(() -> Widgets.find(Workbench.window().getShell(), Text.class, text -> text.getMessage().startsWith("rank:")));
		Ui.await("the focus in the filter", () -> field.isFocusControl() || field.setFocus());
		Keys.type("ready");
		Ui.await("the filter", () -> output.filter().equals("ready"));
		Keys.press(key);
		Ui.await("the focus in the lines", () -> output.text().isFocusControl());
		assertThat(output.filter()).isEqualTo("ready");
	}

	@Test
	void inputOfOutput_isLeftByEscape() throws Exception {
		waiting(2);
		OutputTester output = OutputTester.show();
		Ui.await("a field that takes input", () -> output.isInputVisible());
		output.focusInput();
		Keys.press("ESC");
		Ui.await("the focus in the lines", () -> output.text().isFocusControl());
	}

	/** Returns what a picture draws now. */
	private static byte[] pixels(Canvas picture) {
		Rectangle area = picture.getClientArea();
		Image image = new Image(picture.getDisplay(), Math.max(1, area.width), Math.max(1, area.height));
		GC gc = new GC(image);
		try {
			Event event = new Event();
			event.gc = gc;
			picture.notifyListeners(SWT.Paint, event);
			return image.getImageData().data;
		} finally {
			gc.dispose();
			image.dispose();
		}
	}

	private static Control part(String view, int tab) {
		return Ui.get(() -> ((CanvasPart) Workbench.page().findView(view)).parts().get(tab));
	}

	/** Launches ranks that write a line and wait. */
	private static void waiting(int ranks) throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("waits", ranks, Peers.c("pmix_exit"), "init,ready,wait").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, "0");
		ILaunch launch = Jobs.launch(copy.doSave());
		Ui.await("running ranks", () -> Jobs.job(launch).element().filter(job -> job.connectedRanks() == ranks).isPresent());
	}
}
