// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import org.eclipse.swt.widgets.Text;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4j.testkit.Peers;

/** Tests creating a launch configuration in the dialog and running it. */
class LaunchDialogTest extends UserTest {

	@Test
	void newConfiguration_withFourRanks_runsThem() throws Exception {
		Programs programs = Programs.create();
		programs.copy(Peers.c("pmix_hello"), "hello");
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("hello").program("${workspace_loc:/programs/hello}").ranks(4);
		Ui.await("an enabled Run button", dialog::canRun);
		Pictures.window(dialog.shell(), "dialog-main-light");
		for (String tab : List.of("Where", "Placement", "Output and Input", "PMIx")) {
			dialog.tab(tab);
			assertThat(dialog.isCutOff()).as("the tab " + tab + " is cut off without a scroll bar").isFalse();
			Pictures.window(dialog.shell(), "dialog-" + tab.split(" ")[0].toLowerCase(Locale.ROOT) + "-light");
		}
		ILaunch launch = Jobs.launch(dialog::run);

		Jobs.awaitEnd(launch);
		JobProcess job = Jobs.job(launch);
		assertThat(job.getExitValue()).isZero();
		for (int rank = 0; rank < 4; rank++) {
			ConsoleTester.awaitText(job, "[" + rank + "] pmix_hello " + rank + "/4 ok");
		}
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(4, "  Rank ");
		jobs.awaitRows(5, "| finished |");
		DebugViewTester debug = DebugViewTester.show();
		for (int rank = 0; rank < 4; rank++) {
			debug.awaitRow("exit value: 0>rank " + rank);
		}
		Pictures.screen("debug-light");
		programs.delete();
	}

