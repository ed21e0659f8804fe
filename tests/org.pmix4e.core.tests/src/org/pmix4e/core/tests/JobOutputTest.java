// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.IStreamListener;
import org.eclipse.debug.core.model.IFlushableStreamMonitor;
import org.eclipse.debug.core.model.IStreamMonitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4e.core.output.JobOutput;
import org.pmix4j.testkit.Await;

/** Tests the output of real ranks, for consoles and for subscribers to single ranks. */
class JobOutputTest {
	/** The ranks write 64 x 5,000 x 50 bytes, more than is kept. */
	private static final int RANKS = 64;
	private static final String FLOOD = "awk 'BEGIN { for (i = 0; i < 5000; i++) printf \"%049d\\n\", i }'";

	@RegisterExtension
	final Jobs jobs = new Jobs();

	@TempDir
	private Path scratch;

	@Test
	void output_ofOneRank_hasNoTagsAndNoOtherRanks() throws Exception {
		Launched launched = Launched.launch(jobs.script(3, "echo I am $PMIX_RANK")).awaitEnd();

		assertThat(launched.process().output().text(chunk -> chunk.rank() == 2)).isEqualTo("I am 2\n");
	}

	@Test
	void output_withoutTags_isUnchanged() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(2, "echo plain");
		copy.setAttribute(PmixLaunchConstants.ATTR_TAG, PmixLaunchConstants.TAG_NONE);

