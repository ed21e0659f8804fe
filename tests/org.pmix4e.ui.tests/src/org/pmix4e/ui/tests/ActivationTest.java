// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.Platform;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.osgi.framework.Bundle;
import org.pmix4j.testkit.Peers;

/**
 * Tests that unused bundles are not loaded, and that the first job loads what it needs. It runs in a workbench of its own, because loaded
 * bundles stay loaded; for the same reason its tests have an order.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ActivationTest {

	@Test
	@Order(1)
	void workbench_afterStartAndMenu_hasNotActivatedOurBundle() throws Exception {
		Ui.await("the window of the workbench", () -> Workbench.window().getShell().isVisible());
		assertThat(PlatformUI.getWorkbench().getIntroManager().hasIntro()).isTrue();
		assertThat(PlatformUI.getWorkbench().getIntroManager().getIntro()).as("a Welcome page in front of the perspective").isNull();
		assertThat(RunAsMenu.offers(ResourcesPlugin.getWorkspace().getRoot().getProject("x").getFile("program"))).isTrue();
		assertThat(RunAsMenu.offers(ResourcesPlugin.getWorkspace().getRoot().getProject("x").getFile("program.txt"))).isFalse();
		assertThat(Platform.getBundle("org.pmix4e.ui").getState()).isNotEqualTo(Bundle.ACTIVE);
	}

	@Test
	@Order(2)
	void key_beforeAnyMenuWasOpened_runsSelectedProgram() throws Exception {
		Programs programs = Programs.create();
		try {
			ProjectExplorerTester.show().select(programs.script("greet.sh", "#!/bin/sh\necho greetings\n", true));
			ILaunch launch = Jobs.launch(() -> Keys.press("Alt+Shift+X I"));
			Jobs.awaitEnd(launch);
			ConsoleTester.awaitText(Jobs.job(launch), "greetings");
		} finally {
			Workbench.clean();
			programs.delete();
		}
	}

	@Test
	@Order(3)
	void close_withRunningJobWithoutViewAndConsole_asks() throws Exception {
		ILaunchConfigurationWorkingCopy silent = Jobs.configuration("silent", 1, Peers.c("pmix_exit"), "init,ready,wait").getWorkingCopy();
		silent.setAttribute(IDebugUIConstants.ATTR_CAPTURE_IN_CONSOLE, false);
		ILaunch launch = Jobs.launch(silent.doSave());
		OpenKeeper keeper = new OpenKeeper(new CompletableFuture<>());
		try {
			Ui.await("a running rank", () -> Jobs.job(launch).element().filter(job -> job.connectedRanks() == 1).isPresent());
			Ui.await("our bundle", () -> Platform.getBundle("org.pmix4e.ui").getState() == Bundle.ACTIVE);
			Ui.run(() -> PlatformUI.getWorkbench().addWorkbenchListener(keeper));
			Ui.start(() -> PlatformUI.getWorkbench().close());
			Shell question = Ui.awaitShell("PMIx Jobs");
			Ui.start(() -> Ui.press(Widgets.button(question, "Cancel")));
			Ui.await("the end of the question", question::isDisposed);
			assertThat(keeper.allowed()).isNotDone();
			assertThat(launch.isTerminated()).isFalse();
		} finally {
			Ui.run(() -> PlatformUI.getWorkbench().removeWorkbenchListener(keeper));
			Workbench.clean();
		}
	}
}