	@Test
	void quotedFurtherProgram_isShownInOneCell() throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("two", 1, Path.of("/bin/echo"), "").getWorkingCopy();
		List<String> programs = List.of("2 '/opt/my tools/run it' -a 'b c'", "1 \"/x \\\"y\\\" z/p\" q",
				"3 /opt/my\\ tools/run", "1 /bin/echo a  b");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, programs);
		copy.doSave();
		LaunchDialogTester dialog = LaunchDialogTester.open().choose("two");
		Ui.await("the programs", () -> dialog.programs().size() == 4);
		assertThat(dialog.programs()).containsExactly("2 | '/opt/my tools/run it' | -a 'b c'", "1 | \"/x \\\"y\\\" z/p\" | q",
				"3 | /opt/my\\ tools/run | ", "1 | /bin/echo | a  b");
		Pictures.window(dialog.shell(), "dialog-programs-light");
		Ui.run(dialog.shell()::close);
	}

	@Test
	void furtherProgram_isAddedChangedAndRemoved() {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("further").program("/bin/echo");
		assertThat(Ui.<Boolean>get(() -> Widgets.button(dialog.shell(), "Remove").isEnabled())).as("Remove without a row").isFalse();
		Ui.run(() -> Ui.press(Widgets.button(dialog.shell(), "Add")));
		dialog.awaitMessage("A further program of 1 rank has no name");
		assertThat(dialog.canRun()).isFalse();
		Keys.type("/bin/my echo");
		Keys.press("CR");
		Ui.await(() -> "one row instead of " + dialog.programs(), () -> dialog.programs().equals(List.of("1 | \"/bin/my echo\" | ")));
		dialog.awaitMessage("The program /bin/my echo does not exist.");
		Pictures.window(dialog.shell(), "dialog-further-light");
		Ui.run(() -> Ui.press(Widgets.button(dialog.shell(), "Remove")));
		Ui.await("an enabled Run button", dialog::canRun);
		assertThat(dialog.programs()).isEmpty();
		dialog.close();
	}

	@Test
	void furtherProgram_isEnteredByKeyboardAlone() {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("keyboard").program("/bin/echo");
		Ui.run(() -> Ui.press(Widgets.button(dialog.shell(), "Add")));
		Keys.type("/bin/echo");
		Keys.press("TAB");
		Keys.type("a b");
		Keys.press("CR");
		Ui.await(() -> "both cells instead of " + dialog.programs(), () -> dialog.programs().equals(List.of("1 | /bin/echo | a b")));
		Keys.press("ARROW_LEFT");
		Keys.press("F2");
		Keys.type("/bin/true");
		Keys.press("CR");
		Ui.await(() -> "another program instead of " + dialog.programs(), () -> dialog.programs().equals(List.of("1 | /bin/true | a b")));
		Ui.await("an enabled Run button", dialog::canRun);
		Keys.press("DEL");
		Ui.await(() -> "no row instead of " + dialog.programs(), () -> dialog.programs().isEmpty());
		dialog.close();
	}

	@Test
	void hostsThatCannotBeUsed_areReportedAboveTheTabs() {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("hosts").program("/bin/echo").ranks(4).tab("Where");
		dialog.write("Hosts and slots:", "localhost:2").tab("Placement").awaitMessage("The ranks cannot be placed: ");
		Pictures.window(dialog.shell(), "dialog-hosts-light");
		dialog.tab("Where").write("Hosts and slots:", "localhost:4").tab("Placement");
		Ui.await("no warning", () -> Widgets.all(dialog.shell(), Text.class).stream()
				.noneMatch(text -> text.getText().contains("cannot be placed")));
		dialog.tab("Where").write("Hosts and slots:", "no-such-host:4").awaitMessage("Other machines need the engine prrte");
		dialog.close();
	}

	@Test
	void missingProgram_isNamedAndDisablesRun() {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("missing").program("/no/such/program");
		dialog.awaitMessage("/no/such/program");
		assertThat(dialog.canRun()).isFalse();
		Pictures.window(dialog.shell(), "dialog-missing");
		dialog.close();
	}

	@Test
	void wrongValues_areNamedAndDisableRun() {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("wrong").program("/bin/echo").ranks(0);
		dialog.awaitMessage("The number of ranks must be a number from 1 to 1048576, not 0.");
		assertThat(dialog.canRun()).isFalse();
		dialog.ranks(100_000).awaitMessage("The job has 100000 ranks; at most 65536 can be started.");
		dialog.ranks(2).arguments("it's").awaitMessage("an opening quote (') without a closing one");
		assertThat(dialog.canRun()).isFalse();
		dialog.arguments("its");
		Ui.await("an enabled Run button", dialog::canRun);
		assertThat(dialog.isCutOff()).isFalse();
		dialog.close();
	}

	@Test
	void placement_isPreviewedByTheMapper() {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("placed").program("/bin/echo").ranks(3).tab("Where")
				.write("Hosts and slots:", "localhost:4").tab("Placement").choose("Map by:", "slot").choose("Bind to:", "none");
		Ui.await(() -> "three ranks in " + dialog.preview(),
				() -> dialog.preview().stream().anyMatch(row -> row.endsWith(": 3 ranks on 4 slots | "))
						&& dialog.preview().contains("  rank 2 | UNBOUND"));
		Pictures.window(dialog.shell(), "dialog-preview-light");
		dialog.choose("Map by:", "core");
		// hardware that reports no cores is mapped by hardware thread, which must be explained
		Ui.await(() -> "by core, or why not, in " + dialog.labels(), () -> dialog.labels().stream().anyMatch(label ->
				label.startsWith("Mapped BYCORE") || label.startsWith("Mapped BYHWTHREAD") && label.endsWith("instead of by core.")));
		dialog.tab("Where").write("Hosts and slots:", "localhost:2").tab("Placement").awaitMessage("slots");
		dialog.close();
	}

	@Test
	void openMpiProgram_withFourRanks_passesMessages() throws Exception {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("mpi").program(Peers.c("mpi_ring").toString()).ranks(4);
		Ui.await("an enabled Run button", dialog::canRun);
		ILaunch launch = Jobs.launch(dialog::run);
		Jobs.awaitEnd(launch);
		JobProcess job = Jobs.job(launch);
		assertThat(ConsoleTester.text(job)).contains("ok");
		assertThat(job.getExitValue()).isZero();
		JobsViewTester.show().awaitRows(5, "| finished |");
	}
}
