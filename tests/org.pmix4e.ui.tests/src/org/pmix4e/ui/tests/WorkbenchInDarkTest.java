// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Shell;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.ui.internal.Contrast;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/**
 * Tests dialog, view and banner in the dark theme. Its name makes it run last: some widgets change their theme only after a restart of the
 * workbench.
 */
class WorkbenchInDarkTest extends UserTest {
	/** The background of failures in the light theme, which the first test leaves. */
	private static RGB light;

	@BeforeAll
	static void readLightColor() {
		light = color(PmixColor.FAILURE_BACKGROUND.id());
	}

	@Test
	void darkTheme_failedJob_isReadable() throws Exception {
		Workbench.theme(Workbench.DARK);
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("fails").program(Peers.c("pmix_exit").toString()).ranks(4)
				.arguments(FailureTest.RANK_3_FAILS);
		Ui.await("an enabled Run button", dialog::canRun);
		dialog.tab("PMIx");
		Pictures.window(dialog.shell(), "dialog-pmix-dark");
		dialog.tab("Main");
		Pictures.window(dialog.shell(), "dialog-main-dark");
		ILaunch launch = Jobs.launch(dialog::run);
		Jobs.awaitEnd(launch);
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await("the banner", () -> jobs.banner().contains("3 others"));
		Pictures.screen("failure-dark");
		MapTester map = MapTester.show();
		OutputTester.show().awaitLine("ready");
		Pictures.screen("map-output-dark");
		map.tab(1);
		Pictures.screen("map-table-dark");
		Workbench.show(PmixUi.VIEW_EVENTS);
		Pictures.screen("events-dark");
		Ui.start(() -> Workbench.command("org.pmix4e.ui.commands.attach"));
		Shell attach = Ui.awaitShell("Attach to Server");
		Pictures.window(attach, "attach-dark");
		Ui.start(attach::close);
		Ui.await("the end of the dialog", attach::isDisposed);
		assertThat(brightness(color(PmixColor.FAILURE_BACKGROUND.id()))).isLessThan(brightness(light) / 2);
		assertThat(brightness(color(PmixColor.FAILED.id()))).isGreaterThan(brightness(color(PmixColor.FAILURE_BACKGROUND.id())));
	}

	@Test
	void darkTheme_linkInOutput_isReadable() throws Exception {
		Workbench.theme(Workbench.DARK);
		ILaunch launch = Jobs.launch(Jobs.configuration("links", 1, Path.of("/bin/echo"), "solver.c:12: overflow"));
		Jobs.awaitEnd(launch);
		ConsoleTester.awaitQuiet();
		OutputTester output = OutputTester.show();
		output.awaitLine("solver.c:12: overflow");
		Ui.await("a link of a readable color", () -> output.contrast("solver.c:12") >= Contrast.LEAST);
	}

	@Test
	void darkTheme_nativeDebugging_isReadable() throws Exception {
		Workbench.theme(Workbench.DARK);
		Steps steps = Steps.create();
		try {
			NativeLineBreakpoint.create(steps.source(), Peers.source("pmix_steps"), steps.line());
			StacksViewTester stacks = StacksViewTester.show();
			Steps.debug(2, "");
			stacks.awaitRow("twice at pmix_steps.c:" + steps.line() + "  2 ranks: 0-1");
			Pictures.screen("native-dark");
		} finally {
			steps.delete();
		}
	}

	@ParameterizedTest
	@EnumSource
	void darkTheme_welcome_isReadable(WelcomeForm form) {
		form.use();
		Workbench.theme(Workbench.DARK);
		try {
			WelcomeTester.open("tutorials").awaitLink("Debug the ranks of a C program");
			Pictures.screen(form.picture("welcome-dark"));
			WelcomeTester.close();
		} finally {
			WelcomeForm.reset();
		}
	}

	private static RGB color(String id) {
		return Ui.get(() -> JFaceResources.getColorRegistry().getRGB(id));
	}

	private static int brightness(RGB color) {
		return color.red + color.green + color.blue;
	}
}
