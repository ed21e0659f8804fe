// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.SWT;
import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Spinner;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.parts.CanvasPart;
import org.pmix4j.testkit.Peers;

/** Tests that the views and the launch dialog can be used with a keyboard and a screen reader alone. */
class AccessTest extends QuietConsoleTest {
	@ParameterizedTest
	@CsvSource({ PmixUi.VIEW_JOBS + ",PMIx jobs", PmixUi.VIEW_MAP + ",Process map of the job", PmixUi.VIEW_EVENTS + ",Time line of the job",
			PmixUi.VIEW_OUTPUT + ",Output of the job" })
	void view_withTab_isLeftAndFoundAgain(String view, String name) throws Exception {
		running(2);
		IViewPart part = Workbench.show(view);
		Ui.await(name + " to have the focus", () -> name.equals(FocusWalk.name(Ui.display().getFocusControl())));
		maximize(part, IWorkbenchPage.STATE_MAXIMIZED);
		try {
			Optional<CTabFolder> stack = Ui.get(() -> stack(Ui.display().getFocusControl()));
			List<Control> forward = FocusWalk.round("Tab");
			List<Control> backward = FocusWalk.round("Shift+Tab");
			List<String> names = Ui.get(() -> FocusWalk.names(lasting(stack, forward)));
			assertThat(names).contains(name).containsExactlyInAnyOrderElementsOf(Ui.get(() -> FocusWalk.names(lasting(stack, backward))));
			assertThat(forward).hasSizeGreaterThan(names.size());
			if (view.equals(PmixUi.VIEW_OUTPUT)) {
				assertThat(names).containsSubsequence("Filter", "Input", "End of Input", "Output of the job");
			}
		} finally {
			maximize(part, IWorkbenchPage.STATE_RESTORED);
		}
	}

	/**
	 * Leaves out the tool bars, which are in the round only while one of their buttons is enabled, and what is outside of the stack of the
	 * view, such as the progress of background jobs, which is there only while there are any.
	 */
	private static List<Control> lasting(Optional<CTabFolder> stack, List<Control> visited) {
		return visited.stream().filter(control -> !(control instanceof ToolBar) && stack.equals(stack(control))).toList();
	}

	/** Returns the stack of views of a control, which may be the stack itself. */
	private static Optional<CTabFolder> stack(Control control) {
		return Stream.<Control>iterate(control, at -> at != null && !at.isDisposed(), Control::getParent)
				.filter(CTabFolder.class::isInstance).map(CTabFolder.class::cast).findFirst();
	}

	/** Hides the other parts, because editable consoles and details of variables keep the key Tab. */
	private static void maximize(IViewPart part, int state) {
		Ui.run(() -> Workbench.page().setPartState(Workbench.page().getReference(part), state));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Main", "Where", "Placement", "Output and Input", "PMIx" })
	void tabOfLaunchDialog_withTab_isWalkedThrough(String tab) {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("walk").program("/bin/echo").tab(tab);
		List<Control> wanted = Ui.get(() -> controls(dialog.body()));
		assertThat(wanted).hasSizeGreaterThan(3);
		Ui.run(() -> wanted.getFirst().setFocus());
		try {
			assertAllVisited(wanted, FocusWalk.round("Tab"));
			assertAllVisited(wanted, FocusWalk.round("Shift+Tab"));
		} finally {
			dialog.close();
		}
	}

	private static void assertAllVisited(List<Control> wanted, List<Control> visited) {
		assertThat(Ui.<List<String>>get(() -> FocusWalk.names(wanted.stream().filter(control -> !visited.contains(control)).toList()))).isEmpty();
	}

	/** Returns the controls that the user can operate. A group of radio buttons is one of them. */
	private static List<Control> controls(Composite body) {
		return Widgets.all(body, Control.class).stream().filter(Control::isEnabled)
				.filter(control -> control instanceof Text || control instanceof Combo || control instanceof Spinner || control instanceof Table
						|| control instanceof Tree || control instanceof Button)
				.filter(control -> (control.getStyle() & SWT.RADIO) == 0).toList();
	}

	/** Returns whether a control is in the group for the working directory, which the platform creates. */
	static boolean isOfPlatform(Control control) {
		for (Composite parent = control.getParent(); parent != null; parent = parent.getParent()) {
			if (parent instanceof Group group && group.getText().startsWith("Working")) {
				return true;
			}
		}
		return false;
	}

	@Test
	void map_readAloud_namesEachRankWithItsState() throws Exception {
		running(3);
		MapTester map = MapTester.show();
		map.awaitRows(3, "| connected |");
		Canvas canvas = canvas(PmixUi.VIEW_MAP);
		assertThat(Ui.<List<String>>get(() -> ScreenReader.items(canvas))).hasSize(3)
				.allSatisfy(text -> assertThat(text).matches("Rank \\d: connected, .*bound.*"));
		map.key('1', '1');
		assertThat(Ui.get(() -> ScreenReader.description(canvas))).startsWith("Rank 1: connected");
		assertThat(Ui.<Integer>get(() -> ScreenReader.focus(canvas))).isEqualTo(1);
		assertThat(Ui.<Integer>get(() -> ScreenReader.state(canvas, 1)) & ACC.STATE_SELECTED).isNotZero();
		assertThat(Ui.<Integer>get(() -> ScreenReader.state(canvas, 0)) & ACC.STATE_SELECTED).isZero();
	}

	@Test
	void timeLine_readAloud_namesEachLaneWithItsLastState() throws Exception {
		running(2);
		Workbench.show(PmixUi.VIEW_EVENTS);
		Canvas canvas = canvas(PmixUi.VIEW_EVENTS);
		Ui.await(() -> "the states of two ranks in " + ScreenReader.items(canvas), () -> {
			List<String> items = ScreenReader.items(canvas);
			return items.size() == 3 && items.get(0).startsWith("job") && items.get(2).matches("rank 1: \\w+.* ms after the start.*");
		});
	}

	private static Canvas canvas(String view) {
		return (Canvas) ((CanvasPart) Workbench.page().findView(view)).parts().getFirst();
	}

	/** Launches ranks that write a line and wait. */
	private static void running(int ranks) throws Exception {
		OutputTester.show();
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("walk", ranks, Peers.c("pmix_exit"), "init,ready,wait").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, "0");
		ILaunch launch = Jobs.launch(copy.doSave());
		Ui.await("running ranks", () -> Jobs.job(launch).element().filter(job -> job.connectedRanks() == ranks).isPresent());
	}
}
