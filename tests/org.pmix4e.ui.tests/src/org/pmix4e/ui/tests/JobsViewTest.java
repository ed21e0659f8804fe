// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.dap.NativePreferences;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests the PMIx Jobs view: its places, its rows, and its commands. */
class JobsViewTest extends UserTest {
	private static final int NAME = 0;
	private static final int STATE = 1;
	private static final int DETAILS = 2;
	/** The width of the view in the Debug perspective of a window of 1600 pixels, in pixels. */
	private static final int NARROW = 413;

	@Test
	void perspectives_debugAndJava_includeView() {
		assertThat(hasView()).isTrue();
		Workbench.open(Workbench.JAVA_PERSPECTIVE);
		assertThat(hasView()).isTrue();
	}

	@Test
	void names_inWideView_haveRoomForCounts() {
		close(); // a view is the same in all perspectives, and has its widths from the first one
		Workbench.open(Workbench.JAVA_PERSPECTIVE);
		close();
		assertThat(JobsViewTester.show().nameWidth()).isGreaterThan(250);
		close();
		Workbench.open(Workbench.DEBUG_PERSPECTIVE);
		JobsViewTester narrow = JobsViewTester.show();
		assertThat(narrow.nameWidth()).as("width where the state must fit beside it").isLessThan(narrow.room() / 2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 300, 450, 900 })
	void stateOfRank_inViewOfEachWidth_isShownWhole(int width) throws Exception {
		InstanceScope.INSTANCE.getNode(NativePreferences.NODE).put(NativePreferences.ADAPTER, "/nonexistent/gdb");
		Workbench.open(Workbench.JAVA_PERSPECTIVE);
		JobsViewTester jobs = JobsViewTester.show();
		ILaunch launch = Steps.debugAnyway(2);
		jobs.awaitRows(3, "| waiting for debugger |");
		ConsoleTester.awaitText(Jobs.job(launch), "choose Release");
		ConsoleTester.awaitQuiet();
		JobsViewTester.show().resize(width);
		assertThat(jobs.isWhole("Rank 0", NAME)).isEqualTo(width == 900);
		assertThat(jobs.isWhole("Rank 0", STATE)).isTrue();
		assertThat(jobs.toolTip("Rank 0", NAME)).startsWith("Rank 0  ");
		Pictures.screen("jobs-" + width + "-light");
		launch.terminate();
		Jobs.awaitEnd(launch);
	}

	@AfterEach
	void useFoundDebugger() {
		InstanceScope.INSTANCE.getNode(NativePreferences.NODE).remove(NativePreferences.ADAPTER);
	}

	private static void close() {
		Ui.run(() -> Workbench.page().hideView(Workbench.page().findView(PmixUi.VIEW_JOBS)));
	}

	private static boolean hasView() {
		return Ui.get(() -> Stream.of(Workbench.page().getViewReferences()).anyMatch(view -> view.getId().equals(PmixUi.VIEW_JOBS)));
	}

	@Test
	void properties_ofRank_showItsData() throws Exception {
		JobsViewTester jobs = endedJob();
		jobs.select("Rank 1");
		PropertiesTester properties = PropertiesTester.show();
		properties.awaitRow("Rank | 1");
		assertThat(properties.rows()).anyMatch(row -> row.matches("Process id \\| \\d+"))
				.contains("State | finished", "Exit code | 0", "Kind | rank");
		Pictures.screen("properties-light");
	}

	@Test
	void copy_ofSelectedRow_containsItsColumns() throws Exception {
		JobsViewTester jobs = endedJob();
		jobs.select("Rank 1");
		Workbench.command("org.eclipse.ui.edit.copy");
		String text = Ui.get(() -> {
			Clipboard clipboard = new Clipboard(Ui.display());
			try {
				return String.valueOf(clipboard.getContents(TextTransfer.getInstance()));
			} finally {
				clipboard.dispose();
			}
		});
		assertThat(text).as("a finished rank, whose details would only repeat its state").matches("Rank 1\tfinished\t\t\\d+\t0\t");
	}

