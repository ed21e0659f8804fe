// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Session;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LogCapture;

class LocalHostTest {
	private static final int LIMIT_SECONDS = 60;
	private static final Duration LIMIT = Duration.ofSeconds(LIMIT_SECONDS);

	private final Path directory;
	private final TestHost host;

	LocalHostTest(@TempDir Path directory) throws Exception {
		this.directory = directory;
		host = new TestHost();
	}

	@AfterEach
	void close() {
		host.close();
	}

	/** The environment of a job that a program of Open MPI spawns. */
	@Test
	void launch_environmentOfAnotherJob_replacesItsDirectories() throws Exception {
		String show = "echo \"$OMPI_MCA_btl_vader_backing_directory $OMPI_MCA_btl_sm_backing_directory\"";
		host.run(1, show);
		String first = host.sink.out(0).split(" ")[0];

		host.run(host.shell(2, show).withEnvironment(
				Map.of("OMPI_MCA_btl_vader_backing_directory", first, "OMPI_MCA_btl_sm_backing_directory", "/user")));

		assertThat(first).endsWith("@1");
		assertThat(host.sink.out(1)).isEqualToIgnoringNewLines(first.replace("@1", "@2") + " /user");
	}

	@Test
	void close_directories_arePrivateAndRemoved() throws Exception {
		host.run(2, "stat -c '%a %n' \"$PMIX_SERVER_TMPDIR\" \"$PMIX_SERVER_TMPDIR\"/*@1 \"$OMPI_FILE_LOCATION\" "
				+ "\"$OMPI_MCA_btl_vader_backing_directory\"; touch \"$OMPI_FILE_LOCATION/file\" \"$OMPI_MCA_btl_vader_backing_directory/$PMIX_RANK\"");

		List<String> lines = host.sink.out(1).lines().toList();
		assertThat(lines).hasSize(4).allMatch(line -> line.startsWith("700 "));
		assertThat(lines.get(0)).startsWith("700 " + host.directory());
		assertThat(lines.get(2)).endsWith("@1/1");
		assertThat(lines.get(3)).startsWith("700 /dev/shm/pmix4j-");
		assertThat(host.host.directory()).exists();

		host.host.close();

		assertThat(host.directory()).isEmptyDirectory();
		assertThat(Path.of(lines.get(3).substring("700 ".length()))).doesNotExist();
	}

	@Test
	void launch_environment_identifiesTheRankWithoutOtherLaunchers() throws Exception {
		host.run(host.shell(2, "env").withEnvironment(Map.of("PATH", System.getenv("PATH"), "PMIX_SERVER_URI51", "old", "OMPI_MCA_btl", "self",
				"OMPI_MCA_orte_launch", "1")));
		List<String> rank = host.sink.out(1).lines().toList();
		String nspace = value(rank, "PMIX_NAMESPACE");

		assertThat(nspace).matches("p4j-[0-9a-f]{16}@1");
		assertThat(rank).contains("PMIX_RANK=1", "PMIX_ID=" + nspace + ".1", "OMPI_COMM_WORLD_RANK=1", "OMPI_COMM_WORLD_SIZE=2",
				"OMPI_COMM_WORLD_LOCAL_RANK=1", "OMPI_MCA_btl=self", "JSM_JSRUN_PORT=0", "PWD=" + Path.of("").toAbsolutePath());
		assertThat(value(rank, "PMIX_SERVER_URI41")).isEqualTo(host.host.uri()).contains(";tcp4://127.0.0.1:");
		assertThat(rank).noneMatch(line -> line.startsWith("OMPI_MCA_orte_") || line.equals("PMIX_SERVER_URI51=old"));
	}

	@Test
	void control_ofSessions_worksAsForTools() throws Exception {
		int first = host.host.session().id();
		assertRefused(first, SessionControlAttributes.SESSION_PAUSE, Status.ERR_NO_PERMISSIONS);
		assertRefused(4711, SessionControlAttributes.SESSION_TERMINATE, Status.ERR_NOT_FOUND);

		Infos order = Infos.EMPTY.with(SessionControlAttributes.SESSION_INSTANTIATE, true).with(AllocAttributes.ALLOC_NUM_CPUS, 1L);
		Infos names = Await.result(host.host.control(42, order));
		assertThat(names.get(SessionAttributes.SESSION_ID)).contains(42);
		assertThat(host.host.sessions()).extracting(Session::id).containsExactly(first, 42);

		Await.result(host.host.control(42, Infos.EMPTY.with(SessionControlAttributes.SESSION_TERMINATE, true)));
		assertThat(host.host.sessions()).extracting(Session::id).containsExactly(first);
	}

	private void assertRefused(int session, Attribute<Boolean> action, Status status) {
		assertThat(host.host.control(session, Infos.EMPTY.with(action, true))).failsWithin(LIMIT_SECONDS, TimeUnit.SECONDS)
				.withThrowableThat().withCauseInstanceOf(PmixException.class).havingCause()
				.isInstanceOfSatisfying(PmixException.class, refusal -> assertThat(refusal.status()).isEqualTo(status));
	}

