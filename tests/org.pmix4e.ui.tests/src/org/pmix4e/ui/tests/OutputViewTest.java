// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4j.testkit.Peers;

/** Tests the view PMIx Output: lines, filter, input. */
class OutputViewTest extends UserTest {
	@TempDir
	private Path folder;

	@Test
	void lines_ofAllRanks_areShownWithoutTags() throws Exception {
		OutputTester output = OutputTester.show();
		Jobs.awaitEnd(launch(4, talk()));
		output.awaitLine("hello from 3");
		output.awaitLine("red of 2");
		output.awaitLine("ring.c:12:5: error: nothing works on 1");
		OutputTester shown = output;
		Ui.await("a red line of standard error with a link", () -> shown.isRed("nothing works on 1"));
		Ui.await("a line of standard output without red", () -> !shown.isRed("hello from 3"));
		Pictures.screen("output-light");
	}

	@Test
	void longOutput_ofLaunchedJob_namesTheCommandThatShowsAll() throws Exception {
		IEclipsePreferences preferences = InstanceScope.INSTANCE.getNode(PmixPreferences.NODE);
		preferences.putInt(PmixPreferences.OUTPUT_MEGABYTES, 1);
		OutputTester.close();
		try {
			Jobs.awaitEnd(launch(1, script("yes " + "long ".repeat(50) + "| head -n 30000; echo last")));
			OutputTester output = OutputTester.show();
			output.awaitLine("last");
			assertThat(output.lines().getFirst()).matches("\\[\\d+ bytes came before: see Open Whole Output in the menu of the view\\]");
			ConsoleTester.awaitQuiet();
			OutputTester.show();
			Ui.run(() -> output.text().setTopIndex(0));
			Pictures.screen("output-dropped-light");
		} finally {
			preferences.remove(PmixPreferences.OUTPUT_MEGABYTES);
		}
	}

	@Test
	void manyLines_inOpenView_beginWithANoteOfThoseThatAreLeftOut() throws Exception {
		OutputTester.show();
		Jobs.awaitEnd(launch(1, script("i=0; while [ $i -lt 6 ]; do seq -f \"$i %g\" 4000; i=$((i + 1)); done; echo last")));
		OutputTester output = OutputTester.show();
		output.awaitLine("last");
		String note = "[Earlier lines are left out: see Open Whole Output in the menu of the view]";
		assertThat(output.lines()).hasSizeLessThanOrEqualTo(10_000).startsWith(note).containsSubsequence("4 1", "4 4000", "5 1", "5 4000");
		output.filter("rank:0 5");
		assertThat(output.lines()).startsWith(note).contains("5 4000").doesNotContain("4 1");
	}

	@Test
	void filter_byRankAndStream_hidesOtherLinesAndKeepsThem() throws Exception {
		Jobs.awaitEnd(launch(4, talk()));
		OutputTester output = OutputTester.show();
		output.filter("rank:1,3 out");
		output.awaitOnly("hello from 1", "red of 1", "hello from 3", "red of 3");
		output.filter("rank:1-3 err ring");
		String error = "ring.c:12:5: error: nothing works on ";
		output.awaitOnly(error + 1, error + 2, error + 3);
		output.filter("");
		output.awaitLine("hello from 0");
		output.awaitLine("hello from 2");
	}

	@Test
	void filter_withoutMatches_saysHowManyLinesThereAre() throws Exception {
		Jobs.awaitEnd(launch(4, talk()));
		OutputTester output = OutputTester.show();
		output.awaitLine("hello from 3");
		output.filter("nowhere");
		output.awaitLabel("0 of 12 lines match");
		output.filter("rank:2");
		output.awaitLabel("3 of 12 lines match");
		output.filter("-rank:0,2-3 hello");
		output.awaitOnly("hello from 1");
		output.filter("");
		output.awaitNoLabel("lines match");
	}

	@Test
	void filter_withBadRanks_isMarkedAtTheField() throws Exception {
		Jobs.awaitEnd(launch(2, talk()));
		ConsoleTester.awaitQuiet(); // the status line is that of the part that has come to the front last
		OutputTester output = OutputTester.show();
		output.awaitLine("hello from 1");
		output.filter("rank:x");
		output.awaitLabel("not valid");
		output.awaitStatus("\"x\" is not a list of ranks: type rank:0,4-7, or -rank:0,4-7 to hide ranks");
		assertThat(output.fieldWidths().get(0)).as("the width of the filter").isGreaterThan(100);
		Pictures.screen("filter-error-light");
		output.filter("rank:1");
		output.awaitLabel("3 of 6 lines match");
	}

