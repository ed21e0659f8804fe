// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ExitDetection;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;

/** Every exit is reported exactly, by both ways of detection. */
class ExitTest {

	@ParameterizedTest
	@EnumSource
	void exit_2000ShortProcesses_allAreCounted(ExitDetection detection) throws Exception {
		try (Loop loop = new Loop(detection)) {
			SpawnSpec spec = loop.spec("true");
			List<CompletionStage<ExitStatus>> all = new ArrayList<>();
			for (int i = 0; i < 2_000; i++) {
				all.add(loop.get().spawnAsync(spec, Loop.IGNORE).thenCompose(ChildProcess::ended));
			}

			for (CompletionStage<ExitStatus> one : all) {
				assertThat(Await.result(one)).isEqualTo(ExitStatus.exited(0));
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void exit_code_isExact(ExitDetection detection) throws Exception {
		try (Loop loop = new Loop(detection)) {
			for (int code : new int[] {0, 1, 3, 42, 127, 128, 139, 255}) {
				assertThat(loop.run(loop.shell("exit " + code))).isEqualTo(ExitStatus.exited(code));
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void exit_bySignal_isNotACode(ExitDetection detection) throws Exception {
		try (Loop loop = new Loop(detection)) {
			ExitStatus segv = loop.run(loop.shell("ulimit -c 0; kill -SEGV $$"));

			assertThat(segv).isEqualTo(ExitStatus.signaled(Signals.SEGV, false));
			assertThat(segv.shellCode()).isEqualTo(139);
			assertThat(loop.run(loop.shell("kill -KILL $$"))).isEqualTo(ExitStatus.signaled(Signals.KILL, false));
			assertThat(loop.run(loop.shell("kill -64 $$"))).isEqualTo(ExitStatus.signaled(64, false));
		}
	}

	@ParameterizedTest
	@EnumSource
	void exit_readLate_isStillKnown(ExitDetection detection) throws Exception {
		try (Loop loop = new Loop(detection)) {
			ChildProcess child = loop.spawn(loop.shell("exit 5"), Loop.IGNORE);
			Await.result(child.ended());

			assertThat(Await.result(child.exit())).isEqualTo(ExitStatus.exited(5));
			assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(5));
			assertThat(Await.result(child.signal(Signals.KILL))).isFalse();
		}
	}

	@ParameterizedTest
	@EnumSource
	void exit_childrenOfOtherCode_areNotReaped(ExitDetection detection) throws Exception {
		try (Loop loop = new Loop(detection)) {
			List<Process> foreign = new ArrayList<>();
			List<CompletableFuture<ExitStatus>> ours = new ArrayList<>();
			for (int i = 0; i < 20; i++) {
				foreign.add(new ProcessBuilder("sh", "-c", "exit 7").start());
				ours.add(loop.spawn(loop.shell("exit 8"), Loop.IGNORE).ended().toCompletableFuture());
			}

			for (CompletableFuture<ExitStatus> one : ours) {
				assertThat(Await.result(one)).isEqualTo(ExitStatus.exited(8));
			}
			for (Process process : foreign) {
				Await.exit(process);
				assertThat(process.exitValue()).isEqualTo(7);
			}
		}
	}
}
