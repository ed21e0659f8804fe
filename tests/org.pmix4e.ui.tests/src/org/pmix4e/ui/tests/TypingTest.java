// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.ide.IDE;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Checkout;

/** Tests that a user can type in an editor while a job writes much output, which all views show. */
class TypingTest extends UserTest {
	/** Users notice a delay that is longer. It takes 5 to 10 ms. */
	private static final Duration LONGEST_DELAY = Duration.ofMillis(50);
	private static final int RANKS = 64;
	private static final int MUCH = 9_000;

	@TempDir
	private Path folder;

	@AfterEach
	void closeEditor() {
		Workbench.closeEditors();
	}

	@Test
	void typing_beside64RanksWith1000LinesPerSecond_isShownAtOnce() throws Exception {
		Workbench.open(AllViewsPerspective.ID);
		typeBesideFlood("typing");
	}

	/** The view comes in the place of the Console, which is kept behind it. */
	@Test
	void typing_besidePmixOutputInFrontOfTheConsole_isShownAtOnce() throws Exception {
		OutputTester output = OutputTester.show();
		typeBesideFlood("typing-output");
		assertThat(output.isVisible()).isTrue();
	}

	/** Types while 64 ranks write 1000 lines a second each. */
	private void typeBesideFlood(String name) throws Exception {
		Path talkative = Files.writeString(folder.resolve("talkative.sh"), """
				#!/bin/bash
				for ((line = 0; line < 100; line++)); do
					lines+="line $line of a rank that writes a thousand lines a second"$'\\n'
				done
				exec 9<> <(:) # a pipe in which nothing comes, for pauses without a process
				while printf %s "$lines"; do
					read -r -t 0.1 -u 9
				done
				""");
		assertThat(talkative.toFile().setExecutable(true)).isTrue();
		ILaunch launch = Jobs.launch(Jobs.configuration("flood", RANKS, talkative, ""));
		OutputTester output = OutputTester.found().orElseThrow();
		Ui.await("much output", () -> output.text().getLineCount() > MUCH);
		Typist typist = Typist.requireShorter(LONGEST_DELAY, editor(Files.writeString(folder.resolve("notes.txt"), "")));
		Pictures.screen(name);
		assertThat(launch.isTerminated()).isFalse();
		Files.writeString(Checkout.root().resolve("tests/org.pmix4e.ui.tests/target/" + name + ".txt"), typist + "\n");
	}

	private static StyledText editor(Path file) {
		IEditorPart editor = Ui.get(() -> IDE.openEditor(Workbench.page(), file.toUri(), "org.eclipse.ui.DefaultTextEditor", true));
		return (StyledText) Ui.get(() -> editor.getAdapter(Control.class));
	}
}
