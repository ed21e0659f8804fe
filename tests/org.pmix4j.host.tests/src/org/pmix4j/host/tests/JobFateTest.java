// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.ExitOutcome.Cause;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.ProcessTable;

class JobFateTest {
	private static final String ONLY_LAST_OF_FOUR = "[ $PMIX_RANK = 3 ] || exec sleep 100; ";

	private final Path directory;
	private final TestHost host;

	JobFateTest(@TempDir Path directory) throws Exception {
		this.directory = directory;
		host = new TestHost();
	}

	@AfterEach
	void close() {
		host.close();
	}

	@Test
	void exit_allWithZero_isSuccess() throws Exception {
		JobResult result = host.run(4, "exit 0");

		assertThat(result.isSuccess()).isTrue();
		assertThat(result.exitCode()).isZero();
		assertThat(result.message()).isEmpty();
	}

	@Test
	void exit_withCode_endsTheOthersAndIsTheResult() throws Exception {
		JobResult result = host.run(4, ONLY_LAST_OF_FOUR + "exit 3");

		assertThat(result.exitCode()).isEqualTo(3);
		assertThat(result.status()).isEqualTo(Status.ERR_EXIT_NONZERO_TERM);
		assertThat(result.culprit().orElseThrow().proc().rank().value()).isEqualTo(3);
		assertThat(result.message().orElseThrow())
				.matches("rank 3 on \\S+ \\(pid \\d+\\) exited with code 3; the other 3 ranks were ended");
	}

	/** A stopped process cannot handle a TERM until a CONT follows; a CONT before it would let the script exit with 3. */
	@Test
	void terminate_stoppedRank_endsByTerm() throws Exception {
		Job job = host.launch(host.shell(1, "kill -STOP $$; exit 3"));
		Await.result(job.started());
		int pid = job.ranks().get(0).pid().getAsInt();
		Await.until("the rank is stopped", Duration.ofSeconds(20),
				() -> ProcessTable.entry(pid).filter(entry -> entry.state() == 'T').isPresent());

		job.ranks().get(0).terminate();
		JobResult result = Await.result(job.ended());

		assertThat(result.exitCode()).isEqualTo(128 + Signals.TERM);
		assertThat(result.culprit()).contains(job.ranks().get(0));
	}

	/** A program that uses the API may give texts that the kernel cannot express. */
	@Test
	void launch_environmentOrArgumentThatTheKernelRefuses_failsTheJob() throws Exception {
		JobResult name = host.run(host.shell(2, "exit 0").withEnvironment(Map.of("A=B", "x")));
		JobResult argument = host.run(JobSpec.of(2, "echo", "a\0b"));

		assertThat(name.exitCode()).isEqualTo(1);
		assertThat(name.message().orElseThrow()).contains("environment name \"A=B\" is empty or contains '='");
		assertThat(argument.message().orElseThrow()).contains("contains a NUL character");
	}

	/** The first of many ranks has exited before the last is started. */
	@Test
	void started_ranksExitAtOnce_isTrue() throws Exception {
		Job job = host.launch(JobSpec.of(AppSpec.of(1, "/bin/false"), AppSpec.of(100, "/bin/true")));

		assertThat(Await.result(job.ended()).exitCode()).isEqualTo(1);
		assertThat(Await.result(job.started())).isTrue();
	}

	@Test
	void exit_bySignal_gives128PlusSignal() throws Exception {
		JobResult result = host.run(4, ONLY_LAST_OF_FOUR + "ulimit -c 0; kill -SEGV $$");

		assertThat(result.exitCode()).isEqualTo(139);
		assertThat(result.status()).isEqualTo(Status.ERR_JOB_ABORTED_BY_SIG);
		assertThat(result.message().orElseThrow())
				.matches("rank 3 on \\S+ \\(pid \\d+\\) died of SIGSEGV; the other 3 ranks were ended");
	}

	@Test
	void exit_severalFailures_firstIsTheResult() throws Exception {
		ReadySink ready = new ReadySink(host.sink, 1);
		String script = "if [ $PMIX_RANK = 0 ]; then read x; exit 5; fi; trap 'exit 7' TERM; echo ready; while :; do sleep 0.05; done";
		Job job = host.launch(host.shell(2, script).withSink(ready).withStdin(OneLine.whenTold(ready::await)));
		JobResult result = Await.result(job.ended());

		assertThat(result.exitCode()).isEqualTo(5);
		assertThat(job.ranks().get(1).fate().orElseThrow().cause()).isEqualTo(Cause.KILLED);
	}

	@Test
	void launch_missingProgram_startsNothingAndGives127() throws Exception {
		JobResult result = host.run(JobSpec.of(2, "./missing").withDirectory(directory));

		assertThat(result.exitCode()).isEqualTo(127);
		assertThat(result.status()).isEqualTo(Status.ERR_JOB_EXE_NOT_FOUND);
		assertThat(result.message().orElseThrow()).contains("./missing").contains("no such file");
	}

	@Test
	void launch_missingSecondProgram_doesNotStartTheFirst() throws Exception {
		Path trace = directory.resolve("trace");
		JobResult result = host.run(JobSpec.of(AppSpec.of(2, "touch", trace.toString()), AppSpec.of(1, "no-such-program-at-all")));

		assertThat(result.exitCode()).isEqualTo(127);
		assertThat(trace).doesNotExist();
	}

