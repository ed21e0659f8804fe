// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.jdt.debug.core.IJavaLineBreakpoint;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;

/** Tests the page PMIx Ranks of the properties of a Java breakpoint. */
class BreakpointRanksTest extends UserTest {
	private IBreakpoint breakpoint;

	@BeforeEach
	void createBreakpoint() throws CoreException {
		IJavaLineBreakpoint line = JDIDebugModel.createLineBreakpoint(ResourcesPlugin.getWorkspace().getRoot(), "parallel.Hello", 5, -1, -1, 0,
				true, new HashMap<>());
		breakpoint = line;
	}

	@AfterEach
	void deleteBreakpoint() throws CoreException {
		DebugPlugin.getDefault().getBreakpointManager().removeBreakpoint(breakpoint, true);
	}

	@Test
	void ranks_enteredOnPage_areKeptInMarker() {
		Shell properties = open();
		Ui.run(() -> ranks(properties).setText("3, 0-1"));
		Pictures.window(properties, "breakpoint-light");
		accept(properties);
		assertThat(stored()).isEqualTo("0-1,3");
		Shell again = open();
		assertThat(Ui.<String>get(() -> ranks(again).getText())).isEqualTo("0-1,3");
		Ui.run(() -> ranks(again).setText(""));
		accept(again);
		assertThat(stored()).isEmpty();
	}

	@Test
	void ranks_thatAreNoList_cannotBeApplied() {
		Shell properties = open();
		Ui.run(() -> ranks(properties).setText("3-"));
		assertThat(Ui.<Boolean>get(() -> Widgets.button(properties, "Apply and Close").isEnabled())).isFalse();
		Ui.start(() -> Ui.press(Widgets.button(properties, "Cancel")));
		Ui.await("the end of the dialog", properties::isDisposed);
		assertThat(stored()).isEmpty();
	}

	private String stored() {
		return breakpoint.getMarker().getAttribute(PmixLaunchConstants.BREAKPOINT_RANKS, "");
	}

	private Shell open() {
		Ui.start(() -> PreferencesUtil.createPropertyDialogOn(Workbench.window().getShell(), breakpoint, "org.pmix4e.ui.breakpoint", null, null)
				.open());
		Ui.await("the properties of the breakpoint", () -> properties() != null);
		return Ui.get(BreakpointRanksTest::properties);
	}

	/** Returns the visible dialog; null if there is none. */
	private static Shell properties() {
		for (Shell shell : Ui.display().getShells()) {
			if (!shell.isDisposed() && shell.isVisible() && shell.getText().startsWith("Properties")) {
				return shell;
			}
		}
		return null;
	}

	private static Text ranks(Shell properties) {
		return Widgets.labelled(properties, "Ranks that stop here:", Text.class);
	}

	private static void accept(Shell properties) {
		Ui.start(() -> Ui.press(Widgets.button(properties, "Apply and Close")));
		Ui.await("the end of the dialog", properties::isDisposed);
	}
}