	@Test
	void listener_oneJob_isCalledInOrder() throws Exception {
		host.run(1, "exit 0");

		assertThat(host.events).containsExactly("job LAUNCH_UNDERWAY", "0 STARTED", "job RUNNING", "0 EXITED", "0 ENDED", "job TERMINATED");
	}

	/** Listeners in other languages may throw checked exceptions, too. */
	static Stream<Throwable> mistakes() {
		String reason = "expected by this test";
		return Stream.of(new IllegalStateException(reason), new IOException(reason), new AssertionError(reason), new OutOfMemoryError(reason));
	}

	@ParameterizedTest
	@MethodSource("mistakes")
	void listener_throws_hasNoEffect(Throwable mistake) throws Exception {
		HostListener broken = new HostListener() {
			@Override
			public void jobChanged(Job job, JobState state) {
				// throws it as it is, although it is not declared
				assertTimeout(Duration.ofMinutes(1), () -> {
					throw mistake;
				});
			}
		};
		try (LogCapture log = LogCapture.of(LocalHost.class);
				LocalHost other = LocalHost.start(HostOptions.defaults().withDirectory(directory).withListener(broken))) {
			Job job = other.launch(JobSpec.of(1, "true"));
			assertThat(Await.result(job.ended()).isSuccess()).isTrue();
			assertThat(log.messages(System.Logger.Level.ERROR)).isNotEmpty()
					.allSatisfy(message -> assertThat(message).startsWith("a listener of the host failed"));
		}
	}

	@Test
	void launch_twoJobs_haveSeparateNamesAndResults() throws Exception {
		Job first = host.launch(host.shell(2, "exit 0"));
		Job second = host.launch(host.shell(2, "exit 9"));

		assertThat(Await.result(first.ended()).exitCode()).isZero();
		assertThat(Await.result(second.ended()).exitCode()).isEqualTo(9);
		assertThat(first.nspace()).endsWith("@1");
		assertThat(second.nspace()).isEqualTo(first.nspace().replace("@1", "@2"));
	}

	@Test
	void launch_twoPrograms_numbersRanksConsecutively() throws Exception {
		String script = "echo $0 $PMIX_RANK $OMPI_FIRST_RANKS $OMPI_APP_CTX_NUM_PROCS";
		host.run(JobSpec.of(AppSpec.of(1, "sh", "-c", script, "a"), AppSpec.of(2, "sh", "-c", script, "b")).withSink(host.sink));

		assertThat(host.sink.out().lines()).containsExactlyInAnyOrder("a 0 0 1 1 2", "b 1 0 1 1 2", "b 2 0 1 1 2");
	}

	@Test
	void signal_runningJob_reachesEveryRank() throws Exception {
		ReadySink ready = new ReadySink(host.sink, 2);
		Job job = host.launch(host.shell(2, "trap 'echo heard; exit 0' USR1; echo ready; while :; do sleep 0.02; done").withSink(ready));
		ready.await();
		job.signal(Signals.number("USR1").orElseThrow());
		JobResult result = Await.result(job.ended());

		assertThat(result.isSuccess()).isTrue();
		assertThat(host.sink.out().lines().filter("heard"::equals)).hasSize(2);
	}

	@Test
	void signal_terminalStop_suspendsTheJobUntilContinued() throws Exception {
		ReadySink ready = new ReadySink(host.sink, 1);
		CountDownLatch signalled = new CountDownLatch(1);
		Job job = host.launch(host.shell(1, "trap '' TSTP; echo ready; read line; exit 0").withSink(ready)
				.withStdin(OneLine.whenTold(signalled::await)));
		ready.await();
		job.signal(Signals.number("TSTP").orElseThrow());
		job.signal(Signals.CONT);
		signalled.countDown();

		assertThat(Await.result(job.ended()).isSuccess()).isTrue();
		assertThat(host.events).containsSubsequence("job RUNNING", "job SUSPENDED", "job RUNNING", "job TERMINATED");
	}

	@Test
	void signal_startingJob_reachesEveryRank() throws Exception {
		Job job = host.launch(host.shell(3, "sleep 100"));
		job.signal(Signals.STOP);
		job.signal(Signals.CONT);
		job.signal(Signals.TERM);

		assertThat(Await.result(job.ended()).exitCode()).isEqualTo(128 + Signals.TERM);
		assertThat(host.events).containsSubsequence("job RUNNING", "job SUSPENDED", "job RUNNING", "job TERMINATED_WITH_ERROR");
	}

	@Test
	void started_allRanksRun_isTrue() throws Exception {
		LocalJob job = host.launch(host.shell(3, "sleep 100"));

		assertThat(Await.result(job.started())).isTrue();
		assertThat(job.ranks()).hasSize(3).allMatch(rank -> rank.pid().isPresent());
		assertThat(job.dump()).contains(job.nspace(), "RUNNING", "STARTED: ranks 0-2, has not called PMIx_Init");
		assertThat(Await.result(host.host.dump()).lines()).contains(job.dump().lines().limit(3).toArray(String[]::new));
		assertThat(host.host.jobs()).containsExactly(job);
	}

