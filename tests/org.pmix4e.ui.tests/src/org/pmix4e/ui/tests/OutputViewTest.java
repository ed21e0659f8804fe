// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;

/** Tests the view PMIx Output: lines, filter, input. */
class OutputViewTest extends UserTest {
	@TempDir
	private Path folder;

	@Test
	void lines_ofAllRanks_areShownWithoutTags() throws Exception {
		OutputTester output = OutputTester.show();
		Jobs.awaitEnd(launch(4, talk()));
		output = OutputTester.show();
		output.awaitLine("hello from 3");
		output.awaitLine("red of 2");
		output.awaitLine("ring.c:12:5: error: nothing works on 1");
		Pictures.screen("output-light");
	}

	@Test
	void filter_byRankAndStream_hidesOtherLinesAndKeepsThem() throws Exception {
		Jobs.awaitEnd(launch(4, talk()));
		OutputTester output = OutputTester.show();
		output.awaitLine("hello from 3");
		output.awaitLine("hello from 1");

		output.filter("rank:1,3 out");
		assertThat(output.lines()).contains("hello from 1", "hello from 3").noneMatch(line -> line.endsWith("2") || line.contains("error"));
		output.filter("rank:1-3 err ring");
		assertThat(output.lines()).hasSize(3).allMatch(line -> line.contains("error"));
		output.filter("");
		assertThat(output.lines()).contains("hello from 0", "hello from 2");
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
	void input_ofAllRanks_goesToChosenOnes() throws Exception {
		ILaunch launch = launch(3, Path.of("/bin/cat"), "all");
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(4, "| running |");
		OutputTester output = OutputTester.show();
		output.awaitInput(true);
		assertThat(output.inputTargets()).containsExactly("all ranks", "rank 0", "selected ranks");
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
		Ui.await("the reason", () -> output.inputHint().contains("lets no rank read"));
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