	@Test
	void launch_directoryOrPlainFile_gives126() throws Exception {
		Path plain = Files.writeString(directory.resolve("plain"), "text");

		JobResult ofDirectory = host.run(JobSpec.of(1, directory.toString()));
		JobResult ofFile = host.run(JobSpec.of(1, plain.toString()));

		assertThat(ofDirectory.exitCode()).isEqualTo(126);
		assertThat(ofDirectory.message().orElseThrow()).contains(directory.toString()).contains("directory");
		assertThat(ofFile.exitCode()).isEqualTo(126);
		assertThat(ofFile.message().orElseThrow()).contains(plain.toString()).contains("not executable");
	}

	@Test
	void launch_badInterpreter_endsTheStartedRanks() throws Exception {
		Path script = Files.writeString(directory.resolve("script"), "#!/no/such/interpreter\n");
		Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
		Job job = host.launch(JobSpec.of(AppSpec.of(2, "sleep", "100"), AppSpec.of(2, script.toString())));
		JobResult result = Await.result(job.ended());

		assertThat(result.exitCode()).isEqualTo(126);
		assertThat(result.message().orElseThrow()).contains(script.toString()).contains("/no/such/interpreter");
		assertThat(Await.result(job.started())).isFalse();
		assertThat(job.ranks().get(3).fate().orElseThrow().cause()).isEqualTo(Cause.FAILED_TO_START);
		assertThat(job.ranks().get(0).fate().orElseThrow().cause()).isEqualTo(Cause.KILLED);
	}

	@Test
	void launch_missingWorkingDirectory_isNamed() throws Exception {
		JobResult result = host.run(JobSpec.of(AppSpec.of(1, "/bin/true").withDirectory(Path.of("/no/such/place"))));

		assertThat(result.exitCode()).isEqualTo(126);
		assertThat(result.status()).isEqualTo(Status.ERR_JOB_WDIR_NOT_FOUND);
		assertThat(result.message().orElseThrow()).contains("/no/such/place");
	}

	@Test
	void exit_policyContinue_othersContinueAndFirstFailureIsTheResult() throws Exception {
		JobResult result = host.run(host.shell(3, "[ $PMIX_RANK = 1 ] && exit 4; echo done").withErrorPolicy(ErrorPolicy.CONTINUE));

		assertThat(result.exitCode()).isEqualTo(4);
		assertThat(result.message().orElseThrow()).matches("rank 1 on \\S+ \\(pid \\d+\\) exited with code 4");
		assertThat(host.sink.out()).isEqualTo("done\ndone\n");
	}

	@Test
	void timeout_ranksIgnoreTerm_endsThemWith110() throws Exception {
		JobResult result = host.run(host.shell(2, "trap '' TERM; while :; do sleep 0.05; done").withTimeout(Duration.ofMillis(300)));

		assertThat(result.exitCode()).isEqualTo(110);
		assertThat(result.status()).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(result.message()).contains("the job ran into its time limit of 0.3 s; 2 ranks were ended");
	}

	@Test
	void timeout_jobEndsBefore_hasNoEffect() throws Exception {
		assertThat(host.run(host.shell(1, "exit 0").withTimeout(Duration.ofSeconds(50))).isSuccess()).isTrue();
	}

	@Test
	void interrupt_once_letsRanksHandleTerm() throws Exception {
		ReadySink ready = new ReadySink(host.sink, 2);
		Job job = host.launch(host.shell(2, "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.02; done").withSink(ready));
		ready.await();
		job.interrupt();
		JobResult result = Await.result(job.ended());

		assertThat(result.exitCode()).isEqualTo(1);
		assertThat(result.status()).isEqualTo(Status.ERR_JOB_CANCELED);
		assertThat(host.sink.out().lines().filter("bye"::equals)).hasSize(2);
	}

	@Test
	void interrupt_twiceWithStuckSink_killsAtOnce() throws Exception {
		StuckSink stuck = new StuckSink();
		Job job = host.launch(host.shell(2, "trap '' TERM; while :; do echo line; done").withSink(stuck));
		stuck.awaitWrite();
		job.interrupt();
		job.interrupt();
		JobResult result = Await.result(job.ended());
		stuck.release();

		assertThat(result.status()).isEqualTo(Status.ERR_JOB_CANCELED);
		assertThat(job.ranks()).allMatch(rank -> rank.fate().orElseThrow().cause() == Cause.KILLED);
	}

	@Test
	void terminate_endedJob_hasNoEffect() throws Exception {
		Job job = host.launch(host.shell(1, "exit 0"));
		JobResult result = Await.result(job.ended());
		job.terminate();
		job.interrupt();
		job.signal(Signals.TERM);

		assertThat(Await.result(job.ended())).isEqualTo(result);
	}

	@Test
	void launch_64ShortRanksManyTimes_allEnd() throws Exception {
		for (int i = 0; i < 10; i++) {
			assertThat(host.run(JobSpec.of(64, "true").withSink(host.sink)).isSuccess()).isTrue();
		}
	}
}
