// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.posix.Ptrace;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.ProcessTable;

/** Tests processes that are stopped at the first instruction of the program that they execute next. */
class ExecTracerTest {
	private static final Duration LIMIT = Duration.ofSeconds(60);

	private static String executable(ChildProcess child) throws Exception {
		return Files.readSymbolicLink(Path.of("/proc", Integer.toString(child.pid()), "exe")).getFileName().toString();
	}

	private static char state(ChildProcess child) {
		return ProcessTable.entry(child.pid()).orElseThrow().state();
	}

	@Test
	void stop_ofManyProcesses_isInTheirProgramsAndOutlivesTheTracing() throws Exception {
		try (Loop loop = new Loop()) {
			List<ChildProcess> children = new ArrayList<>();
			List<CompletionStage<Optional<String>>> stops = new ArrayList<>();
			for (int i = 0; i < 100; i++) {
				ChildProcess child = loop.spawn(loop.shell("kill -STOP $$; exec sleep 0.01"), Loop.IGNORE);
				children.add(child);
				stops.add(child.stopInNextProgram());
			}
			for (CompletionStage<Optional<String>> stop : stops) {
				assertThat(Await.result(stop)).isEmpty();
			}
			for (ChildProcess child : children) {
				assertThat(executable(child)).isEqualTo("sleep");
				assertThat(state(child)).isEqualTo('T');
				child.signal(Signals.CONT);
				assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(0));
			}
		}
	}

	@Test
	void stop_ofANestedExec_isInTheFirstProgram() throws Exception {
		try (Loop loop = new Loop()) {
			ChildProcess child = loop.spawn(loop.shell("kill -STOP $$; exec env sh -c 'exit 5'"), Loop.IGNORE);

			assertThat(Await.result(child.stopInNextProgram())).isEmpty();

			assertThat(executable(child)).isEqualTo("env");
			child.signal(Signals.CONT);
			assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(5));
		}
	}

	@Test
	void process_thatEndsInsteadOfExecuting_isReportedAsAlways() throws Exception {
		try (Loop loop = new Loop()) {
			ChildProcess child = loop.spawn(loop.shell("kill -STOP $$; exit 3"), Loop.IGNORE);

			assertThat(Await.result(child.stopInNextProgram())).isEmpty();
			assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(3));
			assertThat(Await.result(child.stopInNextProgram())).as("after the end").isEmpty();
		}
	}

	/** A traced process sees a signal only if its tracer hands it on. */
	@Test
	void signal_toATracedProcess_isDelivered() throws Exception {
		try (Loop loop = new Loop()) {
			Collected output = new Collected();
			ChildProcess child = loop.spawn(
					loop.shell("trap 'exit 7' TERM; kill -STOP $$; echo traced; while :; do sleep 0.01; done"), output);
			CompletionStage<Optional<String>> stopped = child.stopInNextProgram();
			Await.until("the shell goes on", LIMIT, () -> output.out().contains("traced"));

			child.signal(Signals.TERM);

			assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(7));
			assertThat(Await.result(stopped)).isEmpty();
		}
	}

	@Test
	void stoppedProcess_terminated_dies() throws Exception {
		try (Loop loop = new Loop()) {
			ChildProcess child = loop.spawn(loop.shell("kill -STOP $$; exec sleep 100"), Loop.IGNORE);
			assertThat(Await.result(child.stopInNextProgram())).isEmpty();

			Await.result(loop.get().terminate(List.of(child), LIMIT));

			assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.signaled(Signals.TERM, false));
		}
	}

	/** As where the system forbids tracing: only one tracer is permitted. */
	@Test
	void process_thatMustNotBeTraced_staysInItsShellUntilContinued() throws Exception {
		try (Loop loop = new Loop(); ExecutorService other = Executors.newSingleThreadExecutor()) {
			ChildProcess child = loop.spawn(loop.shell("kill -STOP $$; exec sleep 0.01"), Loop.IGNORE);
			assertThat(other.submit(() -> Ptrace.call(Ptrace.SEIZE, child.pid(), 0)).get()).isZero();
			Await.until("the stop is seen by the other tracer", LIMIT, () -> state(child) == 't');

			assertThat(Await.result(child.stopInNextProgram())).contains("operation not permitted");

			assertThat(executable(child)).isNotEqualTo("sleep");
			other.submit(() -> Ptrace.call(Ptrace.DETACH, child.pid(), 0)).get();
			child.signal(Signals.CONT);
			assertThat(Await.result(child.ended())).isEqualTo(ExitStatus.exited(0));
		}
	}
}
