// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.eclipse.debug.core.ILaunch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.JobProcess;
import org.pmix4j.testkit.Peers;

/** A new user makes a launch configuration and runs it. */
class LaunchDialogTest {

	@BeforeEach
	void open() {
		Workbench.open(Workbench.DEBUG_PERSPECTIVE);
	}

	@AfterEach
	void clean() throws Exception {
		Workbench.theme(Workbench.LIGHT);
		Workbench.clean();
	}

	@Test
	void newConfiguration_programAndFourRanks_runsThem() throws Exception {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("hello").program(Peers.c("pmix_hello").toString()).ranks(4);
		Ui.await("Run can be pressed", dialog::canRun);
		Pictures.window(dialog.shell(), "dialog-main-light");
		dialog.tab("PMIx");
		Pictures.window(dialog.shell(), "dialog-pmix-light");
		dialog.pressRun();

		ILaunch launch = Jobs.awaitNext(0);
		Jobs.awaitEnd(launch);
		JobProcess job = Jobs.job(launch);
		assertThat(job.getExitValue()).isZero();
		IntStream.range(0, 4).forEach(rank -> ConsoleTester.awaitText(job, "[" + rank + "]"));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(4, "  Rank ");
		jobs.awaitRows(6, "| finished |");
		DebugViewTester debug = DebugViewTester.show();
		debug.awaitRow("hello");
		Pictures.screen("debug-light");
	}

	@Test
	void program_thatIsMissing_isNamedAndCannotRun() {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("missing").program("/no/such/program");
		dialog.awaitMessage("/no/such/program");
		assertThat(dialog.canRun()).isFalse();
		dialog.close();
	}
}
