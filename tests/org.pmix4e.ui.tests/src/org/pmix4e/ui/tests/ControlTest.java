// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.ui.DebugUITools;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests terminating and relaunching jobs, and launch groups. */
class ControlTest extends UserTest {
	private static final String WAITS = "init,fence,ready,wait";
	private static final String RESTART = "org.pmix4e.ui.commands.restart";
	private static final String GROUP = "org.eclipse.debug.core.launchGroup.";

	@Test
	void terminate_job_endsAllRanksAndLeavesNoProcess() throws Exception {
		ILaunch launch = running("job", false);
		JobsViewTester jobs = showConnected();
		Pictures.screen("running-light");
		jobs.select("job");
		Workbench.command(PmixUi.COMMAND_TERMINATE);
		Jobs.awaitEnd(launch);
		jobs.awaitRows(5, "| terminated |");
		assertThat(namespace(launch).ranks()).allSatisfy(rank -> assertThat(ProcessHandle.of(rank.pid().getAsInt())).isEmpty());
	}

	@Test
	void terminate_rankOfJobWithContinue_endsOnlyThatRank() throws Exception {
		ILaunch launch = running("continues", true);
		JobsViewTester jobs = showConnected();
		jobs.select("Rank 2");
		Workbench.command(PmixUi.COMMAND_TERMINATE);
		Ui.await("the end of rank 2", () -> namespace(launch).ranks().get(2).state().isEnded());
		assertThat(Stream.of(0, 1, 3).map(namespace(launch).ranks()::get)).noneMatch(rank -> rank.state().isEnded());
		assertThat(launch.isTerminated()).isFalse();
	}

	@Test
	void relaunch_ofLastJob_runsItAgain() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("again", 2, Peers.c("pmix_exit"), "init,print:once,finalize")));
		ILaunch second = Jobs.launch(() -> Workbench.command("org.eclipse.debug.ui.commands.RunLast"));
		Jobs.awaitEnd(second);
		assertThat(Jobs.job(second).getExitValue()).isZero();
		ConsoleTester.awaitText(Jobs.job(second), "[1] once");
	}

	@Test
	void restart_ofRunningJob_terminatesItFirst() throws Exception {
		ILaunch first = running("restarted", false);
		JobsViewTester jobs = showConnected();
		jobs.select("restarted");
		Ui.await("Terminate and Relaunch", () -> Workbench.isEnabled(RESTART));
		ILaunch second = Jobs.launch(() -> Workbench.command(RESTART));

		assertThat(first.isTerminated()).isTrue();
		assertThat(second.getLaunchConfiguration()).isEqualTo(first.getLaunchConfiguration());
		awaitConnected(second);
	}

	@Test
	void launchGroup_withWait_runsBothInOrder() throws Exception {
		Jobs.configuration("first", 2, Peers.c("pmix_exit"), "init,print:first,finalize");
		Jobs.configuration("second", 2, Peers.c("pmix_exit"), "init,print:second,finalize");
		ILaunchConfigurationWorkingCopy group = Workbench.launches()
				.getLaunchConfigurationType("org.eclipse.debug.core.groups.GroupLaunchConfigurationType").newInstance(null, "both");
		member(group, 0, "first", "WAIT_FOR_TERMINATION");
		member(group, 1, "second", "NONE");
		ILaunchConfiguration saved = group.doSave();
		Ui.start(() -> DebugUITools.launch(saved, ILaunchManager.RUN_MODE));
		Ui.await("the launch of the second", () -> jobsNamed("second").findFirst().isPresent());
		ILaunch first = jobsNamed("first").findFirst().orElseThrow();
		ILaunch second = jobsNamed("second").findFirst().orElseThrow();
		assertThat(first.isTerminated()).isTrue();
		Jobs.awaitEnd(second);
		ConsoleTester.awaitText(Jobs.job(second), "[1] second");
	}

	private static void member(ILaunchConfigurationWorkingCopy group, int index, String name, String action) {
		group.setAttribute(GROUP + index + ".name", name);
		group.setAttribute(GROUP + index + ".action", action);
		group.setAttribute(GROUP + index + ".mode", "inherit");
		group.setAttribute(GROUP + index + ".enabled", true);
		group.setAttribute(GROUP + index + ".adoptIfRunning", false);
	}

	private static Stream<ILaunch> jobsNamed(String name) {
		return Stream.of(Workbench.launches().getLaunches()).filter(launch -> launch.getLaunchConfiguration().getName().equals(name))
				.filter(launch -> launch.getProcesses().length > 0);
	}

	/** Launches a job of four ranks that wait, and returns when all are connected. */
	private static ILaunch running(String name, boolean continues) throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration(name, 4, Peers.c("pmix_exit"), WAITS).getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, continues);
		ILaunch launch = Jobs.launch(copy.doSave());
		awaitConnected(launch);
		return launch;
	}

	private static void awaitConnected(ILaunch launch) {
		Ui.await("four connected ranks", () -> Jobs.job(launch).element().map(job -> job.connectedRanks() == 4).orElse(false));
	}

	/** Shows the job of {@link #running}, and returns when it and its four ranks are connected in the view, too. */
	private static JobsViewTester showConnected() {
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(5, "| connected |");
		return jobs;
	}

	private static NamespaceElement namespace(ILaunch launch) {
		return Jobs.job(launch).element().orElseThrow();
	}
}
