// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests the way from a rank that died of a signal to its source line, without and with a debugger. */
class CrashTest extends UserTest {
	private static final String DEBUG_AGAIN = "org.pmix4e.ui.commands.debugAgain";

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
