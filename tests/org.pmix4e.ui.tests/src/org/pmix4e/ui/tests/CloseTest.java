// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests closing the workbench while jobs run. A listener keeps the workbench open for the other tests. */
class CloseTest extends UserTest {
	private static final String QUESTION = "PMIx Jobs";

	/** Completes with true as soon as only this test keeps the workbench from closing. */
	private final CompletableFuture<Boolean> allowed = new CompletableFuture<>();
	private final OpenKeeper keeper = new OpenKeeper(allowed);

	@AfterEach
	void removeKeeper() {
		Ui.run(() -> PlatformUI.getWorkbench().removeWorkbenchListener(keeper));
	}

	@Test
	void close_withRunningJob_keepsWorkbenchAndJobOnCancel() throws Exception {
		ILaunch launch = running("one");
		Shell question = close();
		assertThat(text(question)).isEqualTo("A PMIx job is running. Terminate it and close?");
		Pictures.window(question, "close-light");
		Ui.start(() -> Ui.press(Widgets.button(question, "Cancel")));
		Ui.await("the end of the question", question::isDisposed);
		assertThat(launch.isTerminated()).isFalse();
		assertThat(allowed).isNotDone();
	}

	@Test
	void close_withTwoRunningJobs_goesOnIfUserAgrees() throws Exception {
		running("one");
		running("two");
		Shell question = close();
		assertThat(text(question)).isEqualTo("2 PMIx jobs are running. Terminate them and close?");
		Ui.start(() -> Ui.press(Widgets.button(question, "Terminate and Close")));
		assertThat(Await.result(allowed)).isTrue();
	}

	@Test
	void close_afterEndOfJob_doesNotAsk() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("ended", 1, Peers.c("pmix_exit"), "init,print:done,finalize")));
		JobsViewTester.show().awaitRows(2, "| finished |");
		keep();
		Ui.start(() -> PlatformUI.getWorkbench().close());
		assertThat(Await.result(allowed)).isTrue();
	}

	/** Closes the workbench as File > Exit does, and returns the question. */
	private Shell close() {
		keep();
		Ui.start(() -> PlatformUI.getWorkbench().close());
		return Ui.awaitShell(QUESTION);
	}

	/** Keeps the workbench open, after the listeners of the product have agreed. */
	private void keep() {
		Ui.run(() -> PlatformUI.getWorkbench().addWorkbenchListener(keeper));
	}

	private static String text(Shell question) {
		return Ui.get(() -> Widgets.find(question, Label.class, label -> !label.getText().isEmpty()).getText());
	}

	/** Launches a job of one rank that waits, and returns when its console shows the output. */
	private static ILaunch running(String name) throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration(name, 1, Peers.c("pmix_exit"), "init,print:up,ready,wait"));
		ConsoleTester.awaitText(Jobs.job(launch), "up");
		return launch;
	}
}