		assertThat(Launched.launch(copy).awaitEnd().out()).isEqualTo("plain\nplain\n");
	}

	@Test
	void output_withDetailedTags_namesNodeAndProcess() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(1, "echo plain");
		copy.setAttribute(PmixLaunchConstants.ATTR_TAG, PmixLaunchConstants.TAG_DETAILED);
		Launched launched = Launched.launch(copy).awaitEnd();

		int pid = launched.namespace().ranks().get(0).pid().orElseThrow();
		assertThat(launched.out()).startsWith("[").contains(":" + pid + "]<stdout>: plain");
	}

	@Test
	void output_unfinishedLines_areSeparated() throws Exception {
		Launched launched = Launched.launch(jobs.script(3, "printf unfinished")).awaitEnd();

		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] unfinished", "[1] unfinished", "[2] unfinished");
	}

	@Test
	void output_thatBeginsItsLineAnew_keepsItsTag() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "printf '10%%\\r20%%\\r'; printf 'done\\n'; printf 'dos\\r\\n'")).awaitEnd();

		assertThat(launched.out()).isEqualTo("[0] 10%\r[0] 20%\r[0] done\n[0] dos\r\n");
	}

	@Test
	void output_ofSingleRank_isShownBeforeLineEnds() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "printf 'name? '; read name; echo hello $name"));
		awaitText(launched.process().getStreamsProxy().getOutputStreamMonitor(), "[0] name? ");
		launched.process().getStreamsProxy().write("you\n");
		launched.awaitEnd();

		assertThat(launched.out()).isEqualTo("[0] name? hello you\n");
	}

	@Test
	void output_inAnotherEncoding_isDecoded() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(1, "printf '\\344\\n'");
		copy.setAttribute("org.eclipse.debug.ui.ATTR_CONSOLE_ENCODING", "ISO-8859-1");

		assertThat(Launched.launch(copy).awaitEnd().out()).isEqualTo("[0] \u00e4\n");
	}

	@Test
	void listener_addedLate_receivesAllOutputOnce() throws Exception {
		Launched launched = Launched.launch(jobs.script(4, "awk 'BEGIN { for (i = 0; i < 20000; i++) print i }'"));
		StringBuffer text = new StringBuffer();
		attachAsConsole(launched.process().getStreamsProxy().getOutputStreamMonitor(), (appended, monitor) -> text.append(appended));
		launched.awaitEnd();

		List<String> lines = text.toString().lines().toList();
		assertThat(lines).hasSize(80_000);
		for (int rank = 0; rank < 4; rank++) {
			String tag = "[" + rank + "] ";
			assertThat(lines.stream().filter(line -> line.startsWith(tag)).map(line -> line.substring(tag.length())).map(Integer::valueOf))
					.as("lines of rank %d", rank).isSorted().doesNotHaveDuplicates().hasSize(20_000);
		}
		assertThat(launched.out()).as("output that a console has taken is not kept").isEmpty();
	}

	@Test
	void flood_withBlockedConsole_delaysNoRankAndMarksGap() throws Exception {
		CompletableFuture<Void> mayContinue = new CompletableFuture<>();
		List<String> texts = Collections.synchronizedList(new ArrayList<>());
		Path attached = scratch.resolve("attached");
		Launched launched = Launched.launch(jobs.script(RANKS, "until [ -e '" + attached + "' ]; do sleep 0.02; done; " + FLOOD));
		attachAsConsole(launched.process().getStreamsProxy().getOutputStreamMonitor(), (appended, from) -> {
			mayContinue.orTimeout(5, TimeUnit.MINUTES).join();
			texts.add(appended);
		});
		Files.createFile(attached);
		jobs.await(() -> launched.namespace().state().isEnded());
		assertThat(launched.namespace().exitCode()).hasValue(0);
		assertThat(launched.process().isTerminated()).as("terminated before the console has all output").isFalse();
		mayContinue.complete(null);
		launched.awaitEnd();

		assertThat(texts).anySatisfy(text -> assertThat(text).containsPattern("\\.\\.\\. [0-9]+.[0-9] MB of output were dropped\n"));
		assertThat(String.join("", texts)).contains("[0] ", "[63] ");
	}

	@Test
	void flood_isDeliveredInFewAppends() throws Exception {
		AtomicInteger appends = new AtomicInteger();
		AtomicLong longest = new AtomicLong();
		long start = System.nanoTime();
		Launched launched = Launched.launch(jobs.script(RANKS, FLOOD));
		launched.process().getStreamsProxy().getOutputStreamMonitor().addListener((appended, monitor) -> {
			appends.incrementAndGet();
			longest.accumulateAndGet(appended.length(), Math::max);
		});
		jobs.await(() -> launched.namespace().state().isEnded());
		long periods = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) / 50;
		long appendsOfTheRun = appends.get();
		launched.awaitEnd();

		assertThat(appendsOfTheRun).as("at most 20 appends per second, each with one for a gap").isLessThanOrEqualTo(2 * (periods + 2));
		assertThat(longest.get()).isLessThan(1 << 20);
	}

	@Test
	void keptOutput_ofFlood_isBounded() throws Exception {
		Launched launched = Launched.launch(jobs.script(RANKS, FLOOD)).awaitEnd();

		long kept = launched.process().output().kept(chunk -> true).stream().mapToLong(chunk -> chunk.bytes().length).sum();
		assertThat(kept).isLessThanOrEqualTo(10 << 20).isGreaterThan(1 << 20);
		assertThat(launched.process().output().writtenBytes()).isEqualTo((long) RANKS * 5000 * 50);
		assertThat(launched.process().output().droppedBytes()).isEqualTo(launched.process().output().writtenBytes() - kept);
	}

	@Test
	void subscribe_toOneRank_receivesOldAndNewOutput() throws Exception {
		Launched launched = Launched.launch(jobs.script(2, "echo old $PMIX_RANK; read line; echo new $PMIX_RANK"));
		awaitText(launched.process().getStreamsProxy().getOutputStreamMonitor(), "old 0");
		StringBuffer text = new StringBuffer();
		CompletableFuture<Void> ended = new CompletableFuture<>();
		try (JobOutput.Subscription subscription = launched.process().output().subscribe(chunk -> chunk.rank() == 0, new JobOutput.Listener() {
			@Override
			public void output(List<OutputChunk> chunks) {
				chunks.forEach(chunk -> text.append(new String(chunk.bytes(), launched.process().output().charset())));
			}

			@Override
			public void dropped(long bytes) {
				text.append("dropped");
			}

			@Override
			public void ended() {
				ended.complete(null);
			}
		})) {
			launched.process().getStreamsProxy().write("go\n");
			Await.result(ended);
		}

		assertThat(text).hasToString("old 0\nnew 0\n");
	}

	@Test
	void closedSubscription_endsItsThread() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "exec sleep 1000"));
		Thread reader = null;
		try (JobOutput.Subscription subscription = launched.process().output().subscribe(chunk -> true, new Ignoring())) {
			reader = Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals("pmix4e-reader")).findFirst()
					.orElseThrow();
		}
		reader.join(Launched.LIMIT_SECONDS * 1000);

		assertThat(reader.isAlive()).isFalse();
	}

	private static final class Ignoring implements JobOutput.Listener {
		@Override
		public void output(List<OutputChunk> chunks) {
			// ignored
		}

		@Override
		public void dropped(long bytes) {
			// ignored
		}

		@Override
		public void ended() {
			// ignored
		}
	}

	/** Attaches a console as the platform does: under the monitor's lock, it adds itself and takes the earlier output. */
	private static void attachAsConsole(IStreamMonitor monitor, IStreamListener console) {
		synchronized (monitor) {
			monitor.addListener(console);
			String before = monitor.getContents();
			((IFlushableStreamMonitor) monitor).flushContents();
			((IFlushableStreamMonitor) monitor).setBuffered(false);
			if (!before.isEmpty()) {
				console.streamAppended(before, monitor);
			}
		}
	}

	private static void awaitText(IStreamMonitor monitor, String text) throws Exception {
		CompletableFuture<Void> arrived = new CompletableFuture<>();
		IStreamListener listener = (appended, from) -> {
			if (from.getContents().contains(text)) {
				arrived.complete(null);
			}
		};
		monitor.addListener(listener);
		if (!monitor.getContents().contains(text)) {
			Await.result(arrived);
		}
		monitor.removeListener(listener);
	}
}
