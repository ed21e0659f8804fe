// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.eclipse.debug.core.ILaunch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Checkout;

/** Tests that much output does not block the user interface. */
class FloodTest extends UserTest {
	/** The goal is 200 ms on a quiet machine. */
	private static final Duration LONGEST_PAUSE = Duration.ofMillis(300);
	private static final int RANKS = 64;
	private static final int SECONDS = 5;

	@TempDir
	private Path folder;

	@Test
	void flood_of64RanksWith1000LinesPerSecond_doesNotBlockUserInterface() throws Exception {
		Path talkative = Files.writeString(folder.resolve("talkative.sh"), """
				#!/bin/bash
				exec 9<> <(:) # a pipe in which nothing comes, for pauses without a process
				for ((second = 0; second < %d; second++)); do
					for ((line = 0; line < 1000; line++)); do
						echo "second $second line $line of a rank that writes many lines"
					done
					read -r -t 1 -u 9
				done
				echo last line
				""".formatted(SECONDS));
		assertThat(talkative.toFile().setExecutable(true)).isTrue();
		JobsViewTester.show();
		// the classes that the platform loads for the first launch and console must not be measured
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("warm up", 4, Path.of("/bin/date"), "")));
		Pulse pulse = Pulse.requireShorter(LONGEST_PAUSE, Workbench::clean, () -> {
			ILaunch launch = Jobs.launch(Jobs.configuration("flood", RANKS, talkative, ""));
			Jobs.awaitEnd(launch);
			Ui.await("the last line", () -> ConsoleTester.text(Jobs.job(launch)).contains("last line"));
			assertThat(Jobs.job(launch).getExitValue()).isZero();
		});
		Pictures.screen("flood");
		Files.writeString(Checkout.root().resolve("tests/org.pmix4e.ui.tests/target/flood.txt"), pulse + "\n");
	}
}
