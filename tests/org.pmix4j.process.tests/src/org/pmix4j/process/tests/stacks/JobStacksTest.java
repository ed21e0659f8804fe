// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.pmix4j.process.stacks.CallTree;
import org.pmix4j.process.stacks.FoundRank;
import org.pmix4j.process.stacks.JobStacks;
import org.pmix4j.process.tests.Jvm;

/** The stacks of real processes, and the reasons why a process has none. */
class JobStacksTest {
	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final AtomicInteger done = new AtomicInteger();

	private JobStacks read(List<FoundRank> ranks, boolean full, boolean canceled) {
		return JobStacks.read(ranks, LIMIT, full, new JobStacks.Progress() {
			@Override
			public void oneDone() {
				done.incrementAndGet();
			}

			@Override
			public boolean isCanceled() {
				return canceled;
			}
		});
	}

	@Test
	void jvm_hasItsOwnThreads_withoutModulesAndDaemons() throws Exception {
		Process jvm = Jvm.start(List.of(), Sleeper.class);
		try {
			assertThat(jvm.inputReader().readLine()).isEqualTo("ready");
			List<FoundRank> ranks = List.of(new FoundRank(5, (int) jvm.pid(), "java"));

			JobStacks stacks = read(ranks, false, false);

			assertThat(stacks.missing()).isEmpty();
			assertThat(CallTree.of(stacks.stacks()).lines()).contains("rank 5", "  thread sleeper").noneMatch(line -> line.contains("java.base"))
					.noneMatch(line -> line.contains("Common-Cleaner")).anyMatch(line -> line.matches("  java\\.lang\\.Thread\\.sleep.*\\(.*\\)"));
			assertThat(CallTree.of(read(ranks, true, false).stacks()).lines()).contains("  thread Common-Cleaner");
			assertThat(done).hasValue(2);
		} finally {
			jvm.destroyForcibly();
		}
	}

	@Test
	void processThatHasEnded_saysSo() throws IOException, InterruptedException {
		Process ended = new ProcessBuilder("true").start();
		ended.waitFor();

		JobStacks stacks = read(List.of(new FoundRank(2, (int) ended.pid(), "true")), false, false);

		assertThat(stacks.stacks()).isEmpty();
		assertThat(stacks.missing()).containsOnlyKeys(2).containsEntry(2, "it has ended");
	}

	@Test
	void canceled_readsNothing() {
		JobStacks stacks = read(List.of(new FoundRank(0, (int) ProcessHandle.current().pid(), "java")), false, true);

		assertThat(stacks.missing()).containsEntry(0, "canceled");
		assertThat(done).hasValue(0);
	}

	/** A JVM whose only thread of the user sleeps. */
	static final class Sleeper {
		private Sleeper() {
		}

		public static void main(String[] arguments) {
			new Thread(() -> {
				System.out.println("ready");
				try {
					Thread.sleep(Long.MAX_VALUE);
				} catch (InterruptedException e) {
					Thread.currentThread().interrupt();
				}
			}, "sleeper").start();
		}
	}
}