	@Test
	void serverWithOtherSlots_hasARowWhileItHasJobs() throws Exception {
		JobsViewTester jobs = JobsViewTester.show();
		ILaunch first = Jobs.launch(Jobs.configuration("first", 1, Path.of("/bin/sleep"), "1000"));
		jobs.awaitRows(2, "| running |");
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("second", 1, Path.of("/bin/sleep"), "1000").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:3");
		ILaunch second = Jobs.launch(copy.doSave());
		jobs.awaitRows(2, "This workbench  ");
		jobs.awaitRows(1, "This workbench  3 slots");

		second.terminate();
		Jobs.awaitEnd(second);
		DebugPlugin.getDefault().getLaunchManager().removeLaunch(second);

		jobs.awaitRows(0, "This workbench");
		jobs.awaitRows(2, "| running |");
		first.terminate();
		Jobs.awaitEnd(first);
	}

	@Test
	void removeEnded_withRunningJob_keepsRunningJob() throws Exception {
		ILaunch running = Jobs.launch(Jobs.configuration("running", 2, Peers.c("pmix_exit"), "init,fence,wait"));
		JobsViewTester jobs = endedJob();
		jobs.awaitRows(3, "| connected |");
		Ui.await("the command to be enabled by the ended job", () -> Workbench.isEnabled(PmixUi.COMMAND_REMOVE_ENDED));
		Workbench.command(PmixUi.COMMAND_REMOVE_ENDED);
		Ui.await(() -> "only the running job in " + jobs.rows(), () -> jobs.rows().stream().noneMatch(row -> row.contains("ended")));
		assertThat(jobs.rows()).anyMatch(row -> row.startsWith("running  2 ranks"));
		assertThat(running.isTerminated()).isFalse();
	}

	@Test
	void release_ofJobStoppedInInit_letsItsRanksContinue() throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("held", 2, Peers.c("pmix_exit"), "init,fence,finalize").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STOP_IN_INIT, true);
		ILaunch held = Jobs.launch(copy.doSave());
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(1, "held  2 ranks");
		jobs.select("held  2 ranks");
		Ui.await("the stop of the ranks", () -> Workbench.isEnabled(PmixUi.COMMAND_RELEASE));
		jobs.awaitRows(1, "| waiting for debugger | stopped at the breakpoint pmix-init |");
		assertThat(held.isTerminated()).isFalse();
		Workbench.command(PmixUi.COMMAND_RELEASE);
		Jobs.awaitEnd(held);
		assertThat(Jobs.job(held).getExitValue()).isZero();
		Ui.await("the end of the job in the view", () -> !Workbench.isEnabled(PmixUi.COMMAND_RELEASE));
	}

	@Test
	void ranksThatWait_sayForWhom() throws Exception {
		Jobs.launch(Jobs.configuration("stuck", 3, Peers.c("pmix_exit"), "init,fence,finalize init,fence,finalize init,wait"));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| fence waits for rank 2");
		jobs.awaitRows(1, "| others wait for it: fence waits for rank 2");
		assertThat(jobs.rows()).anySatisfy(row -> assertThat(row).matches(" *stuck .*\\| fence waits for rank 2 since \\d+\\.\\d s \\|.*"));
		Pictures.screen("waits-light");
	}

	@Test
	void waits_inNarrowView_areShownWhole_alsoInOneOpenedLater() throws Exception {
		Jobs.launch(Jobs.configuration("narrow", 3, Peers.c("pmix_exit"), "init,fence,finalize init,fence,finalize init,wait"));
		String wait = "fence waits for rank 2";
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| " + wait);
		jobs.resize(NARROW);
		Ui.await("room for a wait", () -> jobs.hasRoom("Rank 0", DETAILS, wait + " since 1.0 s"));

		close();
		JobsViewTester later = JobsViewTester.show();
		later.resize(NARROW);
		Ui.await("room for a wait in the view opened later", () -> later.hasRoom("Rank 0", DETAILS, wait + " since 1.0 s"));
		Pictures.screen("waits-narrow-light");
	}

	@Test
	void commands_ofPmix4e_haveNamesForQuickAccess() {
		List<String> names = Ui.get(() -> Stream.of(PlatformUI.getWorkbench().getService(ICommandService.class).getDefinedCommands())
				.filter(command -> command.getId().startsWith("org.pmix4e.")).map(command -> {
					try {
						return command.getName();
					} catch (org.eclipse.core.commands.common.NotDefinedException e) {
						throw new IllegalStateException(e);
					}
				}).toList());
		assertThat(names).hasSizeGreaterThan(5).allMatch(name -> name.startsWith("PMIx: "));
	}

	private static JobsViewTester endedJob() throws Exception {
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("ended", 2, Peers.c("pmix_exit"), "init,fence,finalize")));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| finished |");
		return jobs;
	}
}
