// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.debug.core.ILaunch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests how the failure of a rank is shown. */
class FailureTest extends UserTest {
	static final String RANK_3_FAILS = "init,fence,ready,wait init,fence,ready,wait init,fence,ready,wait init,fence,ready,exit:3";

	@TempDir
	private Path folder;

	@Test
	void failure_ofRank3_isShownByBannerAndRows() throws Exception {
		ILaunch launch = failedLaunch();

		assertThat(Jobs.job(launch).getExitValue()).isEqualTo(3);
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await("the banner", () -> jobs.banner().contains("3 others"));
		assertThat(jobs.banner()).contains("<a>Rank 3 on ", "failed first", "3 others terminated");
		jobs.awaitRows(3, "| terminated |");
		assertThat(jobs.rows()).anySatisfy(row -> assertThat(row).matches(" *Rank 3 .*\\| failed \\| .*3.* \\| \\d+ \\| 3 \\| .*"));
		Pictures.screen("failure-light");
	}

	/** The text becomes longer while the ranks end, and needs a further line in a narrow view. */
	@Test
	void banner_inNarrowView_showsItsWholeText() throws Exception {
		JobsViewTester jobs = JobsViewTester.show();
		jobs.resize(330);
		failedLaunch();
		Ui.await("the whole text", () -> jobs.banner().contains("3 others terminated"));
		Ui.await("room for " + jobs.banner(), jobs::showsWholeBanner);
		Pictures.screen("failure-narrow-light");
	}

	@Test
	void clickedBanner_selectsRank() throws Exception {
		failedLaunch();
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await("the banner", () -> !jobs.banner().isEmpty());
		jobs.clickBanner();
		assertThat(jobs.selected()).startsWith("Rank 3");
	}

	@Test
	void showOutput_ofFailedRank_showsOnlyItsLines() throws Exception {
		JobProcess job = Jobs.job(failedLaunch());
		ConsoleTester.awaitText(job, "[3] ready");
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| terminated |");
		Workbench.command(PmixUi.COMMAND_NEXT_FAILED);
		assertThat(jobs.selected()).startsWith("Rank 3");
		Workbench.command(PmixUi.COMMAND_SHOW_OUTPUT);
		Ui.await("the output of rank 3", () -> ConsoleTester.text("Rank 3 of solver").contains("ready"));
		assertThat(ConsoleTester.text("Rank 3 of solver").lines().filter(line -> line.contains("ready"))).hasSize(1);
		Pictures.screen("rank-console");
	}

	@Test
	void launch_ofAnotherJob_removesBanner() throws Exception {
		failedLaunch();
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await("the banner", () -> !jobs.banner().isEmpty());
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("success", 2, Peers.c("pmix_exit"), "init,finalize")));
		Ui.await("the end of the banner", () -> jobs.banner().isEmpty());
	}

	private ILaunch failedLaunch() throws Exception {
		Path solver = Files.copy(Peers.c("pmix_exit"), folder.resolve("solver"));
		ILaunch launch = Jobs.launch(Jobs.configuration("solver", 4, solver, RANK_3_FAILS));
		Jobs.awaitEnd(launch);
		return launch;
	}
}
