// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.spi.CommandAnswer;
import org.pmix4j.testkit.Await;

/** The answers of short commands. */
class CommandAnswerTest {
	private static final Duration LONG = Duration.ofMinutes(10);

	private static CommandAnswer answer(String script, Duration limit) throws IOException {
		return CommandAnswer.of(new ProcessBuilder("sh", "-c", script).redirectErrorStream(true), limit);
	}

	@Test
	void of_commandThatFails_hasItsLinesAndCode() throws Exception {
		assertThat(answer("echo ' one '; echo two >&2; exit 5", LONG)).isEqualTo(new CommandAnswer(5, List.of("one", "two")));
	}

	@Test
	void of_commandThatReads_findsTheEndOfItsInput() throws Exception {
		assertThat(answer("cat; echo end", LONG).lines()).containsExactly("end");
	}

	@Test
	void of_lateCommand_isKilled(@TempDir Path folder) throws Exception {
		Path pid = folder.resolve("pid");
		assertThatThrownBy(() -> answer("echo $$ >" + pid + "; exec sleep 1000", Duration.ofSeconds(2))).isInstanceOf(IOException.class)
				.hasMessage("no answer within 2 s");

		long late = Long.parseLong(Files.readString(pid).strip());
		Await.until("the end of the command", LONG, () -> ProcessHandle.of(late).filter(ProcessHandle::isAlive).isEmpty());
	}

	/** At the end of the command, the JDK may close its output or wait for the child. */
	@Test
	void of_childKeepsTheOutputOpen_isAnsweredOrLate() {
		try {
			assertThat(answer("echo word; sleep 30 &", Duration.ofSeconds(1)).lines()).containsExactly("word");
		} catch (IOException e) {
			assertThat(e).hasMessage("no answer within 1 s");
		}
	}

	@Test
	void of_interruptedThread_staysInterrupted() {
		Thread.currentThread().interrupt();
		try {
			assertThatThrownBy(() -> answer("exec sleep 1000", LONG)).isInstanceOf(InterruptedIOException.class);
		} finally {
			assertThat(Thread.interrupted()).isTrue();
		}
	}
}