	@Test
	void close_runningJob_endsIt() throws Exception {
		Job job = host.launch(host.shell(2, "trap '' TERM; while :; do sleep 0.05; done"));
		assertThat(Await.result(job.started())).isTrue();

		host.host.close();

		assertThat(job.ended()).isCompletedWithValueMatching(result -> result.exitCode() == 1);
		assertThatIllegalStateException().isThrownBy(() -> host.run(1, "exit 0")).withMessageContaining("closed");
		host.host.close();
	}

	/** The order of the launches and the close differs from round to round. */
	@RepeatedTest(10)
	void close_whileThreadsLaunch_eachJobIsRefusedOrEnds() throws Exception {
		Queue<Job> launched = new ConcurrentLinkedQueue<>();
		LocalHost other = LocalHost.start(HostOptions.defaults().withDirectory(directory));
		List<Thread> threads = Stream.generate(() -> Thread.startVirtualThread(() -> launchUntilClosed(other, launched))).limit(4).toList();
		Await.until("jobs", LIMIT, () -> launched.size() > 8);

		other.close();

		for (Thread thread : threads) {
			assertThat(thread.join(LIMIT)).isTrue();
		}
		assertThat(launched).allSatisfy(job -> assertThat(job.ended()).isDone());
		assertThat(directory).isEmptyDirectory();
	}

	private static void launchUntilClosed(LocalHost host, Queue<Job> launched) {
		try {
			for (int i = 0; i < 50; i++) {
				launched.add(host.launch(JobSpec.of(1, "true")));
			}
		} catch (IllegalStateException e) {
			assertThat(e).hasMessage("the host is closed");
		}
	}

	@Test
	void close_whileAnotherThreadCloses_returnsAfterTheEnd() throws Exception {
		LocalHost other = LocalHost.start(HostOptions.defaults().withDirectory(directory));
		Job job = other.launch(JobSpec.of(2, "sh", "-c", "trap '' TERM; while :; do sleep 0.05; done"));
		assertThat(Await.result(job.started())).isTrue();
		Thread first = Thread.startVirtualThread(other::close);
		Await.until("the first close has begun", LIMIT, other::isClosed);

		other.close();

		assertThat(directory).isEmptyDirectory();
		assertThat(job.ended()).isDone();
		assertThat(first.join(LIMIT)).isTrue();
	}

	@Test
	void close_calledByListener_isRefused() throws Exception {
		CompletableFuture<Throwable> refusal = new CompletableFuture<>();
		CompletableFuture<LocalHost> late = new CompletableFuture<>();
		HostListener closing = new HostListener() {
			@Override
			public void jobChanged(Job job, JobState state) {
				try {
					late.join().close();
					refusal.complete(new AssertionError("was not refused"));
				} catch (IllegalStateException e) {
					refusal.complete(e);
				}
			}
		};
		try (LocalHost other = LocalHost.start(HostOptions.defaults().withDirectory(directory).withListener(closing))) {
			late.complete(other);
			Await.result(other.launch(JobSpec.of(1, "true")).ended());
		}
		assertThat(Await.result(refusal)).isInstanceOf(IllegalStateException.class).hasMessageContaining("own thread");
	}

	@Test
	void close_calledByActionOnEnded_completes() throws Exception {
		LocalHost other = LocalHost.start(HostOptions.defaults().withDirectory(directory));
		Job job = other.launch(JobSpec.of(2, "true"));

		Await.result(job.ended().thenRun(other::close));

		assertThatIllegalStateException().isThrownBy(() -> other.launch(JobSpec.of(1, "true")));
		assertThat(directory).isEmptyDirectory();
	}

	@Test
	void started_blockingAction_delaysNoJob() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		Job job = host.host.launch(host.shell(1, "exit 0"));
		CompletableFuture<Void> blocked = job.started().thenRun(() -> awaitUninterruptibly(release));

		assertThat(host.run(1, "exit 0").isSuccess()).isTrue();
		assertThat(Await.result(job.ended()).isSuccess()).isTrue();
		assertThat(blocked).isNotDone();
		release.countDown();
		Await.result(blocked);
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		} catch (InterruptedException e) {
			throw new AssertionError(e);
		}
	}

	@Test
	void start_missingDirectory_saysWhatToDo() {
		Path missing = directory.resolve("missing");

		assertThatThrownBy(() -> LocalHost.start(HostOptions.defaults().withDirectory(missing))).isInstanceOf(IOException.class)
				.hasMessageContaining(missing.toString()).hasMessageContaining("TMPDIR");
	}

	private static String value(List<String> environment, String name) {
		return environment.stream().filter(line -> line.startsWith(name + "=")).map(line -> line.substring(name.length() + 1)).findFirst()
				.orElse("");
	}
}
