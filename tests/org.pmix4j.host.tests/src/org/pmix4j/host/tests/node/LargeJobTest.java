// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.testkit.Shortest;

/**
 * Jobs of thousands of ranks, programs or names: the thread of the host, which all other jobs need, is never busy for long, and a job
 * that does not fit the memory is refused by name while others go on. Measures processor time, of which other load takes nothing, and the
 * best of some attempts, as the first ones run uncompiled code.
 */
class LargeJobTest {
	private static final Duration LIMIT = Duration.ofMillis(100);
	private static final int ATTEMPTS = 10;
	private static final long LARGE_HEAP = 4L << 30;
	private static final long SMALL_HEAP = 64 << 20;
	private static final int RANKS = 6_000;

	@TempDir
	private Path directory;

	/** Runs what may take long on a thread of its own, and lets the thread of the host wait for it, which costs no processor time. */
	private static void aside(Runnable task) {
		Thread thread = new Thread(task);
		thread.start();
		try {
			thread.join();
		} catch (InterruptedException e) {
			throw new AssertionError(e);
		}
	}

	private OneNodeHost open(long heap) throws Exception {
		return new OneNodeHost(Files.createTempDirectory(directory, "host"), 4, LargeJobTest::aside, heap);
	}

	private static Stream<Arguments> requests() {
		String hosts = IntStream.range(0, 100_000).mapToObj(at -> "here").collect(Collectors.joining(","));
		List<Info> variables = IntStream.range(0, 16_000)
				.mapToObj(at -> Info.of(SpawnAttributes.SET_ENVAR, new Envar("V" + at, "value", ':'))).toList();
		return Stream.of(
				Arguments.of("ranks", Infos.EMPTY, apps(1, RANKS, at -> Infos.EMPTY)),
				Arguments.of("programs", Infos.EMPTY, apps(2_000, 1, at -> Infos.EMPTY)),
				Arguments.of("ranks of programs", Infos.EMPTY, apps(60, 100, at -> Infos.EMPTY)),
				Arguments.of("set names", Infos.EMPTY, apps(300, 10, at -> Infos.of(Info.of(GroupAttributes.PSET_NAME, "set" + at)))),
				Arguments.of("hosts", Infos.EMPTY, apps(1, 1, at -> Infos.of(Info.of(SpawnAttributes.HOST, hosts)))),
				Arguments.of("variables", new Infos(variables), apps(1, 1, at -> Infos.EMPTY)),
				Arguments.of("variables and programs", new Infos(variables.subList(0, 500)), apps(500, 1, at -> Infos.EMPTY)),
				Arguments.of("unknown keys", new Infos(IntStream.range(0, 16_000)
						.mapToObj(at -> Info.of("pmix.unknown" + at, PmixValue.Bool.TRUE)).toList()), apps(1, 1, at -> Infos.EMPTY)));
	}

