// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests that the views can be used in the Debug perspective on a small screen, as of an old laptop or a projector. */
class SmallScreenTest extends UserTest {
	private static final int WIDTH = 1024;
	private static final int HEIGHT = 740;
	private static final List<String> TABS = List.of("Jobs", "Map", "Stacks", "Output", "Events");

	@BeforeEach
	void shrink() {
		Ui.run(() -> Workbench.window().getShell().setSize(WIDTH, HEIGHT));
		Ui.await("the size", () -> Workbench.window().getShell().getSize().x == WIDTH);
	}

	@Test
	void output_hasRoomForLines() throws Exception {
		OutputTester output = OutputTester.show();
		ILaunch launch = waiting();
		output.awaitLine("ready");
		Pictures.screen("small-lines-light");
		StyledText text = output.text();
		int lines = Ui.get(() -> text.getClientArea().height / text.getLineHeight());
		assertThat(lines).as("whole lines of output").isGreaterThanOrEqualTo(2);
		assertThat(output.isInputVisible()).isTrue();
		assertThat(launch.isTerminated()).isFalse();
	}

	@Test
	void jobs_showWhatRanksWaitFor() throws Exception {
		waiting();
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(5, "| connected |");
		Ui.await(() -> "waits in " + jobs.rows(), () -> jobs.rows().stream().anyMatch(row -> row.matches(" *Rank 0.*waits.*")));
		Ui.await("room for what a rank waits for", () -> jobs.showsInColumn("Details", "waits for rank 3"));
		Pictures.screen("small-waits-light");
	}

	@ParameterizedTest
	@ValueSource(strings = { PmixUi.VIEW_JOBS, PmixUi.VIEW_MAP, PmixUi.VIEW_STACKS, PmixUi.VIEW_OUTPUT, PmixUi.VIEW_EVENTS })
	void tabs_ofOurViews_haveShortNamesAndDifferentIcons(String shown) throws Exception {
		Workbench.show(shown);
		JobsViewTester jobs = JobsViewTester.show();
		waiting();
		jobs.awaitRows(5, "| connected |");
		Workbench.show(shown);
		Pictures.screen("small-" + shown.substring(shown.lastIndexOf('.') + 1) + "-light");
		List<CTabItem> tabs = Ui.get(() -> Widgets.all(Workbench.window().getShell(), CTabFolder.class).stream()
				.flatMap(folder -> Stream.of(folder.getItems())).filter(tab -> TABS.contains(tab.getText()) && tab.getImage() != null).toList());
		assertThat(tabs).hasSize(5);
		assertThat(Ui.<List<Integer>>get(() -> tabs.stream().map(tab -> Arrays.hashCode(tab.getImage().getImageData().data)).toList()))
				.as("icons").doesNotHaveDuplicates();
		assertThat(Ui.<List<String>>get(() -> tabs.stream().filter(tab -> !tab.isShowing()).map(CTabItem::getText).toList()))
				.as("views without a tab").isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Main", "Where", "Placement", "Output and Input", "PMIx" })
	void tabOfLaunchDialog_isNotWiderThanTheDialog(String tab) {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("narrow").program("/bin/echo").resize(800, 640).tab(tab);
		Pictures.window(dialog.shell(), "small-dialog-" + tab.split(" ")[0].toLowerCase(Locale.ROOT) + "-light");
		assertThat(dialog.isCutOff()).isFalse();
		dialog.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Main", "Where", "Placement", "Output and Input", "PMIx" })
	void fieldOfNarrowLaunchDialog_withTheFocus_keepsItsLabelInSight(String tab) {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("narrow").program("/bin/echo").resize(700, 640).tab(tab);
		ScrolledComposite body = (ScrolledComposite) Ui.get(dialog::body);
		List<Label> labels = Ui.get(() -> Widgets.all(body, Label.class).stream().filter(label -> label.getText().endsWith(":")).toList());
		assertThat(labels).isNotEmpty();
		for (Label label : labels) {
			Control[] siblings = Ui.get(() -> label.getParent().getChildren());
			Control field = siblings[List.of(siblings).indexOf(label) + 1];
			Ui.await(field + " to have the focus", () -> field.isFocusControl() || field.setFocus());
			Rectangle room = Ui.get(body::getClientArea);
			Rectangle shown = Ui.get(() -> Ui.display().map(label.getParent(), body, label.getBounds()));
			assertThat(shown.x).as("left end of " + label).isNotNegative();
			assertThat(shown.y).as("top of " + label).isBetween(0, room.height - shown.height);
		}
		dialog.close();
	}

	/** Launches four ranks, of which three wait in a fence for the last one. */
	private static ILaunch waiting() throws Exception {
		String waits = "init,ready,fence,finalize ";
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("small", 4, Peers.c("pmix_exit"), waits.repeat(3) + "init,ready,wait")
				.getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, "0");
		return Jobs.launch(copy.doSave());
	}
}
