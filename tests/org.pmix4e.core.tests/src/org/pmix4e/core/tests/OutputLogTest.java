// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.DebugPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.internal.streams.OutputLog;
import org.pmix4e.core.output.OutputChunk;

/** Tests the file with the whole output of a job. */
class OutputLogTest {
	private static final IEclipsePreferences PREFERENCES = InstanceScope.INSTANCE.getNode(PmixPreferences.NODE);
	/** Three megabytes. */
	private static final String LONG = "awk 'BEGIN { for (i = 0; i < 60000; i++) printf \"%049d\\n\", i }'";

	@RegisterExtension
	final Jobs jobs = new Jobs();

	@AfterEach
	void restoreDefaults() {
		PREFERENCES.remove(PmixPreferences.LOG_MEGABYTES);
		PREFERENCES.remove(PmixPreferences.OUTPUT_MEGABYTES);
	}

	@Test
	void log_ofMoreThanIsKept_hasEveryLineOfEachRank() throws Exception {
		PREFERENCES.putInt(PmixPreferences.OUTPUT_MEGABYTES, 1);
		Launched launched = Launched.launch(jobs.script(2, LONG + "; echo last >&2")).awaitEnd();

		assertThat(launched.process().output().droppedBytes()).isPositive();
		List<String> lines = Files.readAllLines(log(launched));
		assertThat(lines).hasSize(120_002);
		for (int rank = 0; rank < 2; rank++) {
			String tag = "[" + rank + "] ";
			assertThat(lines.stream().filter(line -> line.startsWith(tag + "0"))).as("lines of rank %d", rank).isSorted().hasSize(60_000);
			assertThat(lines).contains(tag + "last");
		}
	}

	@Test
	void log_withMessageOfLauncher_endsWithIt() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "exit 7")).awaitEnd();

		assertThat(Files.readString(log(launched))).startsWith("pmix4j: rank 0 ").contains("exited with code 7").endsWith("\n");
	}

	@Test
	void log_atItsLimit_endsWithReasonAndJobGoesOn() throws Exception {
		PREFERENCES.putInt(PmixPreferences.LOG_MEGABYTES, 1);
		Launched launched = Launched.launch(jobs.script(1, LONG)).awaitEnd();

		assertThat(launched.process().getExitValue()).isZero();
		String text = Files.readString(log(launched));
		assertThat(text).hasSizeBetween(1 << 20, (1 << 20) + 200).endsWith("the rest of the output is missing\n").contains("limit of 1 MB");
		assertThat(launched.process().output().text(chunk -> true)).contains("0059999\n");
	}

	@Test
	void log_switchedOff_isNotWritten() throws Exception {
		PREFERENCES.putInt(PmixPreferences.LOG_MEGABYTES, 0);

		assertThat(Launched.launch(jobs.script(1, "echo x")).awaitEnd().process().output().log()).isEmpty();
	}

	@Test
	void log_ofRemovedLaunch_isDeleted() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "echo x")).awaitEnd();
		Path log = log(launched);
		try (Stream<Path> files = Files.list(log.getParent())) {
			assertThat(files).contains(log);
		}
		DebugPlugin.getDefault().getLaunchManager().removeLaunch(launched.launch());

		assertThat(log).doesNotExist();
	}

	@Test
	void log_thatCannotBeWritten_isReportedAndJobGoesOn() throws Exception {
		Path folder = log(Launched.launch(jobs.script(1, "echo x")).awaitEnd()).getParent();
		Path aside = folder.resolveSibling("aside");
		Files.move(folder, aside);
		Files.createFile(folder);
		try {
			Launched launched = Launched.launch(jobs.script(1, "echo written")).awaitEnd();

			assertThat(launched.process().getExitValue()).isZero();
			assertThat(launched.process().output().log()).isEmpty();
			assertThat(launched.process().output().text(chunk -> true)).contains("written\n")
					.contains("pmix4j: the whole output is not written to a file: " + folder);
		} finally {
			Files.delete(folder);
			Files.move(aside, folder);
		}
	}

	/** The file is a FIFO that nothing reads. */
	@Test
	void log_diskTakesNothing_endsAndRankGoesOn(@TempDir Path folder) throws Exception {
		Path fifo = folder.resolve("fifo");
		assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
		CompletableFuture<IOException> problem = new CompletableFuture<>();
		OutputLog log = OutputLog.start(fifo, Long.MAX_VALUE, false, () -> "job", StandardCharsets.UTF_8, Duration.ofSeconds(1),
				problem::complete);

		for (int piece = 0; piece < 8; piece++) {
			log.accept(new OutputChunk("job", 0, false, new byte[1 << 20]));
		}

		assertThat(problem).isCompletedWithValueMatching(error -> error.getMessage().equals(fifo + ": the disk has not taken anything for 1 s"));
		assertThat(log.finished()).isDone();
		assertThat(Files.readAllBytes(fifo)).as("what the thread writes when it can").isEmpty();
	}

	private static Path log(Launched launched) {
		return launched.process().output().log().orElseThrow();
	}
}
