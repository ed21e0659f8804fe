// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobSpec;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests Why Does It Hang? for jobs that no debugger is attached to: of a launch in run mode, and of an attached server. */
class WhyHangTest extends UserTest {
	/** Rank 0 waits in a fence for the others, which do not call it. */
	private static final String HANG = "init,fence init,wait";

	@TempDir
	private Path scratch;

	@AfterEach
	void end() throws Exception {
		Steps.endDebugging();
		Ui.get(() -> PlatformUI.getWorkbench().getService(JobModel.class)).servers().stream().filter(ServerElement::isAttached)
				.forEach(ServerElement::detach);
	}

	private static void awaitWait(JobsViewTester jobs) {
		Ui.await("the wait of the fence", () -> jobs.rows().stream().anyMatch(row -> row.contains(" waits for rank")));
	}

	private static StacksViewTester whyHang(JobsViewTester jobs, String row) {
		jobs.select(row);
		Ui.await("Why Does It Hang?", () -> Workbench.isEnabled(PmixUi.COMMAND_WHY_HANG));
		Workbench.command(PmixUi.COMMAND_WHY_HANG);
		return StacksViewTester.show();
	}

	@Test
	void runningJob_showsWhereEachRankIs() throws Exception {
		Steps steps = Steps.create();
		try {
			steps.programs().project().getFile("pmix_exit.c").createLink(Peers.source("pmix_exit").toUri(), 0, null);
			ILaunchConfigurationWorkingCopy copy = Jobs.configuration("hangs", 3, Peers.c("pmix_exit"), HANG).getWorkingCopy();
			copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of("PEER_LIMIT", "600"));
			ILaunch launch = Jobs.launch(copy.doSave());
			JobsViewTester jobs = JobsViewTester.show();
			awaitWait(jobs);
			// the last ones may start behind the wait
			Ui.await("all ranks", () -> Jobs.job(launch).element().orElseThrow().ranks().stream()
					.filter(rank -> rank.state() == ElementState.CONNECTED).count() == 3);
			StacksViewTester stacks = whyHang(jobs, "hangs");

			// those of an earlier job may be there before
			Ui.await(() -> "the stacks of three ranks instead of " + stacks.rows(),
					() -> stacks.rows().stream().anyMatch(row -> row.matches("Read at .*; the ranks run on  3 ranks: 0-2")));
			assertThat(stacks.rows()).extracting(String::strip).contains("PMIx_Fence  rank 0");
			assertThat(stacks.rows()).anyMatch(row -> row.matches("fence waits for ranks 1, 2 since .* s *"))
					.anyMatch(row -> row.matches("main at pmix_exit\\.c(:\\d+)?  3 ranks: 0-2"))
					.anyMatch(row -> row.matches(" +\\S*pause\\S*.*  2 ranks: 1-2"));
			Pictures.screen("why-hang-light");
			stacks.select("main at pmix_exit.c");
			assertThat(stacks.selectedRanks()).containsExactly(0, 1, 2);
			assertThat(launch.getDebugTargets()).isEmpty();
			assertThat(Jobs.job(launch).element().orElseThrow().startedRanks()).as("the ranks go on").isEqualTo(3);
		} finally {
			steps.delete();
		}
	}

	@Test
	void view_saysThatStacksAreRead_untilTheyAreThere() throws Exception {
		Jobs.launch(Jobs.configuration("slow", 1, Path.of("/bin/sleep"), "1000"));
		StacksViewTester.show().awaitText("No rank of this job is debugged.");
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(2, "| running |");
		jobs.select("slow");
		Ui.await("Why Does It Hang?", () -> Workbench.isEnabled(PmixUi.COMMAND_WHY_HANG));
		String during = Ui.get(() -> {
			Workbench.command(PmixUi.COMMAND_WHY_HANG); // its end comes behind this on the same thread
			return StacksViewTester.found().text();
		});
		assertThat(during).startsWith("Reading the stacks of slow.");
		StacksViewTester stacks = StacksViewTester.show();
		Ui.await(() -> "the stack instead of " + stacks.rows(), () -> stacks.rows().stream().anyMatch(row -> row.startsWith("Read at ")));
	}

	@Test
	void jobOfAnAttachedServer_showsWhereEachRankIs() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(JobSpec.of(2, "env", "PEER_LIMIT=600", Peers.c("pmix_exit").toString(), "init,fence", "init,wait"));
			JobsViewTester jobs = JobsViewTester.show();
			Await.result(Ui.get(() -> PlatformUI.getWorkbench().getService(ServerAttachments.class)).attach(host.uri()));
			jobs.awaitRows(2, "Rank ");
			awaitWait(jobs);

			whyHang(jobs, "Rank 0").awaitRow("PMIx_Fence  rank 0");
			Pictures.screen("why-hang-attached-light");
		}
	}
}
