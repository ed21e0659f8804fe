// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.dap.NativePreferences;
import org.pmix4j.testkit.Peers;

/** Tests that a launch that is refused offers what mends it. */
class LaunchFixTest extends UserTest {
	private static final IEclipsePreferences NATIVE = InstanceScope.INSTANCE.getNode(NativePreferences.NODE);

	@Test
	void moreRanksThanSlots_afterOversubscribeAndRun_run() throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("crowd", 4, Peers.c("pmix_exit"), "init,fence,finalize").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:2");
		copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY, "slot:nooversubscribe");
		ILaunchConfiguration crowd = copy.doSave();
		Shell message = refused(crowd, ILaunchManager.RUN_MODE);
		Pictures.window(message, "fix-oversubscribe-light");

		ILaunch launch = Jobs.launch(() -> Ui.press(Widgets.button(message, "Oversubscribe and Run")));
		Jobs.awaitEnd(launch);
		assertThat(Jobs.job(launch).getExitValue()).isZero();
		assertThat(Jobs.job(launch).ranks()).hasSize(4);
		assertThat(crowd.getAttribute(PmixLaunchConstants.ATTR_MAP_BY, "")).isEqualTo("slot:oversubscribe");
		assertThat(Workbench.launches().getLaunches()).as("the launch that was refused is removed").containsExactly(launch);
	}

	@Test
	void missingProgram_canBeChosenAnew() throws Exception {
		Shell message = refused(Jobs.configuration("lost", 1, Path.of("/no/such/program"), ""), ILaunchManager.RUN_MODE);
		assertThat(text(message)).contains("The program /no/such/program does not exist.");
		Pictures.window(message, "fix-program-light");
		assertThat(Ui.<Boolean>get(() -> Widgets.button(message, "Choose Program...").isEnabled())).isTrue();
		Ui.start(() -> Ui.press(Widgets.button(message, "Cancel")));
		Ui.await("the end of the launch", () -> Workbench.launches().getLaunches().length == 0);
	}

	@Test
	void missingProgram_isEditedInTheDialog() throws Exception {
		Shell message = refused(Jobs.configuration("edited", 1, Path.of("/no/such/program"), ""), ILaunchManager.RUN_MODE);
		Ui.start(() -> Ui.press(Widgets.button(message, "Edit Configuration...")));
		Shell dialog = Ui.awaitShell("Run Configurations");
		Ui.await("the program in the dialog", () -> Widgets.labelled(dialog, "Program:", Text.class).getText()
				.equals("/no/such/program"));
		Ui.run(dialog::close);
	}

	@Test
	void missingDebugger_isReportedBeforeTheLaunchAndInTheDialog() throws Exception {
		NATIVE.put(NativePreferences.ADAPTER, "/no/such/gdb");
		try {
			ILaunchConfiguration debugged = Jobs.configuration("debugged", 1, Peers.c("pmix_exit"), "init,finalize");
			Shell message = refused(debugged, ILaunchManager.DEBUG_MODE);
			assertThat(text(message)).contains("The debugger of the preferences cannot be run: /no/such/gdb.");
			Pictures.window(message, "fix-debugger-light");
			assertThat(Ui.<Integer>get(() -> Widgets.all(message, Button.class).size())).isEqualTo(4);
			Ui.start(() -> Ui.press(Widgets.button(message, "Cancel")));
			Ui.await("the end of the message", message::isDisposed);

			LaunchDialogTester dialog = LaunchDialogTester.open(IDebugUIConstants.ID_DEBUG_LAUNCH_GROUP, "Debug Configurations")
					.choose("debugged").tab("PMIx");
			Ui.await("the link", () -> Widgets.all(dialog.shell(), Link.class).stream()
					.anyMatch(link -> link.getText().endsWith("<a>Install Debugger...</a>")));
			dialog.awaitMessage("The debugger of the preferences cannot be run: /no/such/gdb.");
			Pictures.window(dialog.shell(), "dialog-debugger-light");
			Ui.run(dialog.shell()::close);
		} finally {
			NATIVE.remove(NativePreferences.ADAPTER);
		}
		assertThat(Workbench.launches().getLaunches()).isEmpty();
	}

	/** Launches a configuration, which a message refuses. */
	private static Shell refused(ILaunchConfiguration configuration, String mode) {
		Ui.start(() -> DebugUITools.launch(configuration, mode));
		return Ui.awaitShell(configuration.getName() + " Was Not Launched");
	}

	private static String text(Shell message) {
		return Ui.get(() -> Widgets.all(message, Label.class).stream().map(Label::getText).reduce("", String::concat));
	}
}
