// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IBinaryStreamsProxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4j.testkit.Await;

/** Tests standard input of jobs. */
class JobInputTest {
	private static final String ASKS = "read go; printf 'name? '; read name; echo hello $name; printf 'more? '; cat";

	@RegisterExtension
	final Jobs jobs = new Jobs();

	private static IBinaryStreamsProxy streams(Launched launched) {
		return (IBinaryStreamsProxy) launched.process().getStreamsProxy();
	}

	@Test
	void write_toJob_isReadByRankZero() throws Exception {
		Launched launched = Launched.launch(jobs.script(2, "cat"));
		streams(launched).write("first\nsec");
		streams(launched).write("ond\n".getBytes(StandardCharsets.UTF_8));
		streams(launched).closeInputStream();
		launched.awaitEnd();

		assertThat(launched.out().lines()).containsExactly("[0] first", "[0] second");
	}

	@Test
	void lineAfterTypedInput_hasItsTag_althoughThePromptBeganTheLine() throws Exception {
		assertThat(shown(jobs.script(1, ASKS), "an unfinished line")).isEqualTo("[0] name? [0] hello you\n[0] more? an unfinished line");
	}

	@Test
	void lineAfterInputOfAFile_continuesThatOfThePrompt() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(1, ASKS);
		copy.setAttribute("org.eclipse.debug.ui.ATTR_CAPTURE_STDIN_FILE", "/tmp/names");
		assertThat(shown(copy, "a line\n")).isEqualTo("[0] name? hello you\n[0] more? a line\n");
	}

	/** Answers the two prompts of a rank. Returns what a console shows beside the input. */
	private String shown(ILaunchConfigurationWorkingCopy copy, String second) throws Exception {
		Launched launched = Launched.launch(copy);
		StringBuffer shown = new StringBuffer();
		CompletableFuture<Void> name = new CompletableFuture<>();
		CompletableFuture<Void> more = new CompletableFuture<>();
		streams(launched).getOutputStreamMonitor().addListener((text, monitor) -> {
			shown.append(text);
			if (shown.indexOf("name? ") >= 0) {
				name.complete(null);
			}
			if (shown.indexOf("more? ") >= 0) {
				more.complete(null);
			}
		});
		streams(launched).write("go\n");
		Await.result(name);
		streams(launched).write("you\n");
		Await.result(more);
		streams(launched).write(second);
		streams(launched).closeInputStream();
		launched.awaitEnd();
		return shown.toString();
	}

	@Test
	void write_toAllRanks_isReadByEachRank() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(3, "cat");
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_ALL);
		Launched launched = Launched.launch(copy);
		streams(launched).write("all\n");
		streams(launched).closeInputStream();
		launched.awaitEnd();

		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] all", "[1] all", "[2] all");
	}

	@Test
	void write_toNoRank_isDiscarded() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(1, "cat");
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_NONE);
		Launched launched = Launched.launch(copy);
		streams(launched).write("discarded\n");

		assertThat(launched.awaitEnd().out()).isEmpty();
	}

	@Test
	void write_moreThanRankReads_blocksUntilJobEnds() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "exec sleep 1000"));
		byte[] much = new byte[1 << 20];
		Thread writer = new Thread(() -> {
			try {
				for (int i = 0; i < 8; i++) {
					streams(launched).write(much);
				}
			} catch (IOException e) {
				throw new UncheckedIOException(e);
			}
		});
		writer.start();
		launched.launch().terminate();
		launched.awaitEnd();
		writer.join(Launched.LIMIT_SECONDS * 1000);

		assertThat(writer.isAlive()).isFalse();
	}

	@Test
	void write_afterEndOfJob_doesNothing() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "exit 0")).awaitEnd();
		streams(launched).write("late\n");
		streams(launched).closeInputStream();

		assertThat(launched.out()).isEmpty();
	}
}
