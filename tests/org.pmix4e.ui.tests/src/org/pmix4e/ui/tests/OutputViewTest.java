// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

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
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("talk", ranks, program, "").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, "0");
		return Jobs.launch(copy.doSave());
	}
}