	@Test
	void menu_onLine_copiesWithRanksAndShowsOrHidesTheRank() throws Exception {
		Jobs.awaitEnd(launch(2, script("echo \"line of $PMIX_RANK\"")));
		OutputTester output = OutputTester.show();
		output.awaitLine("line of 0");
		output.awaitLine("line of 1");
		output.placeCaret("line of 1");

		assertThat(output.menu()).containsExactly("Copy", "Copy with Ranks", "", "Show Only Rank 1", "Hide Rank 1", "Show All Lines");
		output.choose("Copy with Ranks");
		assertThat(Ui.clipboard()).isEqualTo("[1] line of 1\n");
		output.choose("Hide Rank 1");
		output.awaitOnly("line of 0");
		assertThat(output.filter()).isEqualTo("-rank:1");
		output.choose("Show All Lines");
		output.awaitOnly("line of 0", "line of 1");
		output.placeCaret("line of 1");
		output.choose("Show Only Rank 1");
		output.awaitOnly("line of 1");
		assertThat(output.filter()).isEqualTo("rank:1");
	}

	@Test
	void margin_ofLine_namesRankNodeAndProcess() throws Exception {
		ILaunch launch = launch(2, script("echo \"line of $PMIX_RANK\""));
		Jobs.awaitEnd(launch);
		OutputTester output = OutputTester.show();
		output.awaitLine("line of 1");
		NamespaceElement job = Jobs.job(launch).element().orElseThrow();
		assertThat(output.tip("line of 1", 5)).isEqualTo("Rank 1 of talk\nNode " + job.ranks().get(1).node().orElseThrow() + ", process id "
				+ job.ranks().get(1).pid().getAsInt() + "\nJob " + job.name());
		assertThat(output.tip("line of 1", 120)).isEmpty();
	}

	@Test
	void filter_byHost_showsLinesOfItsRanks() throws Exception {
		ILaunch launch = launch(2, script("echo \"line of $PMIX_RANK\""));
		Jobs.awaitEnd(launch);
		OutputTester output = OutputTester.show();
		output.awaitLine("line of 1");
		String node = Jobs.job(launch).element().orElseThrow().ranks().get(0).node().orElseThrow();
		output.filter("host:elsewhere");
		output.awaitLabel("0 of 2 lines match");
		output.filter("host:" + node + " rank:0");
		output.awaitOnly("line of 0");
	}

	@Test
	void progressBar_isDrawnInOneLine() throws Exception {
		OutputTester output = OutputTester.show();
		ILaunch launch = launch(1, script("printf 'before\\n10%%\\r'; printf '55%%\\r'; read -r line; printf '100%%\\n'; echo after"));
		output.awaitOnly("before", "55%");
		output.awaitInput(true);
		output.input("go on");
		output.awaitOnly("before", "100%", "after");
		Jobs.awaitEnd(launch);
		ConsoleTester.awaitText(Jobs.job(launch), "[0] 100%");
		assertThat(ConsoleTester.text(Jobs.job(launch)).lines()).filteredOn(line -> line.contains("%")).containsExactly("[0] 100%");
	}

	@Test
	void find_selectsTheNextAndTheLastPlace() throws Exception {
		Jobs.awaitEnd(launch(1, script("echo needle one; echo hay; echo Needle two")));
		OutputTester output = OutputTester.show();
		output.awaitLine("Needle two");

		assertThat(output.find("needle", true, false)).isEqualTo("needle at 0");
		assertThat(output.find("Needle", true, true)).isEqualTo("Needle at 15");
		assertThat(output.find("needle", false, false)).isEqualTo("Needle at 15");
		assertThat(output.find("pin", true, false)).isEqualTo("not found");
		assertThat(output.isFindEnabled()).isTrue();
	}

