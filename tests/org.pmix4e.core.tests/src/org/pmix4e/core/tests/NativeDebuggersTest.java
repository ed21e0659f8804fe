// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.Launch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.StoppedRanks;
import org.pmix4e.dap.internal.debug.NativeDebuggers;

/** Tests what a user without any debug adapter is told. */
class NativeDebuggersTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private final Launch launch = new Launch(null, ILaunchManager.DEBUG_MODE, null);
	private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
	private IdleRank rank;
	private List<Integer> chosen = List.of();

	private final StoppedRanks stopped = new StoppedRanks() {
		@Override
		public void release() {
			messages.add("released");
		}

		@Override
		public List<Integer> chosen() {
			return chosen;
		}
	};

	@BeforeEach
	void startRank() throws Exception {
		rank = new IdleRank(launch);
	}

	@AfterEach
	void endRank() throws Exception {
		rank.close();
	}

	private void stop(int ranks) throws Exception {
		chosen = IntStream.range(0, ranks).boxed().toList();
		RankDebugger debugger = new NativeDebuggers("/nonexistent").create(Optional.of(jobs.program(ranks, "/bin/sleep")), chosen);
		debugger.start(launch, chosen.stream().map(number -> rank.process()).toList(), messages::add);
		debugger.stopped(stopped);
	}

	private String next() throws InterruptedException {
		return Objects.requireNonNull(messages.poll(Launched.LIMIT_SECONDS, TimeUnit.SECONDS));
	}

	@Test
	void stopped_withoutAdapter_namesPackagesCommandsAndRelease() throws Exception {
		stop(1);
		assertThat(next()).isEqualTo(
				"no debugger was found in PATH: install GDB 14 or newer, or LLDB (Debian 12: apt-get install lldb-14)");
		assertThat(next()).isEqualTo("to attach to rank 0 by hand, run: gdb -p " + rank.pid() + ", or: lldb -p " + rank.pid());
		assertThat(next()).startsWith("all ranks wait for a debugger; to let them continue").contains("Release");
		assertThat(messages).doesNotContain("released");
	}

	@Test
	void stopped_manyRanksWithoutAdapter_namesTheFirstOnes() throws Exception {
		stop(1000);
		next();
		for (int i = 0; i < 8; i++) {
			assertThat(next()).startsWith("to attach to rank 0 by hand");
		}
		assertThat(next()).isEqualTo("the process ids of the other 992 ranks are in the view PMIx Jobs");
	}
}