	private static List<App> apps(int count, int ranks, IntFunction<Infos> infos) {
		return IntStream.range(0, count)
				.mapToObj(at -> new App("program", List.of("program"), List.of(), "", ranks, infos.apply(at))).toList();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("requests")
	void spawn_longRequest_leavesTheThreadOfTheHostFree(String name, Infos infos, List<App> apps) throws Exception {
		Shortest.requireLess(LIMIT, ATTEMPTS, () -> longestStep(infos, apps));
	}

	@Test
	void spawn_manyDirectivesWithoutEffect_namesTheFirstAndCountsTheOthers() throws Exception {
		try (OneNodeHost host = open(LARGE_HEAP)) {
			Job parent = host.launch(OneNodeHost.spec(1));
			Infos unknown = new Infos(IntStream.range(0, 1_000).mapToObj(at -> Info.of("pmix.unknown" + at, PmixValue.Bool.TRUE)).toList());
			CompletableFuture<String> spawned = host.host.spawn(Proc.of(parent.nspace(), 0), unknown, apps(1, 1, at -> Infos.EMPTY));
			host.loop.await(spawned);

			assertThat(host.messages()).hasSize(101).last().asString().isEqualTo("spawn of job 2: 900 more directives have no effect");
			assertThat(host.messages().get(0)).startsWith("spawn of job 2: pmix.unknown0 has no effect");
		}
	}

	private Duration longestStep(Infos infos, List<App> apps) throws Exception {
		try (OneNodeHost host = open(LARGE_HEAP)) {
			Job parent = host.launch(OneNodeHost.spec(1));
			host.loop.forgetLongestEvent();
			CompletableFuture<String> spawned = host.host.spawn(Proc.of(parent.nspace(), 0), infos, apps);
			host.loop.run();
			assertThat(host.loop.await(spawned)).isEqualTo(host.host.jobs().get(1).nspace());
			Job job = host.host.jobs().get(1);
			host.exitAll(ExitStatus.exited(0));
			assertThat(host.result(job).isSuccess()).isTrue();
			return host.loop.longestEvent();
		}
	}

	@Test
	void launch_moreRanksThanFit_isRefusedByNameAndOthersGoOn() throws Exception {
		try (OneNodeHost host = open(SMALL_HEAP)) {
			Job other = host.launch(OneNodeHost.spec(2));

			Job job = host.launch(OneNodeHost.spec(10_000));

			assertThat(host.result(job).status()).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
			assertThat(host.result(job).message()).hasValueSatisfying(text -> assertThat(text)
					.startsWith("the job could not be started: a job of 10000 ranks needs ").contains("PMIX4J_MAX_HEAP="));
			assertThat(other.ended()).isNotDone();
			Job following = host.launch(OneNodeHost.spec(2));
			host.exitAll(ExitStatus.exited(0));
			assertThat(host.result(other).isSuccess() && host.result(following).isSuccess()).isTrue();
		}
	}

	@Test
	void launch_oneJobAfterTheOther_getsTheMemoryOfTheFirst() throws Exception {
		try (OneNodeHost host = open(SMALL_HEAP)) {
			for (int turn = 0; turn < 8; turn++) {
				Job job = host.launch(OneNodeHost.spec(500));
				host.exitAll(ExitStatus.exited(0));
				assertThat(host.result(job).isSuccess()).isTrue();
			}
		}
	}

	@Test
	void launch_programsThatDoNotFitTogether_isRefused() throws Exception {
		try (OneNodeHost host = open(SMALL_HEAP)) {
			AppSpec[] apps = new AppSpec[60];
			Arrays.fill(apps, AppSpec.of(1_000, "program"));

			Job job = host.launch(OneNodeHost.spec(apps));

			assertThat(host.result(job).message().orElseThrow()).contains("a job of 60000 ranks and 60 programs needs ");
		}
	}

	private static Stream<Arguments> files() {
		return Stream.of(Arguments.of(PlacementOptions.HOSTFILE, "%s", "here\n"),
				Arguments.of(PlacementOptions.MAP_BY, "rankfile:file=%s", "rank 0=here slot=0\n"),
				Arguments.of(PlacementOptions.MAP_BY, "seq:file=%s", "here\n"));
	}

	@ParameterizedTest
	@MethodSource("files")
	void launch_withAFileThatDoesNotFit_isRefusedByNameAndOthersGoOn(JobOption<String> option, String value, String line) throws Exception {
		Path file = Files.writeString(directory.resolve("file"), line.repeat(700_000));
		try (OneNodeHost host = open(SMALL_HEAP)) {
			Job other = host.launch(OneNodeHost.spec(2));

			Job job = host.launch(OneNodeHost.spec(AppSpec.of(1, "program").withOption(option, value.formatted(file))));

			assertThat(host.result(job).message().orElseThrow()).contains(file.toString()).containsAnyOf("is too long: ", "is larger than ");
			Job following = host.launch(OneNodeHost.spec(1));
			host.exitAll(ExitStatus.exited(0));
			assertThat(host.result(other).isSuccess() && host.result(following).isSuccess()).isTrue();
		}
	}

	@Test
	void cancel_whileRanksStart_startsNoMore() throws Exception {
		try (OneNodeHost host = open(LARGE_HEAP)) {
			host.node.holdStarts();
			Job job = host.launch(OneNodeHost.spec(RANKS));
			assertThat(host.node.processes()).hasSizeLessThan(100);

			job.interrupt();
			host.loop.run();
			host.node.reportStarts();
			host.loop.run();
			host.exitAll(ExitStatus.signaled(15, false));

			assertThat(host.result(job).status()).isEqualTo(Status.ERR_JOB_CANCELED);
			assertThat(host.node.processes()).hasSizeLessThan(100);
		}
	}
}
