// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.launch.CoreSearch;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.parts.MissedStops;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests the way from a rank that died of a signal to its source line, without and with a debugger. */
class CrashTest extends UserTest {
	private static final String OPEN_CORE = "org.pmix4e.ui.commands.openCore";
	private static final String DEBUG_AGAIN = "org.pmix4e.ui.commands.debugAgain";

	@TempDir
	private Path scratch;

	@BeforeEach
	void chooseDebugger() {
		Steps.use(Debuggers.GDB);
	}

	@AfterEach
	void endDebugging() throws Exception {
		Steps.useAny();
		Steps.endDebugging();
		Workbench.closeEditors();
	}

	private static int line(String text) throws Exception {
		List<String> lines = Files.readAllLines(Peers.source("pmix_crash"));
		return 1 + lines.indexOf(lines.stream().filter(line -> line.contains(text)).findFirst().orElseThrow());
	}

	private static ILaunch crash(String name) throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration(name, 3, Peers.c("pmix_crash"), "1"));
		Jobs.awaitEnd(launch);
		return launch;
	}

	@Test
	void addressesOfAStack_inConsoleAndOutput_leadToTheSource() throws Exception {
		crash("crash");
		String program = Peers.c("pmix_crash") + "(+0x";
		ConsoleTester.awaitQuiet();
		Ui.await(() -> "the links in " + ConsoleTester.text("ranks of pmix_crash"),
				() -> ConsoleTester.links("ranks of pmix_crash").stream().filter(link -> link.startsWith(program)).count() == 3);
		assertThat(ConsoleTester.links("ranks of pmix_crash")).as("no debug information").noneMatch(link -> link.contains("libc.so"));
		ConsoleTester.follow("ranks of pmix_crash");
		EditorTester.awaitLine("pmix_crash.c", line("backtrace(stack"));
		Pictures.screen("crash-links-light");

		Workbench.closeEditors();
		OutputTester output = OutputTester.show();
		Ui.await("the stack in the output", () -> output.lines().stream().anyMatch(line -> line.startsWith(program)));
		output.placeCaret(output.lines().stream().filter(line -> line.startsWith(program)).findFirst().orElseThrow());
		Keys.press("CR");
		EditorTester.awaitLine("pmix_crash.c", line("backtrace(stack"));
	}

	private static boolean isAt(ILaunch launch, int line) {
		for (IDebugTarget target : launch.getDebugTargets()) {
			try {
				for (IThread thread : target.getThreads()) {
					if (thread.isSuspended() && thread.getTopStackFrame() != null && thread.getTopStackFrame().getLineNumber() == line) {
						return true;
					}
				}
			} catch (DebugException e) {
				return false; // it has not stopped yet
			}
		}
		return false;
	}

	private void checkAgain(ILaunch again) throws Exception {
		int fault = line("// fault");
		Ui.await("rank 1 at the fault", () -> isAt(again, fault));
		assertThat(again.getDebugTargets()).singleElement()
				.satisfies(target -> assertThat(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK)).isEqualTo("1"));
		assertThat(again.getLaunchConfiguration().getName()).isEqualTo("again");
		assertThat(Workbench.launches().getLaunchConfigurations()).extracting(configuration -> configuration.getAttribute(
				PmixLaunchConstants.ATTR_DEBUG_RANKS, "")).as("the configuration of the user").containsExactly("");
		DebugViewTester.show().awaitRow("SIGSEGV");
		EditorTester.awaitLine("pmix_crash.c", fault);
	}

	@Test
	void banner_ofARankThatDiedOfASignal_debugsAgainAndStopsThere() throws Exception {
		crash("again");
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await(() -> "the offer in " + jobs.banner(), () -> jobs.banner().contains("<a href=\"debug\">Debug again, stop there</a>"));
		assertThat(jobs.banner()).contains("died of SIGSEGV");
		Pictures.screen("crash-banner-light");
		ILaunch again = Jobs.launch(() -> jobs.clickBanner("debug"));
		checkAgain(again);
		Pictures.screen("crash-again-light");
	}

	@Test
	void command_onARankThatDiedOfASignal_debugsAgainAndStopsThere() throws Exception {
		crash("again");
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(2, "| failed |");
		jobs.select("Rank 0");
		Ui.await("nothing to debug again", () -> !Workbench.isEnabled(DEBUG_AGAIN));
		jobs.select("Rank 1");
		Ui.await("Debug Again", () -> Workbench.isEnabled(DEBUG_AGAIN));
		assertThat(jobs.menu()).contains("Debug Again and Stop rank 1 of again There");
		checkAgain(Jobs.launch(() -> Workbench.command(DEBUG_AGAIN)));
	}

	@Test
	void debugView_thatIsOpenedAfterTheStop_showsIt() throws Exception {
		crash("again");
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await(() -> "the offer in " + jobs.banner(), () -> jobs.banner().contains("<a href=\"debug\">Debug again, stop there</a>"));
		Ui.run(() -> Workbench.page().hideView(Workbench.page().findView(IDebugUIConstants.ID_DEBUG_VIEW)));

		checkAgain(Jobs.launch(() -> jobs.clickBanner("debug")));
	}

	/** A busy platform loses the news of a stop now and then; here the row of the launch is selected and collapsed afterwards. */
	@Test
	void debugView_thatHasMissedAStop_showsIt() throws Exception {
		crash("again");
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await(() -> "the offer in " + jobs.banner(), () -> jobs.banner().contains("<a href=\"debug\">Debug again, stop there</a>"));
		ILaunch again = Jobs.launch(() -> jobs.clickBanner("debug"));
		checkAgain(again);
		DebugViewTester debug = DebugViewTester.show();
		debug.collapse("again [PMIx Job]");
		Ui.await("no chosen frame", () -> !DebugViewTester.hasChosenFrame());

		IThread stopped = again.getDebugTargets()[0].getThreads()[0];
		new MissedStops().handleDebugEvents(new DebugEvent[] { new DebugEvent(stopped, DebugEvent.SUSPEND, DebugEvent.BREAKPOINT) });

		debug.awaitRow("SIGSEGV");
		Ui.await("the chosen frame", DebugViewTester::hasChosenFrame);
	}

	/** Launches the job with a limit of the size of core files. */
	private static void crash(String name, String limit, Path directory) throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration(name, 3, Path.of("/bin/sh"),
				"-c \"ulimit -c " + limit + "; exec " + Peers.c("pmix_crash") + " 1\"").getWorkingCopy();
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, directory.toString());
		Jobs.awaitEnd(Jobs.launch(copy.doSave()));
	}

	@Test
	void banner_ofARankWithACore_opensItWhereTheSignalArrived() throws Exception {
		crash("cores", "unlimited", scratch);
		JobsViewTester jobs = JobsViewTester.show();
		if (!CoreSearch.here().writesFiles()) {
			Shell problem = openMissing(jobs, "The kernel ");
			Ui.run(() -> Ui.press(Widgets.button(problem, "Close")));
			return;
		}
		Ui.await(() -> "the offers in " + jobs.banner(), () -> jobs.banner()
				.contains(". <a href=\"core\">Open core</a> or <a href=\"debug\">Debug again, stop there</a>"));
		Pictures.screen("crash-core-banner-light");
		jobs.clickBanner("core");
		DebugViewTester.show().awaitRow("SIGSEGV");
		EditorTester.awaitLine("pmix_crash.c", line("// fault"));
		Pictures.screen("crash-core-light");
		assertThat(jobs.rows()).as("the failed job stays").anyMatch(row -> row.contains("Rank 1") && row.contains("| failed |"));
	}

	/** Opens a core that is not there, and returns the dialog that says why. */
	private static Shell openMissing(JobsViewTester jobs, String reason) {
		jobs.awaitRows(2, "| failed |");
		jobs.select("Rank 1");
		Ui.await("Open Core", () -> Workbench.isEnabled(OPEN_CORE));
		Workbench.command(OPEN_CORE);
		Shell problem = Ui.awaitShell("Core Not Opened");
		Pictures.screen("crash-core-none-light");
		assertThat(Ui.get(() -> Widgets.all(problem, Label.class).stream().map(Label::getText).toList()))
				.anyMatch(text -> text.contains(reason));
		return problem;
	}

	@Test
	void command_onARankWithoutACore_saysWhyThereIsNone() throws Exception {
		crash("nothing", "0", scratch);
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(2, "| failed |");
		Ui.await("the banner", () -> jobs.banner().contains("died of SIGSEGV"));
		assertThat(jobs.banner()).contains("Debug again, stop there");
		assertThat(jobs.banner().contains("Open core")).as("only a program gets cores above the limit")
				.isEqualTo(!CoreSearch.here().writesFiles());
		jobs.select("Rank 0");
		Ui.await("no core of a rank that was ended", () -> !Workbench.isEnabled(OPEN_CORE));
		jobs.select("Rank 1");
		Ui.await("Open Core", () -> Workbench.isEnabled(OPEN_CORE));
		assertThat(jobs.menu()).contains("Open Core of rank 1 of nothing");
		Shell problem = openMissing(jobs, "Debug Again and Stop There runs the job again");
		ILaunch again = Jobs.launch(() -> Ui.press(Widgets.button(problem, "Debug Again and Stop There")));
		Ui.await("rank 1 at the fault", () -> isAt(again, line("// fault")));
	}

	@Test
	void rankThatTheUserTerminates_offersNothing() throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration("sleeps", 1, Path.of("/bin/sleep"), "600"));
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(1, "Rank 0");
		jobs.select("Rank 0");
		Ui.await("Terminate", () -> Workbench.isEnabled(PmixUi.COMMAND_TERMINATE));
		Workbench.command(PmixUi.COMMAND_TERMINATE);
		Jobs.awaitEnd(launch);
		Ui.await("its end", () -> jobs.rows().stream().anyMatch(row -> row.contains("Rank 0") && row.contains("| terminated |")));
		assertThat(Workbench.isEnabled(DEBUG_AGAIN)).isFalse();
	}
}