	@Test
	void lines_ofSpawnedJob_areNamedAndFilteredByJob() throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("parent", 1, Peers.c("pmix_spawn_late"), "").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "'echo I am spawned'");
		ILaunch launch = Jobs.launch(copy.doSave());
		OutputTester output = OutputTester.show();
		output.awaitLine("I am spawned");
		Jobs.awaitEnd(launch);
		Ui.await(() -> "a line of the parent in " + output.lines(),
				() -> output.lines().stream().anyMatch(line -> line.startsWith("pmix_spawn_late")));
		assertThat(output.title()).as("the job that the view shows").isEqualTo("parent");
		NamespaceElement spawned = Ui.get(() -> PlatformUI.getWorkbench().getService(JobModel.class)).namespaces().stream()
				.filter(job -> job.spawner().isPresent()).findFirst().orElseThrow();
		output.showOnly(spawned.ranks());
		output.awaitLine("I am spawned");
		assertThat(output.filter()).matches("job:\\d+ rank:0");
		output.awaitOnly("I am spawned");
	}

	@Test
	void input_withEnd_reachesRankZero() throws Exception {
		ILaunch launch = launch(2, script("""
				[ "$PMIX_RANK" = 0 ] || exit 0
				while read -r line; do echo "got $line"; done
				echo end
				"""));
		OutputTester output = OutputTester.show();
		output.awaitInput(true);
		List<Integer> widths = output.fieldWidths();
		assertThat(widths.get(0)).as("the width of the filter, with the same room as that of the input").isCloseTo(widths.get(1), within(2));
		output.input("first");
		output.input("second");
		output.awaitLine("got first");
		output.pressEnd();
		output.awaitLine("end");
		Jobs.awaitEnd(launch);
		assertThat(output.lines()).containsSubsequence("got first", "got second", "end");
		output.awaitInput(false);
	}

	@Test
	void view_inFrontOfTheConsole_staysThereWhileLinesComeAndAreTyped() throws Exception {
		OutputTester output = OutputTester.show();
		ILaunch launch = launch(1, script("echo begun; echo error >&2; while read -r line; do echo \"got $line\"; done"));
		output.awaitLine("begun");
		output.awaitInput(true);
		for (String line : List.of("first", "second")) {
			output.focusInput();
			Keys.type(line);
			Keys.press("CR");
			output.awaitLine("got " + line);
			ConsoleTester.awaitText(Jobs.job(launch), "got " + line);
			ConsoleTester.awaitNoneToCome();
			assertThat(output.isVisible()).isTrue();
			assertThat(output.isInputVisible()).isTrue();
		}
		Pictures.screen("output-typed-light");
		ConsoleTester.show();
		assertThat(output.isVisible()).isFalse();
		ILaunch next = launch(1, script("exec sleep 1000"));
		assertThat(ConsoleTester.comesToFront(Jobs.job(next))).isTrue();
	}

	@Test
	void view_behindTheConsole_showsItsLinesWhenItComesToTheFront() throws Exception {
		OutputTester output = OutputTester.show();
		ILaunch launch = launch(1, script("while read -r line; do echo \"got $line\"; done"));
		output.awaitInput(true);
		output.input("first");
		output.awaitLine("got first");
		ConsoleTester.show();
		output.input("second");
		ConsoleTester.awaitText(Jobs.job(launch), "got second");
		OutputTester.show();
		output.awaitOnly("got first", "got second");
	}

	@Test
	void input_ofAllRanks_goesToChosenOnes() throws Exception {
		ILaunch launch = launch(3, Path.of("/bin/cat"), "all");
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(4, "| running |");
		OutputTester output = OutputTester.show();
		output.awaitInput(true);
		assertThat(output.inputTargets()).containsExactly("all ranks", "rank 0", "selected ranks");
		assertThat(output.showsWholeTargets()).isTrue();
		output.inputTo("selected ranks");
		output.input("nobody");
		assertThat(output.inputText()).isEqualTo("nobody");
		JobsViewTester.show();
		jobs.select("Rank 1", "Rank 2");
		OutputTester.show();
		output.input("chosen");
		Ui.await("two lines", () -> output.lines().equals(List.of("chosen", "chosen")));
		output.inputTo("rank 0");
		output.input("zero");
		output.awaitLine("zero");
		ConsoleTester.awaitQuiet();
		OutputTester.show();
		Pictures.screen("input-light");
		output.pressEnd();
		jobs.awaitRows(1, "| finished |");
		output.input("late");
		output.awaitStatus("The line was not read: rank 0 has ended or reads no more input.");
		output.inputTo("all ranks");
		output.input("rest");
		Ui.await("a line of each rank left", () -> output.lines().equals(List.of("chosen", "chosen", "zero", "rest", "rest")));
		output.pressEnd();
		Jobs.awaitEnd(launch);
		output.awaitInput(false);
	}

	@Test
	void input_withoutReader_isDisabledAndSaysWhy() throws Exception {
		launch(1, script("read -r line; exec sleep 60"), "none");
		OutputTester output = OutputTester.show();
		Ui.await("the reason", () -> output.inputHint().contains("No rank of this launch configuration reads"));
	}

	@Test
	void ctrlD_inInput_endsInput() throws Exception {
		ILaunch launch = launch(1, Path.of("/bin/cat"));
		OutputTester output = OutputTester.show();
		output.awaitInput(true);
		output.endInput();
		Jobs.awaitEnd(launch);
	}

	private Path talk() throws Exception {
		return script("""
				echo "hello from $PMIX_RANK"
				printf '\\033[31mred\\033[0m of %s\\n' "$PMIX_RANK"
				echo "ring.c:12:5: error: nothing works on $PMIX_RANK" >&2
				""");
	}

	private Path script(String text) throws Exception {
		Path script = Files.writeString(folder.resolve("talk.sh"), "#!/bin/sh\n" + text);
		assertThat(script.toFile().setExecutable(true)).isTrue();
		return script;
	}

	private static ILaunch launch(int ranks, Path program) throws Exception {
		return launch(ranks, program, "0");
	}

	private static ILaunch launch(int ranks, Path program, String readers) throws Exception {
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("talk", ranks, program, "").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, readers);
		return Jobs.launch(copy.doSave());
	}
}
